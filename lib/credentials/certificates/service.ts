import { getEarnerBadge } from "@/lib/badges/issued/earner";
import type { Caller, Earner } from "@/lib/access/callers/caller";
import { badRequest, unprocessable } from "@/lib/kernel/errors";
import { getCachedFile } from "@/lib/platform/files/file-cache";
import { isLocale, type Locale, toLocale } from "@/lib/kernel/locales";
import { limitConcurrency } from "@/lib/platform/limits/limit-concurrency";
import { takeDrawing } from "@/lib/credentials/public-pages/drawing-limit";
import {
  getCertificateStamp,
  getDrawnBadge,
  getPublicCertificateStamp,
} from "@/lib/credentials/public-pages/service";
import { applyChanges, readNewImages } from "@/lib/art/certificate-designs/images";
import type {
  CertificateDesignInput,
  CertificatePreviewInput,
  StoredDesign,
  CertificatePreview,
} from "@/lib/art/certificate-designs/schema";
import { getCertificateDesign } from "@/lib/art/certificate-designs/service";
import {
  getDesignOfBadge,
  getTemplateCertificateDesign,
} from "@/lib/art/certificate-designs/template-designs";
import { drawCertificate, drawCertificatePicture } from "./drawing";
import { loadLook } from "./look";
import type { CertificatePreviewRow, CertificateRow, NamedCertificateRow } from "./serializer";
import { buildCertificateTexts } from "./texts";
import { renderGeneratedArt } from "@/lib/art/design/service";
import { clock } from "@/lib/kernel/clock";
import { findSample } from "./queries";
import { buildPalette } from "@/lib/art/drawing/color";
import { contrast } from "@/lib/art/drawing/oklch";
import { LIGHT } from "@/lib/kernel/palette";

/** The contrast of meaningful graphics (WCAG 2.2, 1.4.11). */
const GRAPHICS_CONTRAST = 3;

/** Lists the problems of a design's colour. Text is always drawn in a readable shade of it. */
function listColorWarnings(color: string | null): CertificatePreview["warnings"] {
  if (color === null) return [];
  const { band } = buildPalette(color, "paper");
  return contrast(band, LIGHT.canvas) < GRAPHICS_CONTRAST
    ? [{ field: "color", message: "is pale on white paper. Frames and bands are hard to see." }]
    : [];
}

const PREVIEWED_ID = "00000000-0000-4000-8000-000000000000";
const PREVIEW_DAYS = 730;
const EVIDENCE_COUNT = 2;

/** Shows how names in Japanese look. */
const buildJapaneseWords = () => ({
  earner: "佐藤 花子",
  name: "データ分析の基礎",
  description: "データの収集、整理、可視化、統計の基本を学び、実際の課題で確かめました。",
  skills: ["データ分析", "統計", "可視化"],
  timeToEarn: "40時間",
  locale: "ja" as const,
});

/** What a certificate shows of an organization that has no template yet. */
const buildSampleTemplate = () => ({
  name: "Data analysis basics",
  description: "Collects, cleans and charts data, and explains what the figures mean.",
  skills: ["Data analysis", "Statistics", "Charts"],
  timeToEarn: "40 hours",
  image: null,
});

type SampleBadge = Awaited<ReturnType<typeof buildSample>>;

/** Returns what a certificate of a badge template shows, of the newest one without an id, or of a sample. */
async function buildSample(
  caller: Caller,
  sample: CertificatePreviewInput["sample"],
  templateId: string | null,
) {
  const organization = await findSample(caller.organizationId, templateId);
  const { image, ...shown } = organization.badgeTemplates[0] ?? buildSampleTemplate();
  const words =
    sample === "japanese" ? buildJapaneseWords() : { ...shown, earner: "Ada Okafor", locale: "en" as const };
  const issuedOn = clock.now();
  return {
    ...words,
    issuer: organization.name,
    art: image?.bytes ?? (await renderGeneratedArt(caller, words.name, caller.organizationId)),
    domain: organization.verifiedDomain,
    color: organization.primaryHexColor,
    logoId: organization.photoId,
    id: PREVIEWED_ID,
    issuedOn,
    expiresOn: new Date(issuedOn.getTime() + PREVIEW_DAYS * 86_400_000),
    validity: "valid" as const,
    evidenceCount: EVIDENCE_COUNT,
    isPublic: true,
  };
}

