import type { IssuedBadge } from "@/lib/badges/issued/schema";
import { issuerName } from "../wallet/display-state";

const splitYearMonth = (date: string): [string, string] => {
  const [year = "", month = ""] = date.split("-");
  return [year, String(Number(month))];
};

/** Builds the LinkedIn address that adds the badge to the profile of the person who opens it. */
export function buildLinkedInProfileUrl(badge: IssuedBadge): string {
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

/** Builds the LinkedIn address that writes a post with the badge. LinkedIn reads the text from the page. */
export const buildLinkedInPostUrl = (badge: IssuedBadge): string =>
  `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url: badge.badge_url })}`;

/** Builds the X address that writes a post with a text and the badge. */
export const buildXUrl = (badge: IssuedBadge, text: string): string =>
  `https://x.com/intent/post?${new URLSearchParams({ text, url: badge.badge_url })}`;

/** Builds the WhatsApp address that sends a text, which contains the address of the badge. */
export const buildWhatsAppUrl = (text: string): string => `https://wa.me/?text=${encodeURIComponent(text)}`;

/** Builds a `mailto:` address without a recipient (RFC 6068: spaces as %20). */
export const buildMailtoUrl = (subject: string, body: string): string =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;

/** The path of the image of a public badge for stories. */
export const buildStoryPath = (badge: Pick<IssuedBadge, "id">): string => `/badges/${badge.id}/story.png`;
