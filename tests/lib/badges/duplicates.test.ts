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

const activeBadges = (ids: Record<string, string[]>, organizationId = OWN) =>
  new Map(
    Object.entries(ids).map(([id, badges]) => [id, badges.map((badge) => ({ id: badge, organizationId }))]),
  );

/** The result of each request: "no", "yes", or the id of the badge that it replaces. */
const checkTogether = (...parameters: Parameters<typeof checkDuplicates>) =>
  checkDuplicates(...parameters).map(({ isAdmitted, replaces }) =>
    isAdmitted ? (replaces?.id ?? "yes") : "no",
  );

describe("badges that are issued together", () => {
  it("are checked in their order: the first of two duplicates is issued", () => {
    expect(checkTogether(OWN, [asking("1", "a"), asking("2", "a"), asking("3", "b")], new Map())).toEqual([
      "yes",
      "no",
      "yes",
    ]);
  });

  it("match on the same side and template only: the same value on another side or template is no match", () => {
    const other = asking("3", "x");
    other.candidate.badge_template_id = "other";
    const list = [asking("1", "x", "deny", "y"), asking("2", "y", "deny", "x"), other];
    expect(checkTogether(OWN, list, new Map())).toEqual(["yes", "yes", "yes"]);
    expect(
      checkTogether(OWN, [asking("1", "x", "deny", "y"), asking("2", "z", "deny", "y")], new Map()),
    ).toEqual(["yes", "no"]);
  });

  it("a refused one does not block the others", () => {
    const list = [asking("1", "a", "deny", "held"), asking("2", "a")];
    expect(checkTogether(OWN, list, activeBadges({ 1: ["old"] }))).toEqual(["no", "yes"]);
  });

  it("replace takes the newest badge; a replaced badge no longer counts", () => {
    const list = [asking("1", "a", "replace"), asking("2", "b", "deny", "e"), asking("3", "c", "replace")];
    const old = activeBadges({ 1: ["new", "old"], 2: ["new"], 3: ["new", "old"] });
    expect(checkTogether(OWN, list, old)).toEqual(["new", "yes", "old"]);
  });

  it("replace does not apply to badges of another organization or to an earlier one of the same request", () => {
    expect(
      checkTogether(OWN, [asking("1", "a", "replace")], activeBadges({ 1: ["old"] }, "another")),
    ).toEqual(["no"]);
    expect(checkTogether(OWN, [asking("1", "a"), asking("2", "a", "replace")], new Map())).toEqual([
      "yes",
      "no",
    ]);
  });

  it("allow is never refused, and counts for the requests after it", () => {
    const list = [asking("1", "a"), asking("2", "a", "allow"), asking("3", "b", "allow"), asking("4", "b")];
    expect(checkTogether(OWN, list, activeBadges({ 2: ["old"] }))).toEqual(["yes", "yes", "yes", "no"]);
  });
});
