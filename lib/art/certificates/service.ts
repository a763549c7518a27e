import { getEarnerBadge } from "@/lib/badges/issued/earner";
import type { Earner } from "@/lib/access/callers/caller";
import { badRequest, unprocessable } from "@/lib/kernel/errors";
import { keptFile } from "@/lib/platform/files/kept-files";
import { isLocale, type Locale, knownLocale } from "@/lib/kernel/locales";
import { takeDrawing } from "@/lib/credentials/public-pages/drawing-limit";
import { badgeStamp, getDrawnBadge, publicStamp } from "@/lib/credentials/public-pages/service";
import { drawCertificate } from "./drawing";
import type { CertificateRow, NamedCertificateRow } from "./serializer";
import { certificateWords } from "./words";

/** Raised when certificates are drawn in another way. */
const VERSION = 1;

/** `visitor`: the client's address, when it is not the earner who asks. */
async function certificateOf(
  { id, stamp, locale }: { id: string; stamp: string; locale: Locale },
  visitor: string | null,
): Promise<CertificateRow> {
  const pdf = await keptFile(`certificate ${VERSION} ${id} ${locale} ${stamp}`, async () => {
    if (visitor !== null) await takeDrawing(visitor);
    const badge = await getDrawnBadge(id);
    return drawCertificate(await certificateWords(badge, locale), badge);
  });
  return { pdf, stamp };
}

/**
 * The certificate of a public badge as a PDF, drawn once for each change; 404 for a private one, 410 for a revoked one, 429
 * for a visitor (the client's address) for whom too many were drawn.
 */
export const getPublicCertificate = async (
  id: string,
  locale: Locale,
  visitor: string,
): Promise<CertificateRow> => certificateOf({ id, stamp: await publicStamp(id), locale }, visitor);

/** Reads the language that a certificate is asked for in; null when the query names none. 400 for an unknown one. */
export function readCertificateLocale(query: URLSearchParams): Locale | null {
  const locale = query.get("locale");
  if (locale !== null && !isLocale(locale)) throw badRequest("invalid_parameter", "There is no such locale.");
  return locale;
}

/**
 * The certificate of the earner's own accepted badge, private ones too, in the language of `locale` or else of the badge;
 * 404 for badges of others, 422 that names the state of one that is not accepted.
 */
export async function getCertificate(
  earner: Earner,
  badgeId: string,
  chosen: Locale | null,
): Promise<NamedCertificateRow> {
  const badge = await getEarnerBadge(earner, badgeId);
  if (badge.state !== "accepted") {
    const message = `This badge is ${badge.state}: only an accepted one has a certificate.`;
    throw unprocessable("not_accepted", message);
  }
  const locale = chosen ?? knownLocale(badge.locale);
  const made = await certificateOf({ id: badge.id, stamp: await badgeStamp(badge.id), locale }, null);
  return { ...made, id: badge.id, badge: badge.badgeTemplate.name };
}
