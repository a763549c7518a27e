import { publicBadgeEvents } from "@/lib/access/connected-applications/public-badges";
import { badgeChangeEvents } from "@/lib/workforce/employees/connection";
import { employmentBadgeEvents, type BadgeStanding } from "@/lib/workforce/employees/visibility";
import type { NewEvent, NewMessage } from "@/lib/delivery/recording/record";
import type { AccountRow } from "@/lib/identity/users/serializer";
import type { BadgeState } from "@/prisma/generated/client";

type Badge = { id: string; organizationId: string; templateOrganizationId: string };

/**
 * Both organizations of a badge hear of it: the one that issued it, and the owner of its template. `data` keeps what
 * the badge itself will not tell later, such as the state that a change led to.
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

/** What is told of a badge that is issued: to its organizations, and to the employers that its earner is connected with. */
export const createdEvents = (badge: Standing, user: AccountRow | null): NewEvent[] => [
  ...badgeEvents(badge, "badge.created"),
  ...employmentBadgeEvents(user?.employers ?? [], { badge, before: null, after: badge }),
];

type Change = { badge: Standing; before: Standing; after: Standing | null };

/** What the employers and the connected applications of the earners are told of changed badges. */
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
 * What is told of badges that took another state: to their organizations, to employers and to connected applications.
 * One that is accepted privately changes both. Call it in the transaction of the moves, after them.
 */
export async function movedEvents(moves: Move[]): Promise<NewEvent[]> {
  const hidden = moves.filter(({ before, after }) => before.public !== after.public);
  const own = [...moves.flatMap(statesOf), ...hidden.flatMap(privacyOf)];
  return [...own, ...(await onlookersEvents(moves.map(changeOf)))];
}

/** What is told of badges that became public or private; as `movedEvents`. */
export async function privacyEvents(...moves: Move[]): Promise<NewEvent[]> {
  return [...moves.flatMap(privacyOf), ...(await onlookersEvents(moves.map(changeOf)))];
}

/**
 * What employers are told of a badge whose address was corrected: the one of the old address sees it no longer, the one
 * of the new address does. Nothing else of the badge changed, so its organizations have no event of this.
 */
export const readdressedEvents = ({ before, after }: Move): Promise<NewEvent[]> =>
  before.userId !== null && before.userId === after.userId
    ? Promise.resolve([])
    : badgeChangeEvents([
        { badge: before, before, after: null },
        { badge: after, before: null, after },
      ]);

/** What is told of a badge that was deleted, besides `badge.deleted`; as `movedEvents`. */
export const deletedEvents = (badge: Standing): Promise<NewEvent[]> =>
  onlookersEvents([{ badge, before: badge, after: null }]);

/** What a mail about a badge is about; the mail itself is written when it is sent (lib/mail). */
type BadgeMail =
  | { template: "pending_badge"; address_corrected_at: string | null }
  | { template: "revoked_badge" }
  | { template: "replaced_badge"; notification_message: string }
  | { template: "expiring_badge"; expires_at: string };

/** A mail to the recipient of a badge. */
export const badgeMail = (badge: { id: string; organizationId: string }, payload: BadgeMail): NewMessage => ({
  kind: "mail",
  organizationId: badge.organizationId,
  subjectId: badge.id,
  payload,
});

type Notified = Badge & { addressCorrectedAt: Date | null };

/** The mail that tells of a pending badge: to the address as it stands now, and to no other (lib/delivery/mail, `isDue`). */
export const notification = (badge: Notified): NewMessage =>
  badgeMail(badge, {
    template: "pending_badge",
    address_corrected_at: badge.addressCorrectedAt?.toISOString() ?? null,
  });

/** The mail that tells of a new badge, unless the issuer does that on its own. */
export const pendingMail = (badge: Notified & { suppressBadgeNotificationEmail: boolean }): NewMessage[] =>
  badge.suppressBadgeNotificationEmail ? [] : [notification(badge)];
