/**
 * A moment with the calendar date that the sender wrote in their own zone (`*_date` fields store it). `offsetMinutes`
 * is how far the sender's clock is ahead of UTC. `isDay` is true for a date without a time, which `at` is the start of.
 */
export type DatedInstant = { at: Date; date: string; offsetMinutes: number; isDay: boolean };

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
  if (!hasFourDigitYear(at)) return null;
  return { at, date: `${year}-${month}-${day}`, offsetMinutes: offset, isDay: hour === undefined };
}

const LAST_SECOND_OF_DAY_MS = 86_399_000;

/** When something ends that is valid through a calendar day: `2030-04-01` gives `2030-04-01T23:59:59.000Z`. */
export const toEndOfDay = (day: string): string =>
  new Date(Date.parse(day) + LAST_SECOND_OF_DAY_MS).toISOString();

/**
 * The moment until which something is valid: a date without a time is valid through that day (decision 0005). It ends with the
 * last second, because credentials have whole seconds.
 */
export const throughDay = (instant: DatedInstant): DatedInstant =>
  instant.isDay ? { ...instant, at: new Date(instant.at.getTime() + LAST_SECOND_OF_DAY_MS) } : instant;

// `2026-11-27 03:45:12 pm`, as forms and spreadsheets write it. Some put two spaces before a one-digit hour.
const HALF_DAY_PATTERN =
  /^(\d{4}-\d{2}-\d{2})(?:T| {1,3})(\d{1,2}):(\d{2})(:\d{2})? {0,3}([ap])\.?m\.?(?: ?(Z|UTC|[+-]\d{2}:?\d{2}))?$/i;

function parseHalfDay(text: string): DatedInstant | null {
  const [, date, hour = "", minute, second = "", half = "", zone = "Z"] = HALF_DAY_PATTERN.exec(text) ?? [];
  const hours = Number(hour);
  if (hours < 1 || hours > 12) return null;
  const hour24 = (hours % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  return parseInstant(`${date}T${String(hour24).padStart(2, "0")}:${minute}${second}${zone}`);
}

// `Fri, 27 Nov 2026 15:45:12 +0000`, as mails and HTTP headers write it (RFC 5322, 3.3).
const MAIL_PATTERN =
  /^(?:(mon|tue|wed|thu|fri|sat|sun), ?)?(\d{1,2}) (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec) (\d{4}) (\d{2}:\d{2}(?::\d{2})?) ([+-]\d{4}|z|ut|utc|gmt|[ecmp][sd]t)$/i;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
/** Hours that the zones of North America are ahead of UTC (RFC 5322, 4.3). */
const ZONE_HOURS: Record<string, number> = {
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
};

function toOffset(zone: string): string {
  const hours = ZONE_HOURS[zone.toLowerCase()];
  if (hours !== undefined) return `-0${-hours}00`;
  return /^[+-]/.test(zone) ? zone : "Z";
}

function parseMailDate(text: string): DatedInstant | null {
  const [, weekday, day = "", month = "", year, time, zone = ""] = MAIL_PATTERN.exec(text) ?? [];
  const number = MONTHS.indexOf(month.toLowerCase()) + 1;
  const date = `${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`;
  const parsed = parseInstant(`${date}T${time}${toOffset(zone)}`);
  const isRightDay = !weekday || DAYS.indexOf(weekday.toLowerCase()) === new Date(date).getUTCDay();
  return parsed && isRightDay ? parsed : null;
}

/** Unix time in seconds, or in milliseconds: 2001 to 2286. Fewer digits are no time, but can be a date such as 20261127. */
const parseUnixTime = (text: string): DatedInstant | null =>
  /^\d{10}(?:\d{3})?$/.test(text) && Number(text.slice(0, 10)) >= 1e9
    ? toDatedInstant(new Date(Number(text.padEnd(13, "0"))))
    : null;

/** Parses a moment as clients of the interface write it: also with am or pm, as in mails, and Unix time (decision 0005). */
export function parseWrittenInstant(written: string): DatedInstant | null {
  const text = written.trim();
  return parseInstant(text) ?? parseHalfDay(text) ?? parseMailDate(text) ?? parseUnixTime(text);
}

/** Formats a value of a `date` column as `YYYY-MM-DD`. */
export const toIsoDate = (value: Date): string => value.toISOString().slice(0, 10);

/** The moment with its UTC calendar date. */
export const toDatedInstant = (at: Date): DatedInstant => ({
  at,
  date: toIsoDate(at),
  offsetMinutes: 0,
  isDay: false,
});

/** Formats a moment as an XML Schema date-time in UTC, in whole seconds. Verifiers of credentials expect this form. */
export const toWholeSeconds = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;
