const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

// After the last of these, every 12 hours.
const DELAYS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR];
const LAST_DELAY = 12 * HOUR;

/** A mail that cannot be sent for this long after its first attempt is given up. */
const RETRY_WINDOW_MS = 72 * HOUR;

/** When to retry after `failures` failed attempts; null when the three days have passed. */
export function nextMailAttempt(failures: number, firstAttemptAt: Date, now: Date): Date | null {
  const next = new Date(now.getTime() + (DELAYS[failures - 1] ?? LAST_DELAY));
  return next.getTime() - firstAttemptAt.getTime() <= RETRY_WINDOW_MS ? next : null;
}
