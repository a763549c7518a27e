import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { normalizeRequest } from "@/lib/http/server/normalize-request";

const plain = (url: string, headers: Record<string, string> = {}) => {
  const request = { url, headers: { ...headers } };
  normalizeRequest(request as unknown as IncomingMessage);
  return request;
};

describe("a request", () => {
  it.each([
    ["//v1/organizations", "/v1/organizations"],
    ["/v1//organizations///x/", "/v1/organizations/x/"],
    ["//evil.example//badges?a=//b?c=//d", "/evil.example/badges?a=//b?c=//d"],
    ["/badges?a=//b", "/badges?a=//b"],
    ["/v1/organizations/x/./badges/../events?a=/../b", "/v1/organizations/x/events?a=/../b"],
    ["/v1/organizations/x/%2e%2E/y/..", "/v1/organizations/"],
    ["/..", "/"],
    ["/\\\\evil.example/x", "/evil.example/x"],
    ["/badges/x#part", "/badges/x"],
    ["/v1/organizations/[organization_id]?a[]=1", "/v1/organizations/%5Borganization_id%5D?a[]=1"],
    ["/v1/organizations/.x/a..b", "/v1/organizations/.x/a..b"],
    ["/", "/"],
  ])("to %s is handled as one to %s", (url, expected) => {
    expect(plain(url).url).toBe(expected);
  });

  it("asks for the whole response, never for a part of it", () => {
    expect(plain("/openapi.json", { range: "bytes=9-1", accept: "*/*" }).headers).toEqual({ accept: "*/*" });
  });

  it("to the API has no headers of pages; one to a page has them", () => {
    const headers = { rsc: "1", "next-router-prefetch": "1", accept: "*/*" };
    for (const url of [
      "/v1/organizations",
      "//organizations/x?y",
      "/oauth/token",
      "/v1/me/badges",
      "/v1.1/cle_logs",
      "/auth/lti",
    ]) {
      expect(plain(url, headers).headers, url).toEqual({ accept: "*/*" });
    }
    for (const url of ["/console/x", "/badges/x", "/organizationsx", "/menu"]) {
      expect(plain(url, headers).headers, url).toEqual(headers);
    }
  });
});
