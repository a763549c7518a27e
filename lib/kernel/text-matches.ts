import { Prisma } from "@/prisma/generated/client";

const { sql } = Prisma;

/** Precedes an address: the start, no character with which a longer address could begin, or what JSON and
 * addresses of pages write for a space or the end of a line. */
const BEFORE_ADDRESS = String.raw`(^|[^[:alnum:]._+'-]|\\[bfnrt]|%(?!2[bde7]|5f)[0-9a-f]{2})['.-]*`;
/** Follows an address: no letter or digit of a longer domain. */
const AFTER_ADDRESS = "(?![[:alnum:]]|[-.]+[[:alnum:]])";

/** Escapes a text for a regular expression of PostgreSQL, where a backslash takes the meaning from a sign of ASCII. */
const escapePattern = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, String.raw`\$&`);

const addressPattern = (address: string): string =>
  `${BEFORE_ADDRESS}${escapePattern(address)}${AFTER_ADDRESS}`;

// A regular expression is slow, so it reads only texts that contain the word. CASE keeps this order.
const matchesSql = (text: Prisma.Sql, word: Prisma.Sql, pattern: Prisma.Sql): Prisma.Sql =>
  sql`CASE WHEN strpos(lower(${text}), ${word}) > 0 THEN lower(${text}) ~ ${pattern} ELSE false END`;

/**
 * Returns the SQL of whether a text contains one of the e-mail addresses as a whole, in capital or small letters:
 * `ann@example.org` is not in `joann@example.org` or `ann@example.org.uk`.
 */
export function containsAddressSql(text: Prisma.Sql, addresses: string[]): Prisma.Sql {
  const words = addresses.map((address) => address.toLowerCase());
  return sql`EXISTS (
    SELECT FROM unnest(${words}::text[], ${words.map(addressPattern)}::text[]) AS own(address, pattern)
    WHERE ${matchesSql(text, sql`own.address`, sql`own.pattern`)})`;
}
