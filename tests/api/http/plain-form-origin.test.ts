import { describe, expect, it } from "vitest";
import { isSameOriginForm } from "@/lib/http/endpoints/incoming";
import { env } from "@/lib/kernel/env";

const isAcceptedForm = (headers: Record<string, string>): boolean =>
  isSameOriginForm(new Request("http://anywhere.example/form", { method: "POST", headers }));

describe("a plain form submission", () => {
  it("is accepted from our own pages and from programs", () => {
    expect(isAcceptedForm({ origin: env().APP_URL })).toBe(true);
    expect(isAcceptedForm({ origin: env().APP_URL, "sec-fetch-site": "same-origin" })).toBe(true);
    expect(isAcceptedForm({ origin: "null", "sec-fetch-site": "same-origin" })).toBe(true);
    expect(isAcceptedForm({ "sec-fetch-site": "same-origin" })).toBe(true);
    expect(isAcceptedForm({})).toBe(true);
  });

  it("is refused from another site and from a sandboxed page, whose origin is hidden", () => {
    expect(isAcceptedForm({ origin: "https://evil.example" })).toBe(false);
    expect(isAcceptedForm({ origin: "https://evil.example", "sec-fetch-site": "same-origin" })).toBe(false);
    expect(isAcceptedForm({ origin: "null" })).toBe(false);
    for (const site of ["cross-site", "same-site", "none"]) {
      expect(isAcceptedForm({ origin: "null", "sec-fetch-site": site }), site).toBe(false);
    }
    expect(isAcceptedForm({ "sec-fetch-site": "cross-site" })).toBe(false);
  });
});
