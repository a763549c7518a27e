import type { EventType } from "@/lib/delivery/events/schema";

type EventGroup = { legend: string; types: Partial<Record<EventType, string>> };

/** Event types with the specification's words ("Event types"), as people choose among them. */
export const EVENT_GROUPS: EventGroup[] = [
  {
    legend: "Badges",
    types: {
      "badge.created": "a badge is issued (via API or the user interface)",
      "badge.deleted": "a badge is deleted (rare; usually state becomes revoked or replaced)",
      "badge.privacy.changed": "a user changes a badge's privacy setting",
      "badge.state.changed": "a badge's state changes (e.g. pending to accepted)",
    },
  },
  {
    legend: "Badge templates",
    types: {
      "badge_template.created": "a badge template is created",
      "badge_template.changed": "a badge template is changed",
      "badge_template.deleted": "a badge template is deleted",
    },
  },
  {
    legend: "Notifications",
    types: {
      "pending_badge_notification.sent": "a user is notified of a pending badge",
      "pending_badge_notification.no_user.sent":
        "an e-mail is sent to a non-registered user about a pending badge",
      "pending_badge_notification.unconfirmed_email.sent":
        "an unconfirmed user is notified of a pending badge",
    },
  },
  {
    legend: "Earners",
    types: {
      "user.account_merged": "a user merges two accounts",
      "user.connect_access.removed": "a user removes access of an OAuth application",
      "user.public_badges.changed": "a user's set of publicly viewable badges changes",
      "user.public_badges.added": "a badge becomes visible via the connect feature",
      "user.public_badges.removed": "a badge becomes invisible via the connect feature",
    },
  },
  {
    legend: "Employees",
    types: {
      "employment.badges.added": "a badge of an employee becomes viewable to the employer",
      "employment.badges.removed": "a badge of an employee becomes not viewable to the employer",
      "employment.badges.state_changed": "a viewable badge's state is updated",
      "employment.badges.privacy_changed": "a viewable badge's privacy status is updated",
      "employment.created": "an employee record is created",
      "employment.updated": "an employee record is updated",
      "employment.deleted": "an employee record is destroyed",
      "employment.connection.pending": "an employee enters pending",
      "employment.connection.accepted": "an employee accepts the connection",
      "employment.connection.rejected": "the connection is rejected",
      "employment.user_account.associated": "an employee record is associated with a user account",
      "employment.user_account.disassociated": "an employee record is disassociated from its user account",
    },
  },
];
