import type { NewEvent } from "@/lib/delivery/recording/record";
import { holdPeople } from "@/lib/identity/users/service";
import type { BadgeState } from "@/prisma/generated/client";
import { findConnectedOrganizations } from "./queries";

/** What decides whether everybody may see a badge. */
export type Standing = { state: BadgeState; public: boolean };

/** A badge that changes: as it stood under the lock, and as it stands then; null when it is gone. */
export type BadgeChange = {
  badge: { id: string; userId: string | null };
  before: Standing;
  after: Standing | null;
};

const isPublic = (standing: Standing | null): boolean =>
  standing !== null && standing.state === "accepted" && standing.public;

const event = (change: "added" | "changed" | "removed", userId: string, badgeId: string) => ({
  eventType: `user.public_badges.${change}`,
  subjectId: userId,
  data: { badge_id: badgeId },
});

/** `user.public_badges.added` for each of these badges, to one organization: what a new connection brings into its view. */
export const addedEvents = (userId: string, organizationId: string, badgeIds: string[]): NewEvent[] =>
  badgeIds.map((id) => ({ organizationId, ...event("added", userId, id) }));

/**
 * What the organizations of the applications that an earner connected hear of changes of badges, for `record`. Every
 * verb that changes a badge's state or privacy, or removes it, calls this in its transaction after it changed the
 * badge. However many changes, it takes two queries, and none when nothing came into view or went out of it.
 *
 * A badge is public while it is accepted, not private and not deleted. When that changes, the set of public badges
 * changes too: `user.public_badges.changed` comes with each `.added` and `.removed`, so that a receiver may subscribe to
 * either. Any other change of a badge is no matter of these events.
 *
 * The earners' accounts are held until the commit: a connection that is made meanwhile comes before or after the
 * change, and its application hears of the badge once.
 */
export async function publicBadgeEvents(changes: BadgeChange[]): Promise<NewEvent[]> {
  const visible = changes.flatMap(({ badge: { id, userId }, before, after }) =>
    userId === null || isPublic(before) === isPublic(after) ? [] : [{ id, userId, isAdded: isPublic(after) }],
  );
  if (visible.length === 0) return [];
  const people = await holdPeople(visible.map(({ userId }) => userId));
  const organizations = await findConnectedOrganizations([...new Set(people.values())]);
  return visible.flatMap(({ id, userId, isAdded }) => {
    const person = people.get(userId) ?? userId;
    return (organizations.get(person) ?? []).flatMap((organizationId) => [
      { organizationId, ...event(isAdded ? "added" : "removed", person, id) },
      { organizationId, ...event("changed", person, id) },
    ]);
  });
}
