import { describe, expect, it } from "vitest";
import { isSameOriginForm } from "@/lib/http/endpoints/same-origin-form";
import { env } from "@/lib/kernel/env";

const sent = (headers: Record<string, string>): boolean =>
  isSameOriginForm(new Request("http://anywhere.example/form", { method: "POST", headers }));

describe("a plain form submission", () => {
  it("is accepted from our own pages and from programs", () => {
    expect(sent({ origin: env().APP_URL })).toBe(true);
    expect(sent({ origin: env().APP_URL, "sec-fetch-site": "same-origin" })).toBe(true);
    expect(sent({ origin: "null", "sec-fetch-site": "same-origin" })).toBe(true);
    expect(sent({ "sec-fetch-site": "same-origin" })).toBe(true);
    expect(sent({})).toBe(true);
  });

  it("is refused from another site and from a sandboxed page, whose origin is hidden", () => {
    expect(sent({ origin: "https://evil.example" })).toBe(false);
    expect(sent({ origin: "https://evil.example", "sec-fetch-site": "same-origin" })).toBe(false);
    expect(sent({ origin: "null" })).toBe(false);
    for (const site of ["cross-site", "same-site", "none"]) {
      expect(sent({ origin: "null", "sec-fetch-site": site }), site).toBe(false);
    }
    expect(sent({ "sec-fetch-site": "cross-site" })).toBe(false);
  });
});
