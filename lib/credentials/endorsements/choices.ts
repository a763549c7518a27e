/** The states of an endorsement. `declined` is also one that the owner of the badge removed later. */
export const ENDORSEMENT_STATES = ["offered", "accepted", "declined", "withdrawn"] as const;

/** The most accepted endorsements of a badge, all of which its credentials contain. */
export const MAX_ENDORSEMENTS = 10;

export const MAX_COMMENT_LENGTH = 1_000;
