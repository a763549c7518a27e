const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// Decision 0017: after the last of these, every 24 hours.
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

/** No attempt is later than this after the first (specification, "Webhook delivery" 3). */
export const RETRY_WINDOW_MS = 25 * DAY;

/** When a delivery is given up at the latest. */
export const retryDeadline = (firstAttemptAt: Date): Date =>
  new Date(firstAttemptAt.getTime() + RETRY_WINDOW_MS);

/** Returns whether the retry window has passed, counted from the first attempt. The first attempt is never too late. */
export const isTooLate = (firstAttemptAt: Date | null, now: Date): boolean =>
  firstAttemptAt !== null && now > retryDeadline(firstAttemptAt);

const JITTER = 0.1;
const MAX_RETRY_AFTER_MS = DAY;

// The three forms of an HTTP date (RFC 9110, 5.6.7) begin with the name of a day; Date.parse alone accepts many more.
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/** Parses `Retry-After` (seconds or a date) to milliseconds, at most a day; 0 when it is missing or not usable. */
export function retryAfterMs(header: string | undefined, now: Date): number {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Math.min(Number(text) * SECOND, MAX_RETRY_AFTER_MS);
  const requestedMs = HTTP_DATE.test(text) ? Date.parse(text) - now.getTime() : Number.NaN;
  return Number.isFinite(requestedMs) ? Math.min(Math.max(requestedMs, 0), MAX_RETRY_AFTER_MS) : 0;
}

/**
 * When to retry after `failures` failed attempts, of which the last ended `now`; null when the window has passed.
 * `random` (0 to 1) spreads the attempts by up to a tenth, so that messages that failed together, or got the same
 * `Retry-After`, are not all retried at the same time.
 */
export function nextWebhookAttempt(
  failures: number,
  firstAttemptAt: Date,
  now: Date,
  { random, minDelayMs = 0 }: { random: number; minDelayMs?: number },
): Date | null {
  const delay = Math.max(DELAYS[failures - 1] ?? DAY, minDelayMs) * (1 + JITTER * random);
  const next = new Date(now.getTime() + delay);
  return isTooLate(firstAttemptAt, next) ? null : next;
}
