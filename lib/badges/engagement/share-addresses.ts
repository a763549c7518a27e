import type { IssuedBadge } from "@/lib/badges/issued/schema";

const splitYearMonth = (date: string): [string, string] => {
  const [year = "", month = ""] = date.split("-");
  return [year, String(Number(month))];
};

/** Builds the LinkedIn address that adds the badge to the profile of the person who opens it. */
function buildLinkedInUrl(badge: IssuedBadge): string {
  const [issueYear, issueMonth] = splitYearMonth(badge.issued_at_date);
  const query = new URLSearchParams({
    startTask: "CERTIFICATION_NAME",
    name: badge.badge_template.name,
    organizationName: badge.issuer.entities[0]?.entity.name ?? "",
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

const withQuery = (address: string, query: Record<string, string>): string =>
  `${address}?${new URLSearchParams(query)}`;

/** The forms of the networks with which a badge is shared. */
const NETWORKS: Record<string, (badge: IssuedBadge) => string> = {
  linkedin: buildLinkedInUrl,
  x: ({ badge_template: { name }, badge_url: url }) =>
    withQuery("https://x.com/intent/post", { text: name, url }),
  facebook: ({ badge_url: u }) => withQuery("https://www.facebook.com/sharer/sharer.php", { u }),
  whatsapp: ({ badge_template: { name }, badge_url: url }) =>
    withQuery("https://wa.me/", { text: `${name} ${url}` }),
};

/** Builds the address of the form with which a badge is shared in a network; null for any other channel. */
export const buildShareAddress = (channel: string, badge: IssuedBadge): string | null =>
  Object.hasOwn(NETWORKS, channel) ? (NETWORKS[channel]?.(badge) ?? null) : null;

const SHARED_IN_PAGE = ["email", "copy_link", "embed"];

/** Whether this is a way to share a badge without leaving the page, which the page reports. */
export const isCountedShare = (channel: string): boolean => SHARED_IN_PAGE.includes(channel);
