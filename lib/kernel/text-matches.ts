import { Prisma } from "@/prisma/generated/client";

const { sql } = Prisma;

/** Precedes a word: the start, no letter or digit, or what JSON and web addresses write for a space or the end of a line. */
const BEFORE_WORD = String.raw`(^|[^[:alnum:]]|\\[bfnrt]|%[0-9a-f]{2})`;
/** Precedes an address: as before a word, but no character with which a longer address could begin. */
const BEFORE_ADDRESS = String.raw`(^|[^[:alnum:]._+'-]|\\[bfnrt]|%(?!2[bde7]|5f)[0-9a-f]{2})['.-]*`;
/** Follows an address: no letter or digit of a longer domain. */
const AFTER_ADDRESS = "(?![[:alnum:]]|[-.]+[[:alnum:]])";

/** Escapes a text for a regular expression of PostgreSQL, where a backslash takes the meaning from a sign of ASCII. */
const escapePattern = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, String.raw`\$&`);

const addressPattern = (address: string): string =>
  `${BEFORE_ADDRESS}${escapePattern(address)}${AFTER_ADDRESS}`;

/** Returns a regular expression of PostgreSQL that finds a word as a whole. */
export const wordPattern = (word: string): string => `${BEFORE_WORD}${escapePattern(word)}(?![[:alnum:]])`;

/** Returns a regular expression of PostgreSQL that finds a JSON text as a whole value. The name of a member is no value. */
export const jsonValuePattern = (json: string): string =>
  String.raw`[:,[]\s*${escapePattern(json)}\s*([],}]|$)`;

/**
 * Returns the SQL of whether a text contains a word where the regular expression finds it. A regular expression is slow, so it
 * reads only texts with the word: CASE keeps this order.
 */
export const matchesSql = (text: Prisma.Sql, word: Prisma.Sql, pattern: Prisma.Sql): Prisma.Sql =>
  sql`CASE WHEN strpos(${text}, ${word}) > 0 THEN ${text} ~ ${pattern} ELSE false END`;

const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;

/**
 * Returns the SQL of whether a text in small letters contains one of the addresses, perhaps inside a longer one. A trigram
 * index of the text finds it.
 */
export const mayContainAddressSql = (lowerText: Prisma.Sql, addresses: string[]): Prisma.Sql =>
  sql`${lowerText} LIKE ANY (${addresses.map((address) => likePattern(address.toLowerCase()))}::text[])`;

/** The same as `containsAddressSql`, by a trigram index of `lower(text)` for the rows whose text has an @. */
export const findsAddressSql = (
  text: Prisma.Sql,
  addresses: string[],
): Prisma.Sql => sql`(strpos(${text}, '@') > 0
  AND ${mayContainAddressSql(sql`lower(${text})`, addresses)} AND ${containsAddressSql(text, addresses)})`;

/**
 * Returns the SQL of whether a text contains one of the e-mail addresses as a whole, in capital or small letters:
 * `ann@example.org` is not in `joann@example.org` or `ann@example.org.uk`.
 */
export function containsAddressSql(text: Prisma.Sql, addresses: string[]): Prisma.Sql {
  // The text may be a column with the name `address`.
  const words = addresses.map((address) => address.toLowerCase());
  return sql`EXISTS (
    SELECT FROM unnest(${words}::text[], ${words.map(addressPattern)}::text[]) AS own(own_address, own_pattern)
    WHERE ${matchesSql(sql`lower(${text})`, sql`own.own_address`, sql`own.own_pattern`)})`;
}
