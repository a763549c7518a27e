const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The most mails that one organization sends to one recipient, over all kinds but those that the recipient asked for
 * (a new password, a confirmation, notices of their own account): those belong to no organization.
 */
const LIMITS = [
  { mails: 5, within: HOUR },
  { mails: 20, within: DAY },
];

/** How long sendings are remembered: the longest window. */
export const REMEMBERED_MS = DAY;

/** Mails that are merged into one at most; what is left waits for the next one. */
export const MERGED_MAILS = 50;

/**
 * Of several mails that wait together the first one wakes when a mail may be sent, and takes the others along. They
 * wake by themselves so much later, in case that it cannot (it is not needed any more, or its worker died).
 */
export const FOLLOWING_MS = 10 * MINUTE;

/** How many mails may be sent now, when these were sent before (times, newest first). */
export const freeMails = (sentAt: number[], now: number): number =>
  Math.max(
    0,
    Math.min(...LIMITS.map(({ mails, within }) => mails - sentAt.filter((at) => at > now - within).length)),
  );

/** When the next mail may be sent, if none may be now. */
export const opensAt = (sentAt: number[], now: number): Date =>
  new Date(Math.max(now, ...LIMITS.map(({ mails, within }) => (sentAt[mails - 1] ?? 0) + within)));
