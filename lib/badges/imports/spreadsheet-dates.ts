import { parseInstant } from "@/lib/kernel/dates";
import type { DATE_ORDERS } from "./schema";

export type DateOrder = (typeof DATE_ORDERS)[number];

/** A date of a file in the format of the API. `isAmbiguous` is true when day and month could be swapped. */
export type SpreadsheetDate = { text: string; isAmbiguous: boolean };

// `31.12.2026`, `12/31/2026`, `31-12-26 09:41`: local formats of spreadsheets.
const LOCAL_DATE = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:[ T]+(\d{1,2}:\d{2}(?::\d{2})?))?$/;

type DateParts = { first: number; second: number; year: string; time: string | undefined; isDotted: boolean };

function parseDateParts(text: string): DateParts | null {
  const match = LOCAL_DATE.exec(text.trim());
  if (!match) return null;
  const [, first, separator, second, year = "", time] = match;
  return { first: Number(first), second: Number(second), year, time, isDotted: separator === "." };
}

/** Returns the order that a date itself shows: by dots, or by a number above twelve. Null when it could be either. */
function detectOrder({ first, second, isDotted }: DateParts): DateOrder | null {
  if (isDotted || first > 12) return "day_first";
  return second > 12 ? "month_first" : null;
}

const padTwo = (number: number | string): string => String(number).padStart(2, "0");

/**
 * Returns the order that the dates of a column show: the first unambiguous date decides. Null when all are ambiguous.
 */
export function guessDateOrder(texts: Iterable<string>): DateOrder | null {
  for (const text of texts) {
    const parts = parseDateParts(text);
    const order = parts && !parts.isDotted && parts.first !== parts.second ? detectOrder(parts) : null;
    if (order) return order;
  }
  return null;
}

/**
 * Parses a date in the format of a spreadsheet. `order` says whether day or month comes first if the date itself does
 * not show it. Returns null for other text. A date that the API accepts anyway (ISO 8601) is returned unchanged.
 */
export function parseSpreadsheetDate(text: string, order: DateOrder): SpreadsheetDate | null {
  if (parseInstant(text)) return { text, isAmbiguous: false };
  const parts = parseDateParts(text);
  if (!parts) return null;
  const detected = detectOrder(parts);
  const { first, second, year, time } = parts;
  const [day, month] = (detected ?? order) === "day_first" ? [first, second] : [second, first];
  const timePart = time === undefined ? "" : `T${time.split(":").map(padTwo).join(":")}`;
  const iso = `${year}-${padTwo(month)}-${padTwo(day)}${timePart}`;
  if (!parseInstant(iso)) return null;
  return { text: iso, isAmbiguous: detected === null && first !== second };
}
