import { parseInstant } from "@/lib/kernel/dates";
import { LOCALES } from "@/lib/kernel/locales";
import type { DATE_ORDERS, ImportMapping } from "./schema";

export type DateOrder = (typeof DATE_ORDERS)[number];

/**
 * A date of a file in the format of the API. `isAmbiguous` is true when it can be another day, too. `order` is the order of a
 * date in numbers whose parts show which one is the day; null for any other date.
 */
export type SpreadsheetDate = { text: string; isAmbiguous: boolean; order: DateOrder | null };

// `9:41`, `09:41:12`, `3:45:12 PM`.
const TIME = String.raw`(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?: ?([ap])\.?m\.?)?)?`;
const createPattern = (date: string): RegExp => new RegExp(`^${date}${TIME}$`, "iu");

// `31.12.2026`, `12/31/26`, `31-12-2026`: local formats of spreadsheets.
const LOCAL_DATE = createPattern(String.raw`(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})`);
// `2026/11/5`, `2026. 4. 19.`, `2026年4月19日`, `2026년 4월 19일`, `20260419`.
const YEAR_FIRST = createPattern(String.raw`(\d{4}) ?[./年년-] ?(\d{1,2}) ?[./月월-] ?(\d{1,2}) ?[.日일]?`);
const COMPACT = createPattern(String.raw`((?:19|20)\d{2})([01]\d)([0-3]\d)`);
// `19-Apr-2026`, `19 de abril de 2026`, `19. April 26`; `April 19, 2026`.
const DAY_AND_NAME = createPattern(
  String.raw`(\d{1,2})(?:st|nd|rd|th|er|º)?\.?[ /-]+(?:de )?([\p{L}\p{M}]+)\.?,?[ /-]+(?:de )?(\d{4}|\d{2})`,
);
const NAME_AND_DAY = createPattern(String.raw`([\p{L}\p{M}]+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})`);

/** A day of a spreadsheet as the number of days since the end of 1899, from 1954 to 2119. A fraction is the time. */
const SERIAL = /^[2-7]\d{4}(?:\.\d+)?$/;
const SERIAL_START_MS = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

const toPlain = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/[\p{M}.]/gu, "")
    .toLowerCase();

let monthNumbers: Map<string, number> | null = null;

/** The numbers of months by their names and short names in the languages of the service. */
function monthsByName(): Map<string, number> {
  if (monthNumbers) return monthNumbers;
  monthNumbers = new Map([["sept", 9]]);
  for (const locale of LOCALES)
    for (const month of ["long", "short"] as const) {
      const format = new Intl.DateTimeFormat(locale, { day: "numeric", month, timeZone: "UTC" });
      for (let number = 1; number <= 12; number += 1) {
        const parts = format.formatToParts(Date.UTC(2026, number - 1, 1));
        monthNumbers.set(toPlain(parts.find(({ type }) => type === "month")?.value ?? ""), number);
      }
    }
  return monthNumbers;
}

const padTwo = (number: number | string): string => String(number).padStart(2, "0");

/** People write two digits for a year of this century, or of their youth. */
const toFullYear = (year: string): string =>
  year.length === 4 ? year : `${Number(year) < 70 ? "20" : "19"}${year}`;

type TimeParts = [hour: string | undefined, minute?: string, second?: string, half?: string];

