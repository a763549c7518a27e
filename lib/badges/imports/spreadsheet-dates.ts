import { parseInstant } from "@/lib/kernel/dates";
import type { DATE_ORDERS } from "./schema";

export type DateOrder = (typeof DATE_ORDERS)[number];

/** A date of a file in the format of the API. `isAmbiguous` is true when day and month could be swapped. */
export type SpreadsheetDate = { text: string; isAmbiguous: boolean };

// `31.12.2026`, `12/31/2026`, `31-12-26 09:41`: local formats of spreadsheets.
const LOCAL = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:[ T]+(\d{1,2}:\d{2}(?::\d{2})?))?$/;

type Parts = { first: number; second: number; year: string; time: string | undefined; isDotted: boolean };

function partsOf(text: string): Parts | null {
  const match = LOCAL.exec(text.trim());
  if (!match) return null;
  const [, first, separator, second, year = "", time] = match;
  return { first: Number(first), second: Number(second), year, time, isDotted: separator === "." };
}

/** Returns the order that a date itself shows: by dots, or by a number above twelve. Null when it could be either. */
function orderOf({ first, second, isDotted }: Parts): DateOrder | null {
  if (isDotted || first > 12) return "day_first";
  return second > 12 ? "month_first" : null;
}

const two = (number: number | string): string => String(number).padStart(2, "0");

/**
 * Returns the order that the dates of a column show: the first unambiguous date decides. Null when all are ambiguous.
 */
export function guessDateOrder(texts: Iterable<string>): DateOrder | null {
  for (const text of texts) {
    const parts = partsOf(text);
    const order = parts && !parts.isDotted && parts.first !== parts.second ? orderOf(parts) : null;
    if (order) return order;
  }
  return null;
}

/**
 * Reads a date in the format of a spreadsheet. `order` says whether day or month comes first if the date itself does
 * not show it. Returns null for other text. A date that the API accepts anyway (ISO 8601) is returned unchanged.
 */
export function readSpreadsheetDate(text: string, order: DateOrder): SpreadsheetDate | null {
  if (parseInstant(text)) return { text, isAmbiguous: false };
  const parts = partsOf(text);
  if (!parts) return null;
  const shown = orderOf(parts);
  const { first, second, year, time } = parts;
  const [day, month] = (shown ?? order) === "day_first" ? [first, second] : [second, first];
  const clock = time === undefined ? "" : `T${time.split(":").map(two).join(":")}`;
  const iso = `${year}-${two(month)}-${two(day)}${clock}`;
  if (!parseInstant(iso)) return null;
  return { text: iso, isAmbiguous: shown === null && first !== second };
}
