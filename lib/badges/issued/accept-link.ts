import { isUuid } from "@/lib/kernel/ids";
import { linkOfToken, type AcceptLink } from "./accept-token";
import { findBadgeById } from "./queries";
import { acceptUrl, badgePage, type ShownBadgeRow } from "./serializer";
import { newestBadgeId } from "./service";

/** What a link of a badge leads to. `successor` is where the newest badge in place of a replaced one is to be seen. */
export type LookedAt =
  { link: "wrong" | "outdated" } | { link: AcceptLink; badge: ShownBadgeRow; successor: string | null };

/** To the same address the newest badge was mailed a link of its own; any other one is seen where everybody sees it. */
async function successorOf(badge: ShownBadgeRow, link: AcceptLink): Promise<string | null> {
  const id = badge.state === "replaced" ? await newestBadgeId(badge.id) : null;
  const newest = id === null ? null : await findBadgeById(id);
  if (!newest) return null;
  if (newest.recipientEmail === badge.recipientEmail) return acceptUrl(newest, link);
  return newest.state === "accepted" && newest.public ? badgePage(newest.id) : null;
}

/** A badge for whoever opens its link, in whatever state; what is wrong with the link otherwise. It changes nothing. */
export async function lookAtLink(id: string, token: string): Promise<LookedAt> {
  const badge = isUuid(id) ? await findBadgeById(id) : null;
  const link = badge && linkOfToken(badge, token);
  if (!badge || link === null) return { link: "wrong" };
  if (link === "outdated") return { link };
  return { link, badge, successor: await successorOf(badge, link) };
}
