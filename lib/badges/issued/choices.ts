/** Choices for forms, as plain data: importing the schemas would bring zod into the browser. */

export const BADGE_STATES = ["pending", "accepted", "rejected", "revoked", "replaced"] as const;

/** How many days before the expiration of a badge its earner is reminded. */
export const REMINDER_DAYS = 30;
