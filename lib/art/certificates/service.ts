import { getEarnerBadge } from "@/lib/badges/issued/earner";
import type { Caller, Earner } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { badRequest, unprocessable } from "@/lib/kernel/errors";
import { getCachedFile } from "@/lib/platform/files/file-cache";
import { isLocale, type Locale, toLocale } from "@/lib/kernel/locales";
import { limitConcurrency } from "@/lib/platform/limits/limit-concurrency";
import { takeDrawing } from "@/lib/credentials/public-pages/drawing-limit";
import { getBadgeStamp, getDrawnBadge, getPublicBadgeStamp } from "@/lib/credentials/public-pages/service";
import type { CertificatePreviewInput, StoredDesign } from "@/lib/art/certificate-designs/schema";
import {
  applyChanges,
  getDesignOf,
  keepImages,
  readSignatureImages,
} from "@/lib/art/certificate-designs/service";
import { renderGeneratedArt } from "@/lib/art/design/service";
import { getImageBytes } from "@/lib/art/images/service";
import { drawCertificate, drawCertificatePicture } from "./drawing";
import type { CertificateLook } from "./look";
import type { CertificatePreviewRow, CertificateRow, NamedCertificateRow } from "./serializer";
import { buildCertificateTexts } from "./texts";
import { findSample } from "./queries";
import { listColorWarnings } from "./warnings";

/** Part of the cache key. Increase it when the drawing changes. */
const DRAWING_VERSION = 2;

/** The bytes of an image; null for one that was deleted. */
async function findImageBytes(id: string | null): Promise<Uint8Array | null> {
  return id === null ? null : getImageBytes(id).catch(() => null);
}

type Drawn = { art: Uint8Array; color: string | null; logoId: string | null };

/** Loads the images of a design. */
const loadLook = async (design: StoredDesign, { art, color, logoId }: Drawn): Promise<CertificateLook> => ({
  design,
  art,
  color: design.color ?? color,
  logo: design.show_logo ? await findImageBytes(logoId) : null,
  signatures: await Promise.all(design.signatures.map(({ image_id: id }) => findImageBytes(id))),
});

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
    const design = await getDesignOf(badge.issuerId);
    const texts = await buildCertificateTexts(badge, locale, { hasExpiry: design.show_expiry });
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
  getCachedCertificate({ id, stamp: await getPublicBadgeStamp(id), locale }, clientAddress);

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
    { id: badge.id, stamp: await getBadgeStamp(badge.id), locale },
    null,
  );
  return { ...certificate, id: badge.id, badge: badge.badgeTemplate.name };
}

const PREVIEWED_ID = "00000000-0000-4000-8000-000000000000";
const PREVIEW_DAYS = 730;
const drawOneAtATime = limitConcurrency(1, 20);

/** The sample that shows how names in Japanese look. */
const JAPANESE = { earner: "佐藤 花子", name: "データ分析の基礎", locale: "ja" } as const;
const ENGLISH = { earner: "Ada Okafor", locale: "en" } as const;

/** Returns the texts of a certificate of the organization's newest badge template, or of a sample. */
async function buildSample(caller: Caller, sample: CertificatePreviewInput["sample"]) {
  const {
    name: issuer,
    verifiedDomain,
    primaryHexColor,
    photoId,
    badgeTemplates,
  } = await findSample(caller.organizationId);
  const template = badgeTemplates[0];
  const words =
    sample === "japanese" ? JAPANESE : { name: template?.name ?? "Data analysis basics", ...ENGLISH };
  const art = template?.image.bytes ?? (await renderGeneratedArt(caller, words.name, caller.organizationId));
  const issuedOn = clock.now();
  return {
    ...words,
    issuer,
    art,
    domain: verifiedDomain,
    color: primaryHexColor,
    logoId: photoId,
    id: PREVIEWED_ID,
    issuedOn,
    expiresOn: new Date(issuedOn.getTime() + PREVIEW_DAYS * 86_400_000),
    isPublic: true,
  };
}

/** Draws what certificates would look like with these changes. Nothing is stored. */
export async function previewCertificate(
  caller: Caller,
  { design: given, sample }: CertificatePreviewInput,
): Promise<CertificatePreviewRow> {
  const [images, stored, badge] = await Promise.all([
    readSignatureImages(given.signatures),
    getDesignOf(caller.organizationId),
    buildSample(caller, sample),
  ]);
  const design = {
    ...applyChanges(stored, given),
    signatures: given.signatures ? keepImages(stored, given.signatures) : stored.signatures,
  };
  const look = await loadLook(design, badge);
  look.signatures = look.signatures.map((kept, index) => images[index] ?? kept);
  const texts = await buildCertificateTexts(badge, badge.locale, { hasExpiry: design.show_expiry });
  const png = await drawOneAtATime(() => drawCertificatePicture(texts, look));
  return { png, warnings: listColorWarnings(design.color) };
}
