/** The most passkeys of an account. */
export const MAX_PASSKEYS = 20;

/** The number of recovery codes that are created together. */
export const RECOVERY_CODES = 10;
