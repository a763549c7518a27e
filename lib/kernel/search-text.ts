import { Prisma } from "@/prisma/generated/client";

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
  const words = query.split(/\s+/u).filter((word) => word !== "");
  return [...words.slice(0, MAX_WORDS - 1), words.slice(MAX_WORDS - 1).join(" ")].filter(
    (word) => word !== "",
  );
}

/** Whether a folded text contains a text in one of its spellings. */
const containsSql = (folded: Prisma.Sql, text: string): Prisma.Sql =>
  sql`${folded} LIKE ANY (search_patterns(${text}))`;

/** Folds a text of the database in which words are searched, as the column `search_text` has it. */
export const foldedSql = (text: Prisma.Sql): Prisma.Sql => sql`search_text(${text})`;

/**
 * Returns the SQL of whether a folded text (`foldedSql`, or a column that the database folds) contains each word of what a person
 * types, in any order, and without regard to accents, capitals and other spellings of the same letters (decision 0146). A
 * trigram index of the folded text finds it.
 */
export function matchesWordsSql(folded: Prisma.Sql, query: string): Prisma.Sql {
  const words = splitWords(query);
  if (words.length === 0) return sql`TRUE`;
  if (words.some(isIndexed))
    return sql`(${Prisma.join(
      words.map((word) => containsSql(folded, word)),
      " AND ",
    )})`;
  // An index finds nothing by words this short, but by two of them with the space between.
  const orders = words.length <= MAX_ORDERED_WORDS ? listOrders(words) : [words];
  return sql`(${Prisma.join(
    orders.map((order) => containsSql(folded, order.join(" "))),
    " OR ",
  )})`;
}
