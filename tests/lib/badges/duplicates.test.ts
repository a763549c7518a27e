import { describe, expect, it } from "vitest";
import { checkDuplicates, type DuplicateBehavior } from "@/lib/badges/issued/duplicates";

const OWN = "organization";

const asking = (
  id: string,
  email: string,
  behavior: DuplicateBehavior = "deny",
  earner: string | null = null,
) => ({
  candidate: {
    id,
    badge_template_id: "template",
    recipient_email: email,
    user_id: null,
    issuer_earner_id: earner,
  },
  behavior,
});

const held = (ids: Record<string, string[]>, organizationId = OWN) =>
  new Map(
    Object.entries(ids).map(([id, badges]) => [id, badges.map((badge) => ({ id: badge, organizationId }))]),
  );

/** Of each asker: "no", "yes", or the id of what it replaces. */
const judged = (...parameters: Parameters<typeof checkDuplicates>) =>
  checkDuplicates(...parameters).map(({ isAdmitted, replaces }) =>
    isAdmitted ? (replaces?.id ?? "yes") : "no",
  );

describe("badges that are issued together", () => {
  it("are judged in their order: the first of two wins", () => {
    expect(judged(OWN, [asking("1", "a"), asking("2", "a"), asking("3", "b")], new Map())).toEqual([
      "yes",
      "no",
      "yes",
    ]);
  });

  it("share a side or none: the same word is no match on another side or template", () => {
    const other = asking("3", "x");
    other.candidate.badge_template_id = "other";
    const list = [asking("1", "x", "deny", "y"), asking("2", "y", "deny", "x"), other];
    expect(judged(OWN, list, new Map())).toEqual(["yes", "yes", "yes"]);
    expect(judged(OWN, [asking("1", "x", "deny", "y"), asking("2", "z", "deny", "y")], new Map())).toEqual([
      "yes",
      "no",
    ]);
  });

  it("one that is refused stands in nobody's way", () => {
    const list = [asking("1", "a", "deny", "held"), asking("2", "a")];
    expect(judged(OWN, list, held({ 1: ["old"] }))).toEqual(["no", "yes"]);
  });

  it("replace takes the newest; what is replaced is held no longer", () => {
    const list = [asking("1", "a", "replace"), asking("2", "b", "deny", "e"), asking("3", "c", "replace")];
    const old = held({ 1: ["new", "old"], 2: ["new"], 3: ["new", "old"] });
    expect(judged(OWN, list, old)).toEqual(["new", "yes", "old"]);
  });

  it("replace is refused what another organization issued, and an earlier one of the same request", () => {
    expect(judged(OWN, [asking("1", "a", "replace")], held({ 1: ["old"] }, "another"))).toEqual(["no"]);
    expect(judged(OWN, [asking("1", "a"), asking("2", "a", "replace")], new Map())).toEqual(["yes", "no"]);
  });

  it("allow is never refused, and counts for those behind it", () => {
    const list = [asking("1", "a"), asking("2", "a", "allow"), asking("3", "b", "allow"), asking("4", "b")];
    expect(judged(OWN, list, held({ 2: ["old"] }))).toEqual(["yes", "yes", "yes", "no"]);
  });
});
