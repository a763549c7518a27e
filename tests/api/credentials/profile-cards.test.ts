import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { GET } from "@/app/(public)/users/[slug]/card.png/route";
import { drawProfileCard } from "@/lib/credentials/cards/profile-drawing";
import { getDrawnProfile } from "@/lib/credentials/public-pages/service";
import { createTestOrganization, nextSerial, type TestOrganization } from "../../support/builders";
import { ORIGIN } from "../../support/http/client";
import { createEarner, issueAcceptedBadge, type TestEarner } from "../../support/accounts/earners";
import { sql } from "../../support/platform/database";

let issuer: TestOrganization;

beforeAll(async () => {
  issuer = await createTestOrganization("Harbor College");
});

const readSlug = async ({ client }: TestEarner): Promise<string> =>
  String((await client.get("")).data.url).replace(`${ORIGIN}/users/`, "");

const readCard = (slug: string, headers: Record<string, string> = {}): Promise<Response> =>
  GET(new Request(`${ORIGIN}/users/${slug}/card.png`, { headers }), { params: Promise.resolve({ slug }) });

const readPng = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

/** Whether anything is drawn in a part of the card. */
async function isDrawn(png: Buffer, area: Record<"left" | "top" | "width" | "height", number>) {
  const { data } = await sharp(png).extract(area).removeAlpha().greyscale().raw().toBuffer({
    resolveWithObject: true,
  });
  return data.some((value) => value < 200);
}

describe("the card of a public profile", () => {
  it("is a PNG of 1200 by 630 pixels, the same until the profile changes", async () => {
    const earner = await createEarner();
    await issueAcceptedBadge(issuer, earner);
    const slug = await readSlug(earner);
    const first = await readCard(slug);
    expect([first.status, first.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(first.headers.get("cache-control")).toBe("no-cache");
    const png = await readPng(first);
    expect(await sharp(png).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
    const etag = first.headers.get("etag") ?? "";
    expect((await readCard(slug, { "if-none-match": etag })).status).toBe(304);
    await earner.client.patch("", { headline: "Keeps the harbor" });
    const after = await readCard(slug, { "if-none-match": etag });
    expect(after.status).toBe(200);
    expect((await readPng(after)).equals(png)).toBe(false);
  });

  it("shows public badges only: neither private, expired nor test badges have their image on it", async () => {
    const earner = await createEarner();
    const slug = await readSlug(earner);
    await issueAcceptedBadge(issuer, earner);
    const { arts, total } = await getDrawnProfile(slug);
    expect([arts.length, total]).toEqual([1, 1]);
    const before = await readPng(await readCard(slug));
    await issueAcceptedBadge(issuer, earner, true);
    expect((await readPng(await readCard(slug))).equals(before)).toBe(true);
    await issueAcceptedBadge(issuer, earner, false, { issued_at: "2026-01-01", expires_at: "2026-02-01" });
    const test = await createTestOrganization();
    await sql("UPDATE organizations SET test_of_id = $2 WHERE id = $1", [test.id, issuer.id]);
    await issueAcceptedBadge(test, earner);
    const after = await getDrawnProfile(slug);
    expect(after.arts).toEqual(arts);
    expect(after.total).toBe(3);
  });

  it("404: without a public badge, after the last one became private, and for an unknown address", async () => {
    const earner = await createEarner();
    const slug = await readSlug(earner);
    const badge = await issueAcceptedBadge(issuer, earner, true);
    for (const address of [slug, "unknown", "%00", "\u0000"])
      expect((await readCard(address)).status, address).toBe(404);
    await earner.client.patch(`/badges/${badge.id}`, { public: true });
    expect((await readCard(slug)).status).toBe(200);
    await earner.client.patch(`/badges/${badge.id}`, { public: false });
    const gone = await readCard(slug);
    expect([gone.status, gone.headers.get("cache-control")]).toEqual([404, "no-store"]);
  });

  it("308: an earlier address leads to the card at the current one, while the profile is shown", async () => {
    const earner = await createEarner();
    const former = await readSlug(earner);
    const badge = await issueAcceptedBadge(issuer, earner);
    const current = `nia-${nextSerial()}`;
    await earner.client.patch("", { profile_address: current });
    const moved = await readCard(former);
    expect([moved.status, moved.headers.get("location")]).toEqual([
      308,
      `${ORIGIN}/users/${current}/card.png`,
    ]);
    await earner.client.patch(`/badges/${badge.id}`, { public: false });
    expect((await readCard(former)).status).toBe(404);
  });

  it.each([
    ["a long German headline", "Maximilian".repeat(12), "Donaudampfschifffahrtsgesellschaft ".repeat(4)],
    ["Japanese", "長い名前".repeat(30), "潮間帯の生物学入門".repeat(13)],
    ["nothing that can be drawn", "🐙", "🐚🐚🐚"],
  ])("keeps its margins free: %s", async (_case, name, headline) => {
    const art = await sharp({ create: { width: 300, height: 600, channels: 3, background: "#1f4e79" } })
      .png()
      .toBuffer();
    const arts = Array.from({ length: 6 }, () => new Uint8Array(art));
    const profile = {
      path: "/users/x",
      name,
      headline,
      locale: "de" as const,
      total: 6,
      photo: arts[0] ?? null,
    };
    const texts = { count: "6 Badges", address: `badges.example.org/users/${"x".repeat(40)}` };
    const png = await drawProfileCard({ ...profile, arts }, texts);
    for (const left of [0, 1140])
      expect(await isDrawn(png, { left, top: 0, width: 60, height: 600 }), `at ${left}`).toBe(false);
    expect(await isDrawn(png, { left: 72, top: 340, width: 1056, height: 180 })).toBe(true);
    // Between the badges and the address.
    expect(await isDrawn(png, { left: 0, top: 533, width: 1200, height: 14 })).toBe(false);
  });
});
