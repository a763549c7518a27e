import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { recordEvents } from "@/lib/platform/recording/record-events";
import { WITHDRAWN_REASON } from "./choices";
import { buildBadgeEvents } from "./effects";
import {
  countBadges,
  lockBadgesOfPerson,
  pseudonymizeBadges,
  removeBadgeCopies,
  type BadgeCounts,
  type BadgeOwner,
  type LockedBadge,
  type RemovedCopies,
} from "./erasure-queries";

/** The name on a badge whose person was erased. */
const ERASED_RECIPIENT = "Erased recipient";

/** Counts the badges of a person, deleted ones included, and their signed credentials. */
export const countBadgesOfPerson = (owner: BadgeOwner): Promise<BadgeCounts> => countBadges(owner);

const isRevokedNow = ({ state, isDeleted }: LockedBadge): boolean =>
  !isDeleted && state !== "revoked" && state !== "rejected";

/**
 * Erases the person from up to `limit` badges, in one transaction. Their issuers keep the fact that they were issued, for a
 * pseudonym made with `key`. Badges that were pending, accepted or replaced are revoked, with the event
 * `badge.state.changed`, so copies of their credentials have a true status. Returns how many badges, and what was removed
 * with them.
 */
export function eraseBadgesOfPerson(
  owner: BadgeOwner,
  key: string,
  limit: number,
): Promise<RemovedCopies & { badges: number }> {
  return transaction(async () => {
    const badges = await lockBadgesOfPerson(owner, limit);
    const pseudonym = { key, name: ERASED_RECIPIENT, reason: WITHDRAWN_REASON, at: clock.now() };
    await pseudonymizeBadges(badges, pseudonym);
    const removed = await removeBadgeCopies(badges.map(({ id }) => id));
    await recordEvents(
      badges
        .filter(isRevokedNow)
        .flatMap((badge) => buildBadgeEvents(badge, "badge.state.changed", { state: "revoked" })),
    );
    return { ...removed, badges: badges.length };
  });
}
