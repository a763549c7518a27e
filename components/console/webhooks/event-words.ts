import type { EventType } from "@/lib/delivery/events/schema";

type Resource<Type extends string> = Type extends `${infer Name}.${string}` ? Name : never;
type TypesOfResource<Name extends string> = Extract<EventType, `${Name}.${string}`>;

/** An event type without a description, or of a resource without a group, does not compile. */
type EventGroups = {
  [Name in Resource<EventType>]: { legend: string; types: Record<TypesOfResource<Name>, string> };
};

const GROUPS: EventGroups = {
  badge: {
    legend: "Badges",
    types: {
      "badge.created": "A badge is issued in the console or through the API.",
      "badge.deleted": "A badge is deleted. This is rare: most badges are revoked or replaced instead.",
      "badge.privacy.changed": "An earner makes a badge public or private.",
      "badge.state.changed": "The state of a badge changes, for example from pending to accepted.",
    },
  },
  badge_template: {
    legend: "Badge templates",
    types: {
      "badge_template.created": "A badge template is created.",
      "badge_template.changed": "A badge template is changed.",
      "badge_template.deleted": "A badge template is deleted.",
    },
  },
  pending_badge_notification: {
    legend: "Notifications",
    types: {
      "pending_badge_notification.sent": "A user is notified of a pending badge.",
      "pending_badge_notification.no_user.sent":
        "An e-mail about a pending badge is sent to someone without an account.",
      "pending_badge_notification.unconfirmed_email.sent":
        "A user with an unconfirmed e-mail address is notified of a pending badge.",
    },
  },
  user: {
    legend: "Earners",
    types: {
      "user.account_merged": "A user merges two accounts.",
      "user.connect_access.removed": "A user removes the access of an OAuth application.",
      "user.public_badges.changed": "The set of a user’s public badges changes.",
      "user.public_badges.added": "A badge becomes visible to a connected application.",
      "user.public_badges.removed": "A badge is no longer visible to a connected application.",
    },
  },
  employment: {
    legend: "Employees",
    types: {
      "employment.badges.added": "You can now see a badge of an employee.",
      "employment.badges.removed": "You can no longer see a badge of an employee.",
      "employment.badges.state_changed": "The state of a badge that you can see changes.",
      "employment.badges.privacy_changed": "The visibility of a badge that you can see changes.",
      "employment.created": "An employee record is created.",
      "employment.updated": "An employee record is updated.",
      "employment.deleted": "An employee record is deleted.",
      "employment.connection.pending": "The connection of an employee becomes pending.",
      "employment.connection.accepted": "An employee accepts the connection.",
      "employment.connection.rejected": "An employee rejects the connection.",
      "employment.user_account.associated": "An employee record is linked to a user account.",
      "employment.user_account.disassociated": "An employee record is unlinked from its user account.",
    },
  },
};

/** The event types of the specification ("Event types") with their descriptions, by group. */
export const EVENT_GROUPS: { legend: string; types: Record<string, string> }[] = Object.values(GROUPS);
