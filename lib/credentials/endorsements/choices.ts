/** The states of an endorsement. `declined` is also one that the owner of the badge removed later. */
export const ENDORSEMENT_STATES = ["offered", "accepted", "declined", "withdrawn"] as const;

export const MAX_COMMENT_LENGTH = 1_000;
