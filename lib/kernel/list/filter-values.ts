import { parseWrittenInstant } from "../dates";
import { normalizeEmailAddress } from "../email-address";
import { flag } from "../fields";
import { isUuid } from "../ids";
import { invalidFilterValue, splitCommaList } from "./filter";

/** Parses the value of a filter that takes true or false. */
export const parseBooleanFilter = (key: string, value: string): boolean => {
  const parsed = flag().safeParse(value);
  if (!parsed.success) throw invalidFilterValue(key, "true or false");
  return parsed.data;
};

/**
 * Parses an e-mail address, in its normalized form. Throws 400 for one with a space: a client wrote the + of an address into a URL
 * as it is, where it means a space.
 */
export const parseAddressFilter = (key: string, value: string): string => {
  const address = normalizeEmailAddress(value);
  if (/\s/.test(address) && address.includes("@"))
    throw invalidFilterValue(key, "an e-mail address. Write the + of an address as %2B");
  return address;
};

/** Parses comma-separated ids. */
export const parseIdList = (key: string, value: string): string[] => {
  const ids = splitCommaList(value);
  if (ids.length === 0 || ids.length > 100 || !ids.every(isUuid))
    throw invalidFilterValue(key, "comma-delimited UUIDs");
  return ids;
};

/** Parses comma-separated serial ids, which are counted from 1. */
export const parseSerialIdList = (key: string, value: string): number[] => {
  const ids = splitCommaList(value);
  const isSerial = (id: string) => /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647;
  if (ids.length === 0 || ids.length > 100 || !ids.every(isSerial))
    throw invalidFilterValue(key, "comma-delimited IDs");
  return ids.map(Number);
};

/** Parses comma-separated values of a fixed set. */
export const parseChoices = <Word extends string>(
  key: string,
  words: readonly Word[],
  value: string,
): Word[] => {
  const given = splitCommaList(value);
  const known = words.filter((word) => given.includes(word));
  if (given.length === 0 || known.length !== new Set(given).size)
    throw invalidFilterValue(key, words.join(", "));
  return known;
};

/** 400 for a text that is no date. A space before an offset was a plus sign, which the client wrote into the URL as it is. */
const invalidDate = (key: string, value: string) =>
  invalidFilterValue(
    key,
    / \d\d:?\d\d$/.test(value)
      ? "a date such as 2030-04-01. Write the + of an offset as %2B"
      : "a date such as 2030-04-01",
  );

/** Parses a calendar date, whatever the zone, for the `*_date` columns. */
export const parseCalendarDay = (key: string, value: string): Date => {
  const day = parseWrittenInstant(value);
  if (!day) throw invalidDate(key, value);
  return new Date(day.date);
};

const DAY_MS = 24 * 3_600_000;

/** Parses an inclusive lower bound. A bare date means its first moment. */
export const parseNotBefore = (key: string, value: string): { gte: Date } => {
  const bound = parseWrittenInstant(value);
  if (!bound) throw invalidDate(key, value);
  return { gte: bound.at };
};

/** Parses an inclusive upper bound. A bare date means the whole day. */
export const parseNotAfter = (key: string, value: string): { lte: Date } | { lt: Date } => {
  const bound = parseWrittenInstant(value);
  if (!bound) throw invalidDate(key, value);
  return bound.isDay ? { lt: new Date(bound.at.getTime() + DAY_MS) } : { lte: bound.at };
};
