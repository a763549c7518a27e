import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { extractText, getDocumentProxy, getMeta } from "unpdf";
import sharp from "sharp";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { GET as card } from "@/app/(public)/badges/[badge_id]/card.png/route";
import * as drawing from "@/lib/credentials/cards/drawing";
import { takeDrawing } from "@/lib/credentials/public-pages/drawing-limit";
import { getBadgeCard } from "@/lib/credentials/cards/service";
import { getPublicCertificate } from "@/lib/credentials/certificates/service";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { acceptByLink, createPendingBadge } from "../../support/badges/badges";
import { createTestOrganization, createTemplate, type TestOrganization } from "../../support/builders";
import { ORIGIN } from "../../support/http/client";
import { createEarner, type TestEarner } from "../../support/accounts/earners";
import { dispatch } from "../../support/http/routes";

const VISITOR = "203.0.113.9";

let organization: TestOrganization;
let earner: TestEarner;
let badge: { id: string };

async function issueAccepted(changes: Record<string, unknown> = {}) {
  const { id: templateId } = await createTemplate(organization, changes.template as Record<string, unknown>);
  const created = await createPendingBadge(organization, templateId, {
    recipient_email: earner.email,
    ...changes,
  });
  await acceptByLink(created.id);
  return created;
}

/** Text and metadata of a PDF as a reader shows them. */
async function readPdf(bytes: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text, totalPages } = await extractText(document, { mergePages: true });
  return { text: text.replace(/\s+/g, " "), totalPages, info: (await getMeta(document)).info };
}

const downloadCertificate = (id: string, query = "", headers: Record<string, string> = earner.headers) =>
  dispatch(new Request(`${ORIGIN}/v1/me/badges/${id}/certificate${query}`, { headers }));

beforeAll(async () => {
  organization = await createTestOrganization("Harbor College");
  earner = await createEarner();
  badge = await issueAccepted({
    template: { name: "Life Between Tides" },
    expires_at: "2028-03-01T12:00:00Z",
  });
});

describe("GET /me/badges/{badge_id}/certificate", () => {
  it("200: one page with earner, badge, issuer, dates and URL, in the requested language", async () => {
    const response = await downloadCertificate(badge.id, "?locale=de");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(response.headers.get("content-disposition")).toBe(
      `attachment; filename="${badge.id}.pdf"; filename*=UTF-8''Life%20Between%20Tides.pdf`,
    );
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { text, totalPages, info } = await readPdf(new Uint8Array(await response.arrayBuffer()));
    expect(totalPages).toBe(1);
    for (const part of [
      "Hiermit wird bescheinigt: Ada Okafor hat das folgende Badge erworben Life Between Tides",
      "Ausgestellt von: Harbor College",
      "Ausgestellt am: 1. April 2026",
      "Gültig bis: 1. März 2028",
      `${env().APP_URL}/badges/${badge.id}`,
    ]) {
      expect(text).toContain(part);
    }
    expect(info).toMatchObject({
      Title: "Zertifikat: Life Between Tides",
      Language: "de",
      Author: "Harbor College",
    });
  });

  it("200: prints names in Chinese, Japanese and Korean, and skips characters that no font has", async () => {
    const other = await issueAccepted({
      template: { name: "潮間帯の生物学 🐚" },
      issued_to_first_name: "田中",
      issued_to_last_name: "さくら",
    });
    const { text } = await readPdf(
      new Uint8Array(await (await downloadCertificate(other.id, "?locale=ja")).arrayBuffer()),
    );
    expect(text).toContain("田中 さくら 上記の者は次のバッジを取得しました 潮間帯の生物学");
    const korean = await issueAccepted({ issued_to_first_name: "민지", issued_to_last_name: "김" });
    const { text: second } = await readPdf(
      new Uint8Array(await (await downloadCertificate(korean.id, "?locale=zh-CN")).arrayBuffer()),
    );
    expect(second).toContain("兹证明 민지 김 获得了以下徽章");
  });

  it.each([
    ["潮間帯の生物学", "潮間帯の生物学.pdf"],
    ["Ærø: 50 % 'sea'/(land)*", "Ærø 50 % 'sea' (land).pdf"],
    ["..\u202Efdp", "fdp.pdf"],
    ["海".repeat(200), `${"海".repeat(80)}.pdf`],
    ["???", null],
  ])("200: a file named after the badge where possible: %.30s", async (name, called) => {
    const { id } = await issueAccepted({ template: { name } });
    const disposition = (await downloadCertificate(id)).headers.get("content-disposition") ?? "";
    const [, fallback, encoded] =
      /^attachment; filename="(.*)"; filename\*=UTF-8''(\S+)$/.exec(disposition) ?? [];
    expect(fallback).toBe(`${id}.pdf`);
    expect(decodeURIComponent(encoded ?? "")).toBe(called ?? `${id}.pdf`);
    expect(encoded).toMatch(/^[\w.!~%-]+$/);
  });

  it("200: states for a private badge that its URL does not open", async () => {
    const hidden = await issueAccepted();
    await earner.client.patch(`/badges/${hidden.id}`, { public: false });
    const { text } = await readPdf(
      new Uint8Array(await (await downloadCertificate(hidden.id)).arrayBuffer()),
    );
    expect(text).toContain("This badge is private");
  });

  it("400: an unknown language", async () => {
    expect((await downloadCertificate(badge.id, "?locale=xx")).status).toBe(400);
  });

  it("401: not signed in", async () => {
    expect((await downloadCertificate(badge.id, "", {})).status).toBe(401);
  });

  it("404: another earner's badge, or one without an earner", async () => {
    const other = await createEarner();
    expect((await downloadCertificate(badge.id, "", other.headers)).status).toBe(404);
    expect((await downloadCertificate(newId())).status).toBe(404);
  });

  it("422: a badge that was not yet accepted", async () => {
    const { id: templateId } = await createTemplate(organization);
    const pending = await createPendingBadge(organization, templateId, { recipient_email: earner.email });
    const response = await downloadCertificate(pending.id);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain("This badge is pending");
  });
});

