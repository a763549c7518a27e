import { isPurposeToken, createPurposeToken } from "@/lib/kernel/secrets";

/** The two links that accept a badge. They differ in their tokens. */
export type AcceptLink =
  /** Sent in the mail and known only to its reader: it proves the address. */
  | "mailed"
  /** Shown to the issuer, who may send it on: it can accept or decline the badge, but does not prove the address. */
  | "shown";

const PURPOSES: Record<AcceptLink, string> = { mailed: "accept-badge-mailed", shown: "accept-badge" };

export type AcceptTokenInput = { id: string; addressCorrectedAt: Date | null };

/** Returns the subject of a token. A corrected address changes it, so the earlier link stops working. */
export const acceptTokenSubject = ({ id, addressCorrectedAt }: AcceptTokenInput): string =>
  addressCorrectedAt ? `${id}:${addressCorrectedAt.toISOString()}` : id;

/** Creates the token of a link. It works only for this purpose, and only while the badge is pending. */
export const createAcceptToken = (badge: AcceptTokenInput, link: AcceptLink): string =>
  createPurposeToken(PURPOSES[link], acceptTokenSubject(badge));

/** Returns which link a token belongs to: `outdated` when the badge's address was corrected since, null for none. */
export function identifyAcceptLink(badge: AcceptTokenInput, token: string): AcceptLink | "outdated" | null {
  const links = ["mailed", "shown"] as const;
  const link = links.find((one) => isPurposeToken(token, PURPOSES[one], acceptTokenSubject(badge)));
  if (link) return link;
  return links.some((one) => isPurposeToken(token, PURPOSES[one], badge.id)) ? "outdated" : null;
}