/** Formats the time of a pattern; null for one that does not exist, such as 15:45 PM. */
function formatTime([hour, minute = "00", second, half]: TimeParts): string | null {
  if (hour === undefined) return "";
  const hours = Number(hour);
  if (half !== undefined && (hours < 1 || hours > 12)) return null;
  const hour24 = half === undefined ? hours : (hours % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  return `T${padTwo(hour24)}:${minute}${second === undefined ? "" : `:${second}`}`;
}

/** Formats a date as the API reads it; null for a day or a time that does not exist. */
function formatDate(year: string, month: number, day: number, time: TimeParts): string | null {
  const timeText = formatTime(time);
  const text = `${toFullYear(year)}-${padTwo(month)}-${padTwo(day)}${timeText ?? ""}`;
  return timeText !== null && parseInstant(text) ? text : null;
}

type DateParts = { first: number; second: number; year: string; time: TimeParts; isDotted: boolean };

function parseDateParts(text: string): DateParts | null {
  const match = LOCAL_DATE.exec(text);
  if (!match) return null;
  const [, first, separator, second, year = "", ...time] = match;
  const isDotted = separator === ".";
  return { first: Number(first), second: Number(second), year, time: time as unknown as TimeParts, isDotted };
}

/** Returns the order that a date itself shows: by dots, or by a number above twelve. Null when it could be either. */
function detectOrder({ first, second, isDotted }: DateParts): DateOrder | null {
  if (isDotted || first > 12) return "day_first";
  return second > 12 ? "month_first" : null;
}

/** Returns the order that a date in numbers shows by a number above twelve, which nobody can read in the other order. */
function provenOrder(text: string): DateOrder | null {
  const parts = parseDateParts(text.trim());
  return parts && !parts.isDotted && parts.first !== parts.second ? detectOrder(parts) : null;
}

/** The order that the dates of a file show: that of most dates which show one, null when none does. */
export type FileDateOrder = { order: DateOrder | null; isMixed: boolean };

/** Finds in which order the dates of a file are, and whether some have the day first and others the month. */
export function findDateOrder(texts: Iterable<string>): FileDateOrder {
  const counts = { day_first: 0, month_first: 0 };
  for (const text of texts) {
    const order = provenOrder(text);
    if (order) counts[order] += 1;
  }
  const { day_first: days, month_first: months } = counts;
  const order = days + months === 0 ? null : months > days ? "month_first" : "day_first";
  return { order, isMixed: days > 0 && months > 0 };
}

/** Finds the order that the dates of a file show. */
export function findFileDateOrder(
  { mapping }: { mapping: ImportMapping },
  rows: { cells: string[] }[],
): FileDateOrder {
  const columnIndexes = [mapping.issued_at, mapping.expires_at].flatMap((index) => index ?? []);
  return findDateOrder(rows.flatMap(({ cells }) => columnIndexes.map((index) => cells[index] ?? "")));
}

function parseLocalDate(text: string, order: DateOrder): SpreadsheetDate | null {
  const parts = parseDateParts(text);
  if (!parts) return null;
  const { first, second, year, time } = parts;
  const detected = detectOrder(parts);
  const [day, month] = (detected ?? order) === "day_first" ? [first, second] : [second, first];
  const iso = formatDate(year, month, day, time);
  return iso === null
    ? null
    : { text: iso, isAmbiguous: detected === null && first !== second, order: provenOrder(text) };
}

function parseYearFirst(text: string): string | null {
  const match = YEAR_FIRST.exec(text) ?? COMPACT.exec(text);
  if (!match) return null;
  const [, year = "", month, day, ...time] = match;
  return formatDate(year, Number(month), Number(day), time as unknown as TimeParts);
}

function parseNamedMonth(text: string): string | null {
  const dayFirst = DAY_AND_NAME.exec(text);
  const match = dayFirst ?? NAME_AND_DAY.exec(text);
  if (!match) return null;
  const [, first = "", second = "", year = "", ...time] = match;
  const [day, name] = dayFirst ? [first, second] : [second, first];
  const month = monthsByName().get(toPlain(name));
  return month === undefined ? null : formatDate(year, month, Number(day), time as unknown as TimeParts);
}

/** Reads a day, or a moment, that a spreadsheet exported as its number. It is shown as read, because it may be another number. */
function parseSerial(text: string): SpreadsheetDate | null {
  if (!SERIAL.test(text)) return null;
  const seconds = Math.round((SERIAL_START_MS + Number(text) * DAY_MS) / 1000);
  const moment = new Date(seconds * 1000).toISOString();
  const iso = /\.\d*[1-9]/.test(text) ? moment.slice(0, 19) : moment.slice(0, 10);
  return { text: iso, isAmbiguous: true, order: null };
}

// `오후 3:45`, `下午3:45`, `午後0:30`: Korean, Chinese and Japanese have the half of the day before the time.
const HALF_FIRST = /[ T]*(오전|오후|上午|下午|午前|午後) ?(\d{1,2})(:\d{2}(?::\d{2})?)$/u;

const withHalfLast = (text: string): string =>
  text.replace(HALF_FIRST, (_, half: string, hour: string, rest: string) => {
    const isMorning = half === "오전" || half === "上午" || half === "午前";
    return ` ${Number(hour) === 0 ? "12" : hour}${rest} ${isMorning ? "AM" : "PM"}`;
  });

function parseWithoutWeekday(text: string, order: DateOrder): SpreadsheetDate | null {
  if (parseInstant(text)) return { text, isAmbiguous: false, order: null };
  const clear = parseYearFirst(text) ?? parseNamedMonth(text);
  if (clear !== null) return { text: clear, isAmbiguous: false, order: null };
  return parseLocalDate(text, order);
}

let weekdayNumbers: Map<string, number> | null = null;

/** The numbers of weekdays (Sunday is 0) by their names and short names in the languages of the service. */
function weekdaysByName(): Map<string, number> {
  if (weekdayNumbers) return weekdayNumbers;
  weekdayNumbers = new Map();
  for (const locale of LOCALES)
    for (const weekday of ["long", "short"] as const) {
      const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: "UTC" });
      // 1 November 2026 is a Sunday.
      for (let number = 0; number < 7; number += 1)
        weekdayNumbers.set(toPlain(format.format(Date.UTC(2026, 10, number + 1))), number);
    }
  return weekdayNumbers;
}

