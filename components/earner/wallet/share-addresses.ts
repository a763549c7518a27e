import type { IssuedBadge } from "@/lib/badges/issued/schema";
import { issuerName } from "./display-state";

const splitYearMonth = (date: string): [string, string] => {
  const [year = "", month = ""] = date.split("-");
  return [year, String(Number(month))];
};

/** Builds the LinkedIn address that adds the badge to the profile of the person who opens it. */
export function buildLinkedInUrl(badge: IssuedBadge): string {
  const [issueYear, issueMonth] = splitYearMonth(badge.issued_at_date);
  const query = new URLSearchParams({
    startTask: "CERTIFICATION_NAME",
    name: badge.badge_template.name,
    organizationName: issuerName(badge),
    issueYear,
    issueMonth,
  });
  if (badge.expires_at_date !== null) {
    const [expirationYear, expirationMonth] = splitYearMonth(badge.expires_at_date);
    query.set("expirationYear", expirationYear);
    query.set("expirationMonth", expirationMonth);
  }
  query.set("certUrl", badge.badge_url);
  query.set("certId", badge.id);
  return `https://www.linkedin.com/profile/add?${query}`;
}

/** Builds a `mailto:` address without a recipient (RFC 6068: spaces as %20). */
export const buildMailtoUrl = (subject: string, body: string): string =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;

/** Width and height of an embedded badge, in CSS pixels. */
export const EMBED_SIZES = { small: [240, 330], medium: [320, 430], large: [480, 560] } as const;
export type EmbedSize = keyof typeof EMBED_SIZES;

const escapeAttribute = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** Builds the HTML code that shows a badge in another web page. */
export function buildEmbedCode(badge: { id: string; url: string; name: string }, size: EmbedSize): string {
  const [width, height] = EMBED_SIZES[size];
  const address = new URL(`/embed/badges/${badge.id}`, badge.url).href;
  const title = escapeAttribute(badge.name);
  return `<iframe src="${address}" title="${title}" width="${width}" height="${height}" loading="lazy" style="border:0"></iframe>`;
}
