import { describe, expect, it } from "vitest";
import { routePattern } from "@/lib/http/endpoints/methods";

describe("the pattern of a route", () => {
  const params = { organization_id: "0190", badge_id: "a b" };

  it.each([
    ["/v1/organizations", {}, "/organizations"],
    ["/organizations/0190/badges/", { organization_id: "0190" }, "/organizations/[organization_id]/badges"],
    [
      "/v1/organizations/0190/badges/a%20b/revoke",
      params,
      "/organizations/[organization_id]/badges/[badge_id]/revoke",
    ],
    [
      "/organizations/0190/badges/a b",
      { ...params, badge_id: "a%20b" },
      "/organizations/[organization_id]/badges/[badge_id]",
    ],
    ["/v1/organizations/x/x", { organization_id: "x", id: "x" }, "/organizations/[organization_id]/[id]"],
    [
      "/organizations/0190/no/such/path",
      { organization_id: "0190", unknown: ["no", "such", "path"] },
      "/organizations/[organization_id]/[...unknown]",
    ],
    ["/organizations/%ZZ", { organization_id: "%ZZ" }, "/organizations/[organization_id]"],
    ["/organizations/secret", { organization_id: "0190" }, "other"],
  ])("of %s contains no id", (path, given, expected) => {
    expect(routePattern(path, given)).toBe(expected);
  });
});
