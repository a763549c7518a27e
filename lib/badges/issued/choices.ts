/** Choices for forms, as plain data: importing the schemas would bring zod into the browser. */

export const BADGE_STATES = ["pending", "accepted", "rejected", "revoked", "replaced"] as const;
