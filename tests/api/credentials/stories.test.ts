import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { getBadgeStory } from "@/lib/credentials/cards/service";
import { drawStory } from "@/lib/credentials/cards/story-drawing";
import type { Locale } from "@/lib/kernel/locales";
import { newId } from "@/lib/kernel/ids";
import { acceptByLink, createPendingBadge } from "../../support/badges/badges";
import { createTestOrganization, createTemplate, type TestOrganization } from "../../support/builders";
import { createEarner, type TestEarner } from "../../support/accounts/earners";

const VISITOR = "203.0.113.21";

let organization: TestOrganization;
let earner: TestEarner;

async function issueAccepted(name: string, changes: Record<string, unknown> = {}): Promise<string> {
  const { id: templateId } = await createTemplate(organization, { name });
  const fields = { recipient_email: earner.email, ...changes };
  const { id } = await createPendingBadge(organization, templateId, fields);
  await acceptByLink(id);
  return id;
}

/** The rectangle of all pixels that differ from the white of the panel, in the area of the texts. */
async function measureTexts(png: Buffer) {
  const area = { left: 80, top: 925, width: 920, height: 585 };
  const { data, info } = await sharp(png).extract(area).removeAlpha().greyscale().raw().toBuffer({
    resolveWithObject: true,
  });
  const inked = [...data.entries()].filter(([, value]) => value < 200).map(([index]) => index);
  const columns = inked.map((index) => index % info.width);
  const rows = inked.map((index) => Math.floor(index / info.width));
  const range = (values: number[]): { first: number; last: number } =>
    values.reduce(
      ({ first, last }, value) => ({ first: Math.min(first, value), last: Math.max(last, value) }),
      { first: Infinity, last: -1 },
    );
  return { pixels: inked.length, columns: range(columns), rows: range(rows) };
}

beforeAll(async () => {
  organization = await createTestOrganization("Harbor College");
  earner = await createEarner();
});

describe("the story image of a public badge", () => {
  it("is a PNG of 1080 by 1920 pixels, the same for each request and another one after a change", async () => {
    const id = await issueAccepted("Life Between Tides");
    const { png, stamp } = await getBadgeStory(id, "en", VISITOR);
    expect(await sharp(png).metadata()).toMatchObject({ format: "png", width: 1080, height: 1920 });
    expect((await getBadgeStory(id, "en", VISITOR)).png.equals(png)).toBe(true);
    await organization.client.put("", { primary_hex_color: "#7a1f4e" });
    const after = await getBadgeStory(id, "en", VISITOR);
    expect(after.stamp).not.toBe(stamp);
    expect(after.png.equals(png)).toBe(false);
  });

  it("has its heading in the reader's language, with the glyphs of that language", async () => {
    const id = await issueAccepted("潮間帯の生物", {
      issued_to_first_name: "さくら",
      issued_to_last_name: "田中",
    });
    const locales: Locale[] = ["en", "de", "fr", "ja", "ko", "zh-CN"];
    const pictures: string[] = [];
    for (const locale of locales) {
      const { png } = await getBadgeStory(id, locale, VISITOR);
      pictures.push(png.toString("base64"));
      expect((await measureTexts(png)).pixels).toBeGreaterThan(5_000);
    }
    expect(new Set(pictures).size).toBe(locales.length);
  });

  it.each([
    ["a long German word", "Donaudampfschifffahrtsgesellschaft ".repeat(7).trim(), "Maximilian".repeat(12)],
    ["a long Japanese name", "潮間帯の生物学入門".repeat(20), "長い名前".repeat(30)],
    ["a long Korean name", "조간대 생물학 입문 ".repeat(20).trim(), "긴이름".repeat(40)],
    ["no character that can be drawn", "🐚🐚🐚", "🐙"],
  ])("fits its texts between the art and the edge of the panel: %s", async (_case, name, who) => {
    const badge = {
      id: newId(),
      name,
      earner: who,
      issuer: "Universität für Meereskunde und Küstenforschung ".repeat(4).trim(),
      domain: "meereskunde.example",
      color: "#f2d024",
      art: new Uint8Array(
        await sharp({ create: { width: 600, height: 600, channels: 3, background: "#226699" } })
          .png()
          .toBuffer(),
      ),
      issuerId: newId(),
      templateId: newId(),
      templateOwnerId: newId(),
      logoId: null,
      issuedOn: new Date("2026-11-01"),
      expiresOn: null,
      validity: "valid" as const,
      description: "",
      skills: [],
      timeToEarn: null,
      evidenceCount: 0,
      isPublic: true,
    };
    const { columns, rows, pixels } = await measureTexts(
      await drawStory(badge, { heading: "I earned this badge", host: "badges.example" }),
    );
    expect(pixels).toBeGreaterThan(500);
    expect(columns.first).toBeGreaterThan(40);
    expect(columns.last).toBeLessThan(880);
    expect(rows.first).toBeGreaterThan(8);
    expect(rows.last).toBeLessThan(578);
  });

  it("404 for a private badge and an unknown one, 410 for a revoked one", async () => {
    const id = await issueAccepted("Knots");
    await earner.client.patch(`/badges/${id}`, { public: false });
    await expect(getBadgeStory(id, "en", VISITOR)).rejects.toMatchObject({ status: 404 });
    await expect(getBadgeStory(newId(), "en", VISITOR)).rejects.toMatchObject({ status: 404 });
    await expect(getBadgeStory("../x", "en", VISITOR)).rejects.toMatchObject({ status: 404 });
    await organization.client.put(`/badges/${id}/revoke`, { reason: "No." });
    await expect(getBadgeStory(id, "en", VISITOR)).rejects.toMatchObject({ status: 410 });
  });
});
