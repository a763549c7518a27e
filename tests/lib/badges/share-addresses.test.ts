import { describe, expect, it } from "vitest";
import { buildShareAddress } from "@/lib/badges/engagement/share-addresses";
import type { IssuedBadge } from "@/lib/badges/issued/schema";

const badge = {
  id: "0190aaaa-0000-7000-8000-000000000001",
  badge_url: "https://badges.example/badges/0190aaaa-0000-7000-8000-000000000001",
  issued_at_date: "2026-03-09",
  expires_at_date: "2028-11-30",
  badge_template: { name: "R & D “Lead”" },
  issuer: { summary: "", entities: [{ label: "Issued by", primary: true, entity: { name: "東京大学" } }] },
} as unknown as IssuedBadge;

const readParameters = (address: string | null) => Object.fromEntries(new URL(address ?? "").searchParams);

describe("the link to LinkedIn", () => {
  it("contains the certification, its issuer, both months and its address", () => {
    const address = buildShareAddress("linkedin", badge);
    expect(address).toMatch(/^https:\/\/www\.linkedin\.com\/profile\/add\?startTask=CERTIFICATION_NAME&/);
    expect(readParameters(address)).toEqual({
      startTask: "CERTIFICATION_NAME",
      name: "R & D “Lead”",
      organizationName: "東京大学",
      issueYear: "2026",
      issueMonth: "3",
      expirationYear: "2028",
      expirationMonth: "11",
      certUrl: badge.badge_url,
      certId: badge.id,
    });
  });

  it("has no expiration for a badge without one", () => {
    const names = Object.keys(
      readParameters(buildShareAddress("linkedin", { ...badge, expires_at_date: null })),
    );
    expect(names).not.toContain("expirationYear");
    expect(names).not.toContain("expirationMonth");
  });
});

describe("the links to other networks", () => {
  it("contain the address of the badge, and lead to the network only", () => {
    const read = (channel: string) => {
      const { origin, searchParams } = new URL(buildShareAddress(channel, badge) ?? "");
      return [origin, Object.fromEntries(searchParams)];
    };
    expect(read("x")).toEqual(["https://x.com", { text: "R & D “Lead”", url: badge.badge_url }]);
    expect(read("facebook")).toEqual(["https://www.facebook.com", { u: badge.badge_url }]);
    expect(read("whatsapp")).toEqual(["https://wa.me", { text: `R & D “Lead” ${badge.badge_url}` }]);
  });

  it("do not exist for any other name", () => {
    for (const name of ["email", "constructor", "__proto__", "https://evil.example"])
      expect(buildShareAddress(name, badge)).toBeNull();
  });
});
