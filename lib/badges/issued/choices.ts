/** What a form shows or counts before it judges anything, as data: the schemas bring a large library along. */

export const BADGE_STATES = ["pending", "accepted", "rejected", "revoked", "replaced"] as const;
