import { describe, expect, it } from "vitest";
import { pathIdKind, readPathIds } from "@/lib/http/endpoints/path-ids";
import { operations } from "../../support/http/routes";

const listParameterNames = (pattern: string): string[] => {
  const names = [...pattern.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => name);
  // The organization of the path is the caller's, and handlers read it from there.
  return pattern.startsWith("/organizations/") ? names.slice(1) : names;
};

describe("the ids of a path", () => {
  it.each(operations.map(({ id, pattern, spec }) => ({ id, pattern, ids: spec.ids ?? [] })))(
    "$id: the handler gets each of them, in the order of the path",
    ({ pattern, ids }) => {
      expect(ids).toEqual(listParameterNames(pattern));
    },
  );

  it("are numbers where the folder stands for a number", () => {
    expect(pathIdKind("oauth_application_id")).toBe("integer");
    expect(
      readPathIds({ oauth_application_id: "12", badge_id: "x" }, ["badge_id", "oauth_application_id"]),
    ).toEqual(["x", 12]);
  });

  it("that a route names and its folder does not have are an internal error", () => {
    expect(() => readPathIds({ badge_id: "x" }, ["event_id"])).toThrow("The path has no event_id");
  });
});
