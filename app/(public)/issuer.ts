import { primaryIssuer, type ShownBadgeRow } from "@/lib/issued-badges/serializer";

/** An issuer as everybody may see it. */
export type Issuer = {
  name: string;
  color: string | null;
  website: string | null;
  /** Host of the website, once the organization was verified to own it. */
  domain: string | null;
};

/** The organization that a badge names as its issuer, for the pages that need no sign-in. */
export function issuerOf(badge: ShownBadgeRow): Issuer {
  const row = primaryIssuer(badge);
  const host = row.websiteUrl && URL.canParse(row.websiteUrl) ? new URL(row.websiteUrl).host : null;
  return {
    name: row.name,
    color: row.primaryHexColor,
    website: row.websiteUrl,
    domain: row.verifiedAt && host ? host.replace(/^www\./, "") : null,
  };
}
