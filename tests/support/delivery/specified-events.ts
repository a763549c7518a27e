import type { EventType } from "@/lib/platform/recording/choices";
import { fields, object, orNull, text, timestamp, uuid, type Shape } from "../http/shapes";
import { badgeTemplate, employment, employmentBadge, issuedBadge } from "../http/specified-types";

// The events of the specification with their types, as in specified-types.ts.

const summary = { ...fields(uuid, "id organization_id"), event_type: text, occurred_at: timestamp };
export const webhookSummary = object({ ...summary, delivered_at: timestamp });

const minimalEmployment = object({ id: uuid, email: text, external_id: orNull(text) });

const badge = { badge: issuedBadge };
const template = { badge_template: badgeTemplate };
const userBadge = { user_id: uuid, badge: issuedBadge };

/**
 * The shapes of events by their types (specification, "Event types" and "Event detail shapes"). A type without a shape
 * does not compile.
 */
const eventFields: Record<EventType, Record<string, Shape>> = {
  "badge.created": badge,
  "badge.deleted": badge,
  "badge.privacy.changed": badge,
  "badge.state.changed": badge,
  "badge_template.created": template,
  "badge_template.changed": template,
  "badge_template.deleted": template,
  "pending_badge_notification.sent": badge,
  "pending_badge_notification.no_user.sent": badge,
  "pending_badge_notification.unconfirmed_email.sent": badge,
  "user.account_merged": fields(uuid, "source_user_id destination_user_id"),
  "user.connect_access.removed": { user_id: uuid },
  "user.public_badges.changed": userBadge,
  "user.public_badges.added": userBadge,
  "user.public_badges.removed": userBadge,
  "employment.badges.added": { employment, badge: employmentBadge },
  "employment.badges.removed": { employment, badge: employmentBadge },
  "employment.badges.state_changed": { employment },
  "employment.badges.privacy_changed": { employment },
  "employment.created": { employment },
  "employment.updated": { employment },
  "employment.deleted": { employment: minimalEmployment },
  "employment.connection.pending": { employment },
  "employment.connection.accepted": { employment },
  "employment.connection.rejected": { employment },
  "employment.user_account.associated": { employment },
  "employment.user_account.disassociated": { employment },
};

export const eventTypes = Object.keys(eventFields);

/** An event of one of the specified types. */
export const event: Shape = (value, path) => {
  const own = (eventFields as Partial<Record<string, Record<string, Shape>>>)[
    (value as { event_type?: string } | null)?.event_type ?? ""
  ];
  return own
    ? object({ ...summary, ...own })(value, path)
    : [`${path} is of no specified type: ${JSON.stringify(value)}`];
};

/** An older event of an employment that was deleted since: its details can no longer be read. */
export const eventOfDeletedEmployment = object({ ...summary, employment: minimalEmployment });
