import { collectPublicBadgeEvents } from "@/lib/applications/connected-applications/public-badges";
import { collectEmploymentBadgeEvents } from "@/lib/workforce/employees/connection";
import { buildEmploymentBadgeEvents, type BadgeSnapshot } from "@/lib/workforce/employees/visibility";
import type { ResourceEventType } from "@/lib/platform/recording/choices";
import type { NewEvent, NewMessage } from "@/lib/platform/recording/record-events";
import type { UserWithEmployers } from "@/lib/identity/users/serializer";
import type { BadgeState } from "@/prisma/generated/client";

type BadgeIds = { id: string; organizationId: string; templateOrganizationId: string };

/**
 * Builds an event for each organization of a badge: the one that issued it, and the owner of its template. `data` has
 * what cannot be read from the badge later, such as the state after a change.
 */
export const buildBadgeEvents = (
  badge: BadgeIds,
  eventType: ResourceEventType<"badge">,
  data?: { state: BadgeState } | { public: boolean },
): NewEvent[] =>
  [...new Set([badge.organizationId, badge.templateOrganizationId])].map((organizationId) => ({
    organizationId,
    eventType,
    subjectId: badge.id,
    ...(data ? { data } : {}),
  }));

type EventBadge = BadgeIds & BadgeSnapshot & { recipientEmail: string };

/** Builds the events of an issued badge, for its organizations and for employers connected with its earner. */
export const buildCreatedEvents = (badge: EventBadge, user: UserWithEmployers | null): NewEvent[] => [
  ...buildBadgeEvents(badge, "badge.created"),
  ...buildEmploymentBadgeEvents(user?.employers ?? [], { badge, before: null, after: badge }),
];

type Change = { badge: EventBadge; before: EventBadge; after: EventBadge | null };

/** Builds the events of changed badges for employers and connected applications of their earners. */
const buildObserverEvents = async (changes: Change[]): Promise<NewEvent[]> => [
  ...(await collectEmploymentBadgeEvents(changes)),
  ...(await collectPublicBadgeEvents(changes)),
];

type BeforeAfter = { before: EventBadge; after: EventBadge };

const toChange = ({ before, after }: BeforeAfter): Change => ({ badge: after, before, after });

const buildOrganizationStateEvents = ({ after }: BeforeAfter): NewEvent[] =>
  buildBadgeEvents(after, "badge.state.changed", { state: after.state });

const buildOrganizationPrivacyEvents = ({ after }: BeforeAfter): NewEvent[] =>
  buildBadgeEvents(after, "badge.privacy.changed", { public: after.public });

/**
 * Builds the events of badges that changed their state, for their organizations, employers and connected
 * applications. A badge that is accepted privately changes state and visibility. Call it in the transaction of the
 * changes, after them.
 */
export async function buildStateChangeEvents(changes: BeforeAfter[]): Promise<NewEvent[]> {
  const withPrivacyChange = changes.filter(({ before, after }) => before.public !== after.public);
  const organizationEvents = [
    ...changes.flatMap(buildOrganizationStateEvents),
    ...withPrivacyChange.flatMap(buildOrganizationPrivacyEvents),
  ];
  return [...organizationEvents, ...(await buildObserverEvents(changes.map(toChange)))];
}

/** Builds the events of badges that became public or private. Call it like `buildStateChangeEvents`. */
export async function buildPrivacyChangeEvents(...changes: BeforeAfter[]): Promise<NewEvent[]> {
  return [
    ...changes.flatMap(buildOrganizationPrivacyEvents),
    ...(await buildObserverEvents(changes.map(toChange))),
  ];
}

/**
 * Builds the events of a corrected address for employers: those of the old address no longer see the badge, those of
 * the new one do. Nothing else changed, so the badge's organizations get no event.
 */
export const buildAddressChangeEvents = ({ before, after }: BeforeAfter): Promise<NewEvent[]> =>
  before.userId !== null && before.userId === after.userId
    ? Promise.resolve([])
    : collectEmploymentBadgeEvents([
        { badge: before, before, after: null },
        { badge: after, before: null, after },
      ]);

/** Builds the events of a deleted badge besides `badge.deleted`. Call it like `buildStateChangeEvents`. */
export const buildDeletionObserverEvents = (badge: EventBadge): Promise<NewEvent[]> =>
  buildObserverEvents([{ badge, before: badge, after: null }]);

/** The payload of a mail about a badge. The text is written when it is sent (lib/delivery/mail). */
type BadgeMailPayload =
  | { template: "pending_badge"; address_corrected_at: string | null }
  | { template: "revoked_badge" }
  | { template: "replaced_badge"; notification_message: string }
  | { template: "expiring_badge"; expires_at: string };

/** Builds the message that sends a mail to the recipient of a badge. */
export const buildBadgeMailMessage = (
  badge: { id: string; organizationId: string },
  payload: BadgeMailPayload,
): NewMessage => ({
  kind: "mail",
  organizationId: badge.organizationId,
  subjectId: badge.id,
  payload,
});

type NotifiedBadge = BadgeIds & { addressCorrectedAt: Date | null };

/**
 * Builds the message that sends the mail about a pending badge. It is only ever sent to the badge's current address
 * (lib/delivery/mail/mails/badges.tsx, `isStillNeeded`).
 */
export const buildNotificationMessage = (badge: NotifiedBadge): NewMessage =>
  buildBadgeMailMessage(badge, {
    template: "pending_badge",
    address_corrected_at: badge.addressCorrectedAt?.toISOString() ?? null,
  });

/** Builds the message about a new badge, or none if the issuer suppressed the mail. */
export const buildNotificationUnlessSuppressed = (
  badge: NotifiedBadge & { suppressBadgeNotificationEmail: boolean },
): NewMessage[] => (badge.suppressBadgeNotificationEmail ? [] : [buildNotificationMessage(badge)]);

/** Builds the message that signs the credential of a badge that was accepted (lib/credentials/signed-credentials). */
export const buildSigningMessage = (badge: { id: string; organizationId: string }): NewMessage => ({
  kind: "credential",
  organizationId: badge.organizationId,
  subjectId: badge.id,
});
