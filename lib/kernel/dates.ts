/**
 * A moment with the calendar date that the sender wrote in their own zone (`*_date` fields store it). `offsetMinutes`
 * is how far the sender's clock is ahead of UTC.
 */
export type DatedInstant = { at: Date; date: string; offsetMinutes: number };

// ISO 8601, the older form `2014-04-01 09:41:00 -0500`, or a bare date (read as midnight UTC).
const DATE_TIME_PATTERN =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)? ?(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i;

/** Minutes that a zone is ahead of UTC; null for one that does not exist, such as `+05:75`. */
function parseZoneMinutes(zone: string | undefined): number | null {
  if (!zone || /^(z|utc)$/i.test(zone)) return 0;
  const digits = zone.replace(":", "");
  const [hours, minutes] = [Number(digits.slice(1, 3)), Number(digits.slice(3, 5))];
  const total = hours * 60 + minutes;
  if (minutes > 59 || total > 14 * 60) return null;
  return digits.startsWith("-") ? -total : total;
}

/**
 * True for years that four digits can express, as the API writes them. PostgreSQL does not read JavaScript's longer
 * form.
 */
export const hasFourDigitYear = (at: Date): boolean =>
  at.getUTCFullYear() >= 1000 && at.getUTCFullYear() <= 9999;

/** Midnight UTC of a calendar day; null for days that do not exist, such as 30 February. */
function midnightUtc(year: number, month: number, day: number): Date | null {
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  return midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day ? midnight : null;
}

/** Milliseconds since midnight; null for a time that does not exist. */
function timeOfDayMs(hour = "0", minute = "0", second = "0", fraction = ""): number | null {
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)];
  if (hours > 23 || minutes > 59 || seconds > 59) return null;
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + Number(fraction.padEnd(3, "0").slice(0, 3));
}

/** Parses a date or date-time as decision 0005 allows; null when it is neither, or the day does not exist. */
export function parseInstant(text: string): DatedInstant | null {
  const match = DATE_TIME_PATTERN.exec(text.trim());
  if (!match) return null;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  const midnight = midnightUtc(Number(year), Number(month), Number(day));
  const time = timeOfDayMs(hour, minute, second, fraction);
  const offset = parseZoneMinutes(zone);
  if (midnight === null || time === null || offset === null) return null;
  const at = new Date(midnight.getTime() + time - offset * 60_000);
  return hasFourDigitYear(at) ? { at, date: `${year}-${month}-${day}`, offsetMinutes: offset } : null;
}

/** Formats a value of a `date` column as `YYYY-MM-DD`. */
export const toIsoDate = (value: Date): string => value.toISOString().slice(0, 10);

/** The moment with its UTC calendar date. */
export const toDatedInstant = (at: Date): DatedInstant => ({ at, date: toIsoDate(at), offsetMinutes: 0 });

/** Formats a moment as an XML Schema date-time in UTC, in whole seconds. Verifiers of credentials expect this form. */
export const toWholeSeconds = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;
