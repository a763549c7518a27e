import { publicBadgeEvents } from "@/lib/access/connected-applications/public-badges";
import { badgeChangeEvents } from "@/lib/workforce/employees/connection";
import { employmentBadgeEvents, type BadgeStanding } from "@/lib/workforce/employees/visibility";
import type { NewEvent, NewMessage } from "@/lib/delivery/recording/record";
import type { AccountRow } from "@/lib/identity/users/serializer";
import type { BadgeState } from "@/prisma/generated/client";

type Badge = { id: string; organizationId: string; templateOrganizationId: string };

/**
 * Builds an event for each organization of a badge: the one that issued it, and the owner of its template. `data` has
 * what cannot be read from the badge later, such as the state after a change.
 */
export const badgeEvents = (
  badge: Badge,
  eventType: "badge.created" | "badge.deleted" | "badge.state.changed" | "badge.privacy.changed",
  data?: { state: BadgeState } | { public: boolean },
): NewEvent[] =>
  [...new Set([badge.organizationId, badge.templateOrganizationId])].map((organizationId) => ({
    organizationId,
    eventType,
    subjectId: badge.id,
    ...(data ? { data } : {}),
  }));

type Standing = Badge & BadgeStanding & { recipientEmail: string };

/** Builds the events of an issued badge, for its organizations and for employers connected with its earner. */
export const createdEvents = (badge: Standing, user: AccountRow | null): NewEvent[] => [
  ...badgeEvents(badge, "badge.created"),
  ...employmentBadgeEvents(user?.employers ?? [], { badge, before: null, after: badge }),
];

type Change = { badge: Standing; before: Standing; after: Standing | null };

/** Builds the events of changed badges for employers and connected applications of their earners. */
const onlookersEvents = async (changes: Change[]): Promise<NewEvent[]> => [
  ...(await badgeChangeEvents(changes)),
  ...(await publicBadgeEvents(changes)),
];

type Move = { before: Standing; after: Standing };

const changeOf = ({ before, after }: Move): Change => ({ badge: after, before, after });

const statesOf = ({ after }: Move): NewEvent[] =>
  badgeEvents(after, "badge.state.changed", { state: after.state });

const privacyOf = ({ after }: Move): NewEvent[] =>
  badgeEvents(after, "badge.privacy.changed", { public: after.public });

/**
 * Builds the events of badges that changed their state, for their organizations, employers and connected
 * applications. A badge that is accepted privately changes state and visibility. Call it in the transaction of the
 * changes, after them.
 */
export async function movedEvents(moves: Move[]): Promise<NewEvent[]> {
  const hidden = moves.filter(({ before, after }) => before.public !== after.public);
  const own = [...moves.flatMap(statesOf), ...hidden.flatMap(privacyOf)];
  return [...own, ...(await onlookersEvents(moves.map(changeOf)))];
}

/** Builds the events of badges that became public or private. Call it like `movedEvents`. */
export async function privacyEvents(...moves: Move[]): Promise<NewEvent[]> {
  return [...moves.flatMap(privacyOf), ...(await onlookersEvents(moves.map(changeOf)))];
}

/**
 * Builds the events of a corrected address for employers: those of the old address no longer see the badge, those of
 * the new one do. Nothing else changed, so the badge's organizations get no event.
 */
export const readdressedEvents = ({ before, after }: Move): Promise<NewEvent[]> =>
  before.userId !== null && before.userId === after.userId
    ? Promise.resolve([])
    : badgeChangeEvents([
        { badge: before, before, after: null },
        { badge: after, before: null, after },
      ]);

/** Builds the events of a deleted badge besides `badge.deleted`. Call it like `movedEvents`. */
export const deletedEvents = (badge: Standing): Promise<NewEvent[]> =>
  onlookersEvents([{ badge, before: badge, after: null }]);

/** The payload of a mail about a badge. The text is written when it is sent (lib/delivery/mail). */
type BadgeMail =
  | { template: "pending_badge"; address_corrected_at: string | null }
  | { template: "revoked_badge" }
  | { template: "replaced_badge"; notification_message: string }
  | { template: "expiring_badge"; expires_at: string };

/** Builds a mail to the recipient of a badge. */
export const badgeMail = (badge: { id: string; organizationId: string }, payload: BadgeMail): NewMessage => ({
  kind: "mail",
  organizationId: badge.organizationId,
  subjectId: badge.id,
  payload,
});

type Notified = Badge & { addressCorrectedAt: Date | null };

/**
 * Builds the mail about a pending badge. It is only ever sent to the badge's current address (lib/delivery/mail,
 * `isDue`).
 */
export const notification = (badge: Notified): NewMessage =>
  badgeMail(badge, {
    template: "pending_badge",
    address_corrected_at: badge.addressCorrectedAt?.toISOString() ?? null,
  });

/** Builds the mail about a new badge, or none if the issuer suppressed it. */
export const pendingMail = (badge: Notified & { suppressBadgeNotificationEmail: boolean }): NewMessage[] =>
  badge.suppressBadgeNotificationEmail ? [] : [notification(badge)];
