import { describe, expect, it } from "vitest";
import { buildQrPath } from "@/lib/kernel/qr-path";
import { buildMailtoUrl, buildShareAddress } from "@/components/public/badge/share-address";
import { buildEmbedCode, EMBED_SIZES } from "@/lib/credentials/public-pages/choices";
import type { IssuedBadge } from "@/lib/badges/issued/schema";

const badge = {
  id: "0190aaaa-0000-7000-8000-000000000001",
  badge_url: "https://badges.example/badges/0190aaaa-0000-7000-8000-000000000001",
  issued_at_date: "2026-03-09",
  expires_at_date: "2028-11-30",
  badge_template: { name: "R & D “Lead”" },
} as unknown as IssuedBadge;

const linkedInPage = { id: null, name: "東京大学" };
const shared = { badge, linkedInPage, text: "text" };

const readParameters = (address: string | null) => Object.fromEntries(new URL(address ?? "").searchParams);

describe("the link to LinkedIn", () => {
  it("contains the certification, its issuer, both months and its address", () => {
    const address = buildShareAddress("linkedin", shared);
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

  it("has the number of the issuer's page instead of its name", () => {
    const page = { ...linkedInPage, id: "1337" };
    const address = buildShareAddress("linkedin", { ...shared, linkedInPage: page });
    expect(readParameters(address)).toMatchObject({ organizationId: "1337", certId: badge.id });
    expect(address).not.toContain("organizationName");
  });

  it("has no expiration for a badge without one", () => {
    const names = Object.keys(
      readParameters(
        buildShareAddress("linkedin", { ...shared, badge: { ...badge, expires_at_date: null } }),
      ),
    );
    expect(names).not.toContain("expirationYear");
    expect(names).not.toContain("expirationMonth");
  });
});

describe("the links to post or send a badge", () => {
  it("contain its address and the text, escaped, and nothing else", () => {
    const read = (channel: string, text: string) => {
      const { origin, pathname, searchParams } = new URL(
        buildShareAddress(channel, { ...shared, text }) ?? "",
      );
      return [origin + pathname, Object.fromEntries(searchParams)];
    };
    expect(read("linkedin_post", "text")).toEqual([
      "https://www.linkedin.com/sharing/share-offsite/",
      { url: badge.badge_url },
    ]);
    expect(read("x", "R & D 「Lead」 #1")).toEqual([
      "https://x.com/intent/post",
      { text: "R & D 「Lead」 #1", url: badge.badge_url },
    ]);
    expect(read("whatsapp", "50 % & more")).toEqual([
      "https://wa.me/",
      { text: `50 % & more ${badge.badge_url}` },
    ]);
  });

  it("do not exist for any other name", () => {
    for (const name of ["email", "facebook", "constructor", "__proto__", "https://evil.example"])
      expect(buildShareAddress(name, shared)).toBeNull();
  });
});

describe("the code to embed", () => {
  it("shows the badge in a frame at our own address, with its name escaped", () => {
    const code = buildEmbedCode(
      { id: badge.id, url: badge.badge_url, name: 'A "b" <c> & d' },
      EMBED_SIZES.small,
    );
    expect(code).toContain(`src="https://badges.example/embed/badges/${badge.id}"`);
    expect(code).toContain('title="A &quot;b&quot; &lt;c&gt; &amp; d"');
    expect(code).toContain('width="240"');
  });
});

describe("the mail", () => {
  it("uses spaces and line breaks that mail programs can read", () => {
    expect(buildMailtoUrl("A b", "c & d")).toBe("mailto:?subject=A%20b&body=c%20%26%20d");
  });
});

/** The rows of the code without its margin: true is dark. */
function readModules(address: string): boolean[][] {
  const { path, size } = buildQrPath(address);
  const count = size - 8;
  const rows = Array.from({ length: count }, () => Array.from({ length: count }, () => false));
  for (const [, column, row] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    const line = rows[Number(row) - 4];
    if (line) line[Number(column) - 4] = true;
  }
  return rows;
}

const FINDER = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"];

describe("the QR code", () => {
  it("has the finder patterns, timing lines and size of ISO/IEC 18004", () => {
    const rows = readModules(badge.badge_url);
    expect((rows.length - 17) % 4).toBe(0);
    const corner = (top: number, left: number) =>
      rows.slice(top, top + 7).map((row) =>
        row
          .slice(left, left + 7)
          .map(Number)
          .join(""),
      );
    const far = rows.length - 7;
    for (const found of [corner(0, 0), corner(0, far), corner(far, 0)]) expect(found).toEqual(FINDER);
    for (let step = 8; step < far - 1; step += 1) {
      expect([rows[6]?.[step], rows[step]?.[6]]).toEqual([step % 2 === 0, step % 2 === 0]);
    }
  });

  it("differs for another address", () => {
    expect(buildQrPath(badge.badge_url).path).not.toBe(buildQrPath(`${badge.badge_url}0`).path);
  });
});
