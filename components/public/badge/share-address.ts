import type { EngagementChannel } from "@/lib/badges/engagement/choices";
import type { IssuedBadge } from "@/lib/badges/issued/schema";

type SharedBadge = Pick<
  IssuedBadge,
  "id" | "badge_url" | "badge_template" | "issued_at_date" | "expires_at_date"
>;

/** The page of the issuer on LinkedIn: its number if it is known, and otherwise its name. */
export type LinkedInPage = { id: string | null; name: string };

const splitYearMonth = (date: string): [string, string] => {
  const [year = "", month = ""] = date.split("-");
  return [year, String(Number(month))];
};

/** Builds the LinkedIn address that adds the badge to the profile of the person who opens it. */
function buildLinkedInProfileUrl(badge: SharedBadge, page: LinkedInPage): string {
  const [issueYear, issueMonth] = splitYearMonth(badge.issued_at_date);
  const query = new URLSearchParams({
    startTask: "CERTIFICATION_NAME",
    name: badge.badge_template.name,
    ...(page.id === null ? { organizationName: page.name } : { organizationId: page.id }),
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

/** The forms of the networks in which a page is posted. LinkedIn reads the text of a post from the page. */
const POSTS = {
  linkedin_post: (url: string) =>
    `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url })}`,
  x: (url: string, text: string) => `https://x.com/intent/post?${new URLSearchParams({ text, url })}`,
  whatsapp: (url: string, text: string) =>
    `https://wa.me/?${new URLSearchParams({ text: `${text} ${url}` })}`,
} satisfies Partial<Record<EngagementChannel<"share">, (url: string, text: string) => string>>;

export type PostNetwork = keyof typeof POSTS;

/** Builds the address of the form with which a page is posted in a network. */
export const buildPostAddress = (network: PostNetwork, url: string, text: string): string =>
  POSTS[network](url, text);

export type ShareNetwork = PostNetwork | "linkedin";

const isPostNetwork = (channel: string): channel is PostNetwork => Object.hasOwn(POSTS, channel);

/** Builds the address of the form with which a badge is shared in a network; null for any other channel. */
export function buildShareAddress(
  channel: string,
  { badge, linkedInPage, text }: { badge: SharedBadge; linkedInPage: LinkedInPage; text: string },
): string | null {
  if (channel === "linkedin") return buildLinkedInProfileUrl(badge, linkedInPage);
  return isPostNetwork(channel) ? buildPostAddress(channel, badge.badge_url, text) : null;
}

/** The query that says that the earner shares the badge, not somebody who looks at it. */
export const BY_EARNER = "by=earner";

/** The path at which the server counts that a badge is shared, and from which it leads to a network. */
export const sharePath = (badgeId: string, channel: EngagementChannel<"share">): string =>
  `/badges/${badgeId}/share/${channel}`;

/** Builds a `mailto:` address without a recipient (RFC 6068: spaces as %20). */
export const buildMailtoUrl = (subject: string, body: string): string =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
