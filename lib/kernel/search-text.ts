import { Prisma } from "@/prisma/generated/client";
import { textMatch } from "./list/filter";

const { sql } = Prisma;

/** More words are asked for as one text, with the spaces between them. */
const MAX_WORDS = 10;
/** A trigram index finds nothing by fewer letters of ASCII. Any other character becomes four (`fold_letters`). */
const MIN_INDEXED_LENGTH = 3;
/** Up to this number, words are asked for in each order. */
const MAX_ORDERED_WORDS = 3;

const isIndexed = (word: string): boolean => word.length >= MIN_INDEXED_LENGTH || /[^ -~]/.test(word);

/** Lists all orders of some words. */
function listOrders(words: string[]): string[][] {
  if (words.length <= 1) return [words];
  return words.flatMap((word, index) =>
    listOrders(words.toSpliced(index, 1)).map((others) => [word, ...others]),
  );
}

function splitWords(query: string): string[] {
  const words = [...new Set(query.split(/\s+/u))].filter((word) => word !== "");
  return [...words.slice(0, MAX_WORDS - 1), words.slice(MAX_WORDS - 1).join(" ")].filter(
    (word) => word !== "",
  );
}

/** Whether a folded text contains a text in one of its spellings. */
const containsSql = (folded: Prisma.Sql, text: string): Prisma.Sql =>
  sql`${folded} LIKE ANY (search_patterns(${text}))`;

function containsAllSql(folded: Prisma.Sql, words: string[]): Prisma.Sql {
  const conditions = words.map((word) => containsSql(folded, word));
  return conditions.length === 0 ? sql`TRUE` : sql`(${Prisma.join(conditions, " AND ")})`;
}

/**
 * Returns the SQL of whether a folded text (a column that the database folds) contains each word of what a person types, in any
 * order, and without regard to accents, capitals and other spellings of the same letters (decision 0146). A trigram index of the
 * folded text finds it.
 */
export function matchesWordsSql(folded: Prisma.Sql, query: string): Prisma.Sql {
  const words = splitWords(query);
  if (words.length === 0 || words.some(isIndexed)) return containsAllSql(folded, words);
  // An index finds nothing by words this short, but by two of them with the space between.
  const orders = words.length <= MAX_ORDERED_WORDS ? listOrders(words) : [words];
  return sql`(${Prisma.join(
    orders.map((order) => containsSql(folded, order.join(" "))),
    " OR ",
  )})`;
}

/** The same for a column that has no folded text beside it, in a list so short that it needs no index. */
export const matchesColumnSql = (column: Prisma.Sql, query: string): Prisma.Sql =>
  containsAllSql(sql`search_text(${column})`, splitWords(query));

/** The same. A value in double quotes matches exactly (docs/interface.md, "Filters"). */
export function matchesNameSql(column: Prisma.Sql, value: string): Prisma.Sql {
  const match = textMatch(value);
  return "equals" in match ? sql`${column} = ${match.equals}` : matchesColumnSql(column, value);
}
