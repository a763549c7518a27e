import type { NewEvent } from "@/lib/platform/recording/record-events";
import { lockPeopleShared } from "@/lib/identity/users/service";
import type { BadgeState } from "@/prisma/generated/client";
import { findConnectedOrganizations } from "./queries";

/** What decides whether a badge is public. */
export type BadgeVisibility = { state: BadgeState; public: boolean };

/**
 * A changed badge: its visibility before, read under the lock, and after. `after` is null when the badge was deleted.
 */
export type PublicBadgeChange = {
  badge: { id: string; userId: string | null };
  before: BadgeVisibility;
  after: BadgeVisibility | null;
};

const isPublic = (visibility: BadgeVisibility | null): boolean =>
  visibility !== null && visibility.state === "accepted" && visibility.public;

const publicBadgeEvent = (change: "added" | "changed" | "removed", userId: string, badgeId: string) => ({
  eventType: `user.public_badges.${change}` as const,
  subjectId: userId,
  data: { badge_id: badgeId },
});

/** Builds `user.public_badges.added` for each of these badges, for an organization that can see them from now on. */
export const buildAddedEvents = (userId: string, organizationId: string, badgeIds: string[]): NewEvent[] =>
  badgeIds.map((id) => ({ organizationId, ...publicBadgeEvent("added", userId, id) }));

/**
 * Collects the events for the organizations whose applications the earner connected, for `record`. Every verb that
 * changes a badge's state or privacy, or deletes it, calls this in its transaction after the change. It takes two
 * queries for any number of changes, and none when no badge became public or stopped being public.
 *
 * A badge is public while it is accepted, not private and not deleted. `user.public_badges.changed` comes with each
 * `.added` and `.removed`, so that a receiver may subscribe to either. Other changes of a badge cause no such event.
 *
 * The earners' accounts are locked until the commit. A concurrent connection therefore comes before or after the
 * change, and its application gets one event for the badge.
 */
export async function collectPublicBadgeEvents(changes: PublicBadgeChange[]): Promise<NewEvent[]> {
  const visible = changes.flatMap(({ badge: { id, userId }, before, after }) =>
    userId === null || isPublic(before) === isPublic(after) ? [] : [{ id, userId, isAdded: isPublic(after) }],
  );
  if (visible.length === 0) return [];
  const people = await lockPeopleShared(visible.map(({ userId }) => userId));
  const organizations = await findConnectedOrganizations([...new Set(people.values())]);
  return visible.flatMap(({ id, userId, isAdded }) => {
    const person = people.get(userId) ?? userId;
    return (organizations.get(person) ?? []).flatMap((organizationId) => [
      { organizationId, ...publicBadgeEvent(isAdded ? "added" : "removed", person, id) },
      { organizationId, ...publicBadgeEvent("changed", person, id) },
    ]);
  });
}
