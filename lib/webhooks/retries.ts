const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// decisions.md 17: after the last of these, every 24 hours.
const DELAYS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
];

/** No attempt later than this after the first (specification, "Webhook delivery" 3). */
export const RETRY_WINDOW_MS = 25 * DAY;

const JITTER = 0.1;
const LONGEST_WISH_MS = DAY;

/** What a receiver asks for in `Retry-After` (seconds or a date), in milliseconds; 0 when it asks nothing usable. */
export function retryAfterMs(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  const wish = /^\d{1,9}$/.test(header.trim()) ? Number(header) * SECOND : Date.parse(header) - now.getTime();
  return Number.isFinite(wish) ? Math.min(Math.max(wish, 0), LONGEST_WISH_MS) : 0;
}

/**
 * When to try again after `failures` failed attempts; null when the window is over. `random` (0 to 1) spreads the
 * attempts by a tenth, so that many messages that failed together do not come back together.
 */
export function nextAttempt(
  failures: number,
  firstAttemptAt: Date,
  now: Date,
  { random, wishMs = 0 }: { random: number; wishMs?: number },
): Date | null {
  const delay = (DELAYS[failures - 1] ?? DAY) * (1 + JITTER * random);
  const next = new Date(now.getTime() + Math.max(delay, wishMs));
  return next.getTime() - firstAttemptAt.getTime() <= RETRY_WINDOW_MS ? next : null;
}