describe("share images and certificates of a public badge", () => {
  it("include a card of 1200 by 630 pixels", async () => {
    const { png } = await getBadgeCard(badge.id, VISITOR);
    expect(await sharp(png).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
  });

  it("are drawn once for concurrent requests, cached, and drawn again when the badge changes", async () => {
    const other = await issueAccepted({ template: { name: "Changing" } });
    const draw = vi.spyOn(drawing, "drawCard");
    const all = await Promise.all(Array.from({ length: 10 }, () => getBadgeCard(other.id, VISITOR)));
    expect(new Set(all.map(({ stamp }) => stamp)).size).toBe(1);
    await getBadgeCard(other.id, VISITOR);
    expect(draw).toHaveBeenCalledTimes(1);
    await organization.client.put("", { name: "Harbour College" });
    await getBadgeCard(other.id, VISITOR);
    expect(draw).toHaveBeenCalledTimes(2);
    expect((await readdir(join(env().DATA_DIR, "made"))).every((name) => /^[0-9a-f]{64}$/.test(name))).toBe(
      true,
    );
    await organization.client.put("", { name: "Harbor College" });
  });

  it("429: for a client with too many new drawings, but not for cached ones", async () => {
    const visitor = "203.0.113.77";
    const [one, other] = [await issueAccepted({}), await issueAccepted({})];
    env().RATE_LIMIT = 600;
    try {
      await getBadgeCard(one.id, visitor);
      for (let count = 1; count < 120; count += 1) await takeDrawing(visitor);
      await expect(getBadgeCard(other.id, visitor)).rejects.toMatchObject({ status: 429 });
      await expect(getBadgeCard(one.id, visitor)).resolves.toHaveProperty("png");
      await expect(getBadgeCard(other.id, VISITOR)).resolves.toHaveProperty("png");
    } finally {
      env().RATE_LIMIT = null;
    }
  });

  it("include a certificate with a name longer than any line", async () => {
    const other = await issueAccepted({
      template: { name: "Donaudampfschifffahrtsgesellschaft ".repeat(6).trim() },
      issued_to_first_name: "Maximilian Alexander".repeat(4),
    });
    const { pdf } = await getPublicCertificate(other.id, "fr-CA", VISITOR);
    expect((await readPdf(pdf)).totalPages).toBe(1);
  });

  it("are not available for a private badge (404) or a revoked one (410)", async () => {
    const other = await issueAccepted();
    const getShareImage = async () => {
      const context = { params: Promise.resolve({ badge_id: other.id }) };
      const { status, headers } = await card(new Request(`${ORIGIN}/badges/${other.id}/card.png`), context);
      return [status, headers.get("cache-control")];
    };
    expect(await getShareImage()).toEqual([200, "no-cache"]);
    await earner.client.patch(`/badges/${other.id}`, { public: false });
    expect(await getShareImage()).toEqual([404, "no-store"]);
    await organization.client.put(`/badges/${other.id}/revoke`, { reason: "No." });
    expect(await getShareImage()).toEqual([410, "no-store"]);
    await expect(getPublicCertificate(other.id, "en", VISITOR)).rejects.toMatchObject({ status: 410 });
  });
});
