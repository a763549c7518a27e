import { fields, object, orNull, text, timestamp, uuid, type Shape } from "../http/shapes";
import { badgeTemplate, employment, employmentBadge, issuedBadge } from "../http/specified-types";

// The events of the specification with their types, as in specified-types.ts.

const summary = { ...fields(uuid, "id organization_id"), event_type: text, occurred_at: timestamp };
export const webhookSummary = object({ ...summary, delivered_at: timestamp });

const minimalEmployment = object({ id: uuid, email: text, external_id: orNull(text) });

/** The shapes of events by their types (specification, "Event types" and "Event detail shapes"). */
const eventFields: Record<string, Record<string, Shape>> = Object.fromEntries([
  ...[
    "badge.created",
    "badge.deleted",
    "badge.privacy.changed",
    "badge.state.changed",
    "pending_badge_notification.sent",
    "pending_badge_notification.no_user.sent",
    "pending_badge_notification.unconfirmed_email.sent",
  ].map((type) => [type, { badge: issuedBadge }]),
  ...["badge_template.created", "badge_template.changed", "badge_template.deleted"].map((type) => [
    type,
    { badge_template: badgeTemplate },
  ]),
  ["user.account_merged", fields(uuid, "source_user_id destination_user_id")],
  ["user.connect_access.removed", { user_id: uuid }],
  ...["user.public_badges.changed", "user.public_badges.added", "user.public_badges.removed"].map((type) => [
    type,
    { user_id: uuid, badge: issuedBadge },
  ]),
  ...["employment.badges.added", "employment.badges.removed"].map((type) => [
    type,
    { employment, badge: employmentBadge },
  ]),
  ...[
    "employment.badges.state_changed",
    "employment.badges.privacy_changed",
    "employment.created",
    "employment.updated",
    "employment.connection.pending",
    "employment.connection.accepted",
    "employment.connection.rejected",
    "employment.user_account.associated",
    "employment.user_account.disassociated",
  ].map((type) => [type, { employment }]),
  ["employment.deleted", { employment: minimalEmployment }],
]);

export const eventTypes = Object.keys(eventFields);

/** An event of one of the specified types. */
export const event: Shape = (value, path) => {
  const own = eventFields[(value as { event_type?: string } | null)?.event_type ?? ""];
  return own
    ? object({ ...summary, ...own })(value, path)
    : [`${path} is of no specified type: ${JSON.stringify(value)}`];
};

/** An older event of an employment that was deleted since: its details can no longer be read. */
export const eventOfDeletedEmployment = object({ ...summary, employment: minimalEmployment });
