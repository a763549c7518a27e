import { publicUrl } from "@/lib/kernel/env";
import { isUuid } from "@/lib/kernel/ids";

const V2 = "/v1/obi/v2";
const V3 = "/v1/obi/v3";

/** The URLs of the Open Badges documents (decision 0078). */
export const assertionUrl = (badgeId: string): string => publicUrl(`${V2}/badge_assertions/${badgeId}`);
export const bakedImageUrl = (badgeId: string): string => `${assertionUrl(badgeId)}/image`;
export const bakedSvgUrl = (badgeId: string): string => `${assertionUrl(badgeId)}/image.svg`;
export const profileUrl = (organizationId: string): string => publicUrl(`${V2}/issuers/${organizationId}`);
export const credentialUrl = (badgeId: string): string => publicUrl(`${V3}/credentials/${badgeId}`);
export const credentialImageUrl = (badgeId: string, extension: "png" | "svg"): string =>
  `${credentialUrl(badgeId)}/image.${extension}`;
export const endorsementUrl = (id: string): string => publicUrl(`${V3}/endorsements/${id}`);
export const statusUrl = (badgeId: string): string => `${credentialUrl(badgeId)}/status`;
export const issuerUrl = (organizationId: string): string => publicUrl(`${V3}/issuers/${organizationId}`);
export const statusListUrl = (organizationId: string, number: number): string =>
  `${issuerUrl(organizationId)}/status_lists/${number}`;
export const jwkUrl = (organizationId: string): string => `${issuerUrl(organizationId)}/jwk`;

/**
 * The URL of a badge class. A class has one issuer: a badge that another organization issued in its own name has a
 * separate class.
 */
export function badgeClassUrl({ id, ownerId }: { id: string; ownerId: string }, issuerId: string): string {
  const address = publicUrl(`${V2}/badge_classes/${id}`);
  return issuerId === ownerId ? address : `${address}?issuer_id=${issuerId}`;
}

const OWN_BADGE_PATH =
  /^\/(?:badges|(?:v1\/)?obi\/v2\/badge_assertions|(?:v1\/)?obi\/v3\/credentials)\/([^/]+)(?:\/|$)/i;

/** Parses the badge id from the URL of one of our badges: its page or one of its documents; null for any other URL. */
export function parseBadgeId(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address);
  const [, id = ""] = OWN_BADGE_PATH.exec(pathname) ?? [];
  return origin === new URL(publicUrl("/")).origin && isUuid(id) ? id.toLowerCase() : null;
}

/** The `did:web` of an https URL (did:web method, 3.1). Its DID document is at this URL, as `did.json`. */
function toWebDid(address: string): string {
  const { host, pathname } = new URL(address);
  return ["did:web", host.replace(":", "%3A"), ...pathname.split("/").filter(Boolean)].join(":");
}

/** The `did:web` of an organization at this service. */
export const organizationDid = (organizationId: string): string => toWebDid(issuerUrl(organizationId));

/** The origin of a verified domain. */
export const domainOrigin = (domain: string): string => `https://${domain}`;

/** The `did:web` of a domain itself. Its DID document is at `/.well-known/did.json` there (did:web method, 3.2). */
export const domainDid = (domain: string): string => toWebDid(domainOrigin(domain));
