import type { NewEvent, NewMessage } from "@/lib/kernel/outbox/record";
import type { BadgeState } from "@/prisma/generated/client";

type Badge = { id: string; organizationId: string; templateOrganizationId: string };

/**
 * Both organizations of a badge hear of it: the one that issued it, and the owner of its template. `data` keeps what
 * the badge itself will not tell later, such as the state that a change led to.
 */
export const badgeEvents = (
  badge: Badge,
  eventType: "badge.created" | "badge.deleted" | "badge.state.changed" | "badge.privacy.changed",
  data?: { state: BadgeState },
): NewEvent[] =>
  [...new Set([badge.organizationId, badge.templateOrganizationId])].map((organizationId) => ({
    organizationId,
    eventType,
    subjectId: badge.id,
    ...(data ? { data } : {}),
  }));

/** What a mail about a badge is about; the mail itself is written when it is sent (lib/mail). */
type BadgeMail =
  | { template: "pending_badge" | "revoked_badge" }
  | { template: "replaced_badge"; notification_message: string }
  | { template: "expiring_badge"; expires_at: string };

/** A mail to the recipient of a badge. */
export const badgeMail = (badge: { id: string; organizationId: string }, payload: BadgeMail): NewMessage => ({
  kind: "mail",
  organizationId: badge.organizationId,
  subjectId: badge.id,
  payload,
});

/** The mail that tells of a new badge, unless the issuer does that on its own. */
export const pendingMail = (badge: Badge & { suppressBadgeNotificationEmail: boolean }): NewMessage[] =>
  badge.suppressBadgeNotificationEmail ? [] : [badgeMail(badge, { template: "pending_badge" })];
