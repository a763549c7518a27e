const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The most mails that one organization sends to one recipient, over all kinds except those that the recipient requested
 * (a new password, a confirmation, notices of their own account): those belong to no organization.
 */
const LIMITS = [
  { mails: 5, within: HOUR },
  { mails: 20, within: DAY },
];

/** How long sent mails are recorded: the longest window. */
export const HISTORY_MS = DAY;

/** The most mails that are merged into one. The rest waits for the next one. */
export const MAX_MERGED_MAILS = 50;

/**
 * Of several deferred mails the first becomes due when a mail may be sent, and takes the others with it. They become
 * due themselves this much later, in case the first one is not sent (it is no longer needed, or its worker died).
 */
export const DEFERRED_FALLBACK_MS = 10 * MINUTE;

/** How many mails may be sent now, after mails at these times (newest first). */
export const countAllowedMails = (sentAt: number[], now: number): number =>
  Math.max(
    0,
    Math.min(...LIMITS.map(({ mails, within }) => mails - sentAt.filter((at) => at > now - within).length)),
  );

/** When the next mail may be sent, if none may be sent now. */
export const nextAllowedAt = (sentAt: number[], now: number): Date =>
  new Date(Math.max(now, ...LIMITS.map(({ mails, within }) => (sentAt[mails - 1] ?? 0) + within)));