/** Part of the cache key. Increase it when the drawing changes. */
const DRAWING_VERSION = 4;

/**
 * Returns a certificate from the cache, or draws it. `visitor` is the client's address for the rate limit, null for
 * the earner.
 */
async function getCachedCertificate(
  { id, stamp, locale }: { id: string; stamp: string; locale: Locale },
  clientAddress: string | null,
): Promise<CertificateRow> {
  const pdf = await getCachedFile(`certificate ${DRAWING_VERSION} ${id} ${locale} ${stamp}`, async () => {
    if (clientAddress !== null) await takeDrawing(clientAddress);
    const badge = await getDrawnBadge(id);
    const design = await getDesignOfBadge(badge);
    const texts = await buildCertificateTexts(badge, locale, design);
    return drawCertificate(texts, await loadLook(design, badge));
  });
  return { pdf, stamp };
}

/**
 * Returns the certificate of a public badge as a PDF. It is drawn once for each change of the badge. Throws 404 for a
 * private badge, 410 for a revoked one, and 429 when too many were drawn for this client address.
 */
export const getPublicCertificate = async (
  id: string,
  locale: Locale,
  clientAddress: string,
): Promise<CertificateRow> =>
  getCachedCertificate({ id, stamp: await getPublicCertificateStamp(id), locale }, clientAddress);

/** Reads the requested language of a certificate, null when the query names none. Throws 400 for an unknown one. */
export function readCertificateLocale(query: URLSearchParams): Locale | null {
  const locale = query.get("locale");
  if (locale !== null && !isLocale(locale)) throw badRequest("invalid_parameter", "There is no such locale.");
  return locale;
}

/**
 * Returns the certificate of one of the earner's accepted badges, public or private, in `chosen` or else in the
 * language of the badge. Throws 404 for badges of other people, and 422 naming the state of a badge that is not
 * accepted.
 */
export async function getCertificate(
  earner: Earner,
  badgeId: string,
  chosenLocale: Locale | null,
): Promise<NamedCertificateRow> {
  const badge = await getEarnerBadge(earner, badgeId);
  if (badge.state !== "accepted") {
    const message = `This badge is ${badge.state}: only an accepted badge has a certificate.`;
    throw unprocessable("not_accepted", message);
  }
  const locale = chosenLocale ?? toLocale(badge.locale);
  const certificate = await getCachedCertificate(
    { id: badge.id, stamp: await getCertificateStamp(badge.id), locale },
    null,
  );
  return { ...certificate, id: badge.id, badge: badge.badgeTemplate.name };
}

const drawOneAtATime = limitConcurrency("Drawing", 1, 20);

async function drawPreview(
  stored: StoredDesign,
  given: CertificateDesignInput,
  badge: SampleBadge,
): Promise<CertificatePreviewRow> {
  const images = await readNewImages(given);
  const design = applyChanges(stored, given);
  const texts = await buildCertificateTexts(badge, badge.locale, design);
  const png = await drawOneAtATime(async () => {
    const kept = await loadLook(design, badge);
    const logo = (design.show_logo ? images.logo : null) ?? kept.logo;
    const signatures = kept.signatures.map((one, index) => images.signatures[index] ?? one);
    return drawCertificatePicture(texts, { ...kept, logo, signatures });
  });
  return { png, warnings: listColorWarnings(design.color) };
}

/** Draws what certificates of the organization would look like with these changes. Nothing is stored. */
export async function previewCertificate(
  caller: Caller,
  { design, sample }: CertificatePreviewInput,
): Promise<CertificatePreviewRow> {
  const [stored, badge] = await Promise.all([
    getCertificateDesign(caller),
    buildSample(caller, sample, null),
  ]);
  return drawPreview(stored.design, design, badge);
}

/**
 * Draws what certificates of a template's badges would look like with these changes. Nothing is stored. Throws 404 for
 * an unknown template.
 */
export async function previewTemplateCertificate(
  caller: Caller,
  templateId: string,
  { design, sample }: CertificatePreviewInput,
): Promise<CertificatePreviewRow> {
  const stored = await getTemplateCertificateDesign(caller, templateId);
  return drawPreview(stored.design, design, await buildSample(caller, sample, templateId));
}
