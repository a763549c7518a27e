import { isUuid } from "@/lib/kernel/ids";
import { linkOfToken, type AcceptLink } from "./accept-token";
import { findBadgeById } from "./queries";
import { acceptUrl, badgePage, type ShownBadgeRow } from "./serializer";
import { newestBadgeId } from "./service";

/** What an accept link leads to. `successor` is the address of the newest badge that replaced this one. */
export type LookedAt =
  { link: "wrong" | "outdated" } | { link: AcceptLink; badge: ShownBadgeRow; successor: string | null };

/**
 * Returns where the newest badge can be seen. If it has the same address, it was mailed its own link. Otherwise only
 * its public page can be seen.
 */
async function successorOf(badge: ShownBadgeRow, link: AcceptLink): Promise<string | null> {
  const id = badge.state === "replaced" ? await newestBadgeId(badge.id) : null;
  const newest = id === null ? null : await findBadgeById(id);
  if (!newest) return null;
  if (newest.recipientEmail === badge.recipientEmail) return acceptUrl(newest, link);
  return newest.state === "accepted" && newest.public ? badgePage(newest.id) : null;
}

/** Reads the badge of an accept link in any state, or what is wrong with the link. Changes nothing. */
export async function lookAtLink(id: string, token: string): Promise<LookedAt> {
  const badge = isUuid(id) ? await findBadgeById(id) : null;
  const link = badge && linkOfToken(badge, token);
  if (!badge || link === null) return { link: "wrong" };
  if (link === "outdated") return { link };
  return { link, badge, successor: await successorOf(badge, link) };
}
