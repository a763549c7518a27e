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

/** The path of the image of a public badge for stories. */
export const buildStoryPath = (badge: Pick<IssuedBadge, "id">): string => `/badges/${badge.id}/story.png`;