const WEEKDAY_FIRST = /^([\p{L}\p{M}-]+)\.?(?:, ?| )(.+)$/u;
// `2026년 4월 19일 일요일`, `2026年4月19日星期日`.
const WEEKDAY_AFTER = /^(.+[日일]) ?(.요일|.曜日|星期.|周.)(.*)$/u;

/** Splits the weekday from a date. Null for text without one. */
function splitWeekday(text: string): { weekday: number; rest: string } | null {
  const before = WEEKDAY_FIRST.exec(text);
  const after = WEEKDAY_AFTER.exec(text);
  const name = before?.[1] ?? after?.[2] ?? "";
  const weekday = weekdaysByName().get(toPlain(name));
  const rest = before?.[2] ?? `${after?.[1]}${after?.[3]}`;
  return weekday === undefined ? null : { weekday, rest };
}

const OTHER_ORDER: Record<DateOrder, DateOrder> = { day_first: "month_first", month_first: "day_first" };

const isOnWeekday = ({ text }: SpreadsheetDate, weekday: number): boolean =>
  new Date(text.slice(0, 10)).getUTCDay() === weekday;

/** Reads `Sunday, April 19, 2026`. The weekday also shows which of two numbers is the day. Null when it is wrong. */
function parseWithWeekday(text: string, order: DateOrder): SpreadsheetDate | null {
  const parts = splitWeekday(text);
  if (!parts) return null;
  const dates = [order, OTHER_ORDER[order]].map((each) => parseWithoutWeekday(parts.rest, each));
  return dates.find((date) => date && isOnWeekday(date, parts.weekday)) ?? null;
}

/**
 * Parses a date in the format of a spreadsheet. `order` says whether day or month comes first if the date itself does
 * not show it. Returns null for other text. A date that the API accepts anyway (ISO 8601) is returned unchanged.
 */
export function parseSpreadsheetDate(written: string, order: DateOrder): SpreadsheetDate | null {
  // No-break spaces stand before AM and PM since 2023.
  const text = withHalfLast(written.replace(/[\u00a0\u202f]/g, " ").trim());
  return parseWithoutWeekday(text, order) ?? parseWithWeekday(text, order) ?? parseSerial(text);
}
