/** What is known of badges below the room that issues them: employers filter by it and show it. Plain data, for browsers too. */

export const BADGE_STATES = ["pending", "accepted", "rejected", "revoked", "replaced"] as const;

export type BadgeState = (typeof BADGE_STATES)[number];

export const LEVELS = ["Foundational", "Intermediate", "Advanced"] as const;
