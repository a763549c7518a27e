import { isUuid } from "@/lib/kernel/ids";
import { identifyAcceptLink, type AcceptLink } from "./accept-token";
import { findBadgeById } from "./queries";
import { badgePageUrl } from "@/lib/organizations/badge-facts/serializer";
import { acceptUrl, type BadgePageRow } from "./serializer";
import { findNewestBadgeId } from "./service";

/** What an accept link leads to. `successor` is the address of the newest badge that replaced this one. */
export type AcceptLinkResult =
  { link: "wrong" | "outdated" } | { link: AcceptLink; badge: BadgePageRow; successor: string | null };

/**
 * Returns where the newest badge can be seen. If it has the same address, it was mailed its own link. Otherwise only
 * its public page can be seen.
 */
async function findSuccessorUrl(badge: BadgePageRow, link: AcceptLink): Promise<string | null> {
  const id = badge.state === "replaced" ? await findNewestBadgeId(badge.id) : null;
  const newest = id === null ? null : await findBadgeById(id);
  if (!newest) return null;
  if (newest.recipientEmail === badge.recipientEmail) return acceptUrl(newest, link);
  return newest.state === "accepted" && newest.public ? badgePageUrl(newest.id) : null;
}

/** Reads the badge of an accept link in any state, or what is wrong with the link. Changes nothing. */
export async function readAcceptLink(id: string, token: string): Promise<AcceptLinkResult> {
  const badge = isUuid(id) ? await findBadgeById(id) : null;
  const link = badge && identifyAcceptLink(badge, token);
  if (!badge || link === null) return { link: "wrong" };
  if (link === "outdated") return { link };
  return { link, badge, successor: await findSuccessorUrl(badge, link) };
}
