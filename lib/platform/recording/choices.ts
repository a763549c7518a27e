/** What the service says about an event type. Types of badges also have the words for the history of a badge. */
type Details<Type extends string> = { /** When the event happens. */ description: string } & (Type extends
  `badge.${string}` | `pending_badge_notification.${string}`
  ? { badgeHistory: string }
  : { badgeHistory?: never });

const defineTypes = <const Types extends { [Type in keyof Types]: Details<Type & string> }>(types: Types) =>
  types;

/** The event types of the specification and of this service. An organization subscribes to some of them. */
export const EVENT_DETAILS = defineTypes({
  "badge.created": {
    description: "A badge is issued in the console or through the API.",
    badgeHistory: "Issued",
  },
  "badge.deleted": {
    description: "A badge is deleted. This is rare: most badges are revoked or replaced instead.",
    badgeHistory: "Deleted",
  },
  "badge.privacy.changed": {
    description: "An earner makes a badge public or private.",
    badgeHistory: "Visibility changed by the earner",
  },
  "badge.state.changed": {
    description: "The state of a badge changes, for example from pending to accepted.",
    badgeHistory: "State changed",
  },
  "badge_template.created": { description: "A badge template is created." },
  "badge_template.changed": { description: "A badge template is changed." },
  "badge_template.deleted": { description: "A badge template is deleted." },
  "pending_badge_notification.sent": {
    description: "A user is notified of a pending badge.",
    badgeHistory: "Notified by e-mail",
  },
  "pending_badge_notification.no_user.sent": {
    description: "An e-mail about a pending badge is sent to someone without an account.",
    badgeHistory: "Notified by e-mail (no account yet)",
  },
  "pending_badge_notification.unconfirmed_email.sent": {
    description: "A user with an unconfirmed e-mail address is notified of a pending badge.",
    badgeHistory: "Notified by e-mail (address not confirmed yet)",
  },
  "user.account_merged": { description: "A user merges two accounts." },
  "user.connect_access.removed": { description: "A user removes the access of an OAuth application." },
  "user.public_badges.changed": { description: "The set of a user’s public badges changes." },
  "user.public_badges.added": { description: "A badge becomes visible to a connected application." },
  "user.public_badges.removed": { description: "A badge is no longer visible to a connected application." },
  "employment.badges.added": { description: "You can now see a badge of an employee." },
  "employment.badges.removed": { description: "You can no longer see a badge of an employee." },
  "employment.badges.state_changed": { description: "The state of a badge that you can see changes." },
  "employment.badges.privacy_changed": { description: "The visibility of a badge that you can see changes." },
  "employment.created": { description: "An employee record is created." },
  "employment.updated": { description: "An employee record is updated." },
  "employment.deleted": { description: "An employee record is deleted." },
  "employment.connection.pending": { description: "The connection of an employee becomes pending." },
  "employment.connection.accepted": { description: "An employee accepts the connection." },
  "employment.connection.rejected": { description: "An employee rejects the connection." },
  "employment.user_account.associated": { description: "An employee record is linked to a user account." },
  "employment.user_account.disassociated": {
    description: "An employee record is unlinked from its user account.",
  },
});

export type EventType = keyof typeof EVENT_DETAILS;

export const EVENT_TYPES = Object.keys(EVENT_DETAILS) as [EventType, ...EventType[]];

/** The event types whose name begins with that of a resource: `badge`, `employment`. */
export type ResourceEventType<Resource extends string> = Extract<EventType, `${Resource}.${string}`>;

/** The type of events that test an organization's receiver. They are in no list, because nothing happened. */
export const TEST_EVENT_TYPE = "webhook.test" as const;
