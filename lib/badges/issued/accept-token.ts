import { isPurposeToken, purposeToken } from "@/lib/kernel/secrets";

/** Two links accept a badge, told apart by their tokens. */
export type AcceptLink =
  /** The mail's, known to nobody but whoever reads the mail: it proves the address. */
  | "mailed"
  /** Shown to the issuer, who may mail it on their own: it answers for the badge, and proves nothing else. */
  | "shown";

const PURPOSES: Record<AcceptLink, string> = { mailed: "accept-badge-mailed", shown: "accept-badge" };

export type Addressed = { id: string; addressCorrectedAt: Date | null };

/** What the token of a link is made of: a corrected address gets another link, and the one before it dies. */
export const acceptSubject = ({ id, addressCorrectedAt }: Addressed): string =>
  addressCorrectedAt ? `${id}:${addressCorrectedAt.toISOString()}` : id;

/** The token of a link: it serves this purpose alone and is of no use once the badge is not pending. */
export const acceptToken = (badge: Addressed, link: AcceptLink): string =>
  purposeToken(PURPOSES[link], acceptSubject(badge));

/** Which link a token is of; `outdated` when the address of the badge was corrected since, null for no link of it. */
export function linkOfToken(badge: Addressed, token: string): AcceptLink | "outdated" | null {
  const links = ["mailed", "shown"] as const;
  const link = links.find((one) => isPurposeToken(token, PURPOSES[one], acceptSubject(badge)));
  if (link) return link;
  return links.some((one) => isPurposeToken(token, PURPOSES[one], badge.id)) ? "outdated" : null;
}
