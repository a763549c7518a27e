import { db } from "@/lib/kernel/db";
import type { EncryptedColumn } from "@/lib/kernel/secrets";
import { Prisma } from "@/prisma/generated/client";

/** The key of a row and its encrypted value, which is in an outdated form. */
export type StoredSecret = { row: string; value: Uint8Array<ArrayBuffer> };

const quoteIdentifier = (name: string) => Prisma.raw(`"${name}"`);

/** Finds the key of the last of the next `limit` rows above `after`; null when there are fewer. */
export async function findBatchEnd(
  { table, key }: EncryptedColumn,
  after: string,
  limit: number,
): Promise<string | null> {
  const rows = await db().$queryRaw<{ row: string }[]>`
    SELECT ${quoteIdentifier(key)} AS "row" FROM ${quoteIdentifier(table)} WHERE ${quoteIdentifier(key)} > ${after}::uuid
    ORDER BY 1 OFFSET ${limit - 1} LIMIT 1`;
  return rows[0]?.row ?? null;
}

/**
 * Locks the rows above `after`, up to and including `end`, whose value does not begin with `header`. Skips rows that
 * another transaction has locked.
 */
export function lockOutdated(
  { table, column, key }: EncryptedColumn,
  header: Uint8Array<ArrayBuffer>,
  { after, end }: { after: string; end: string | null },
): Promise<StoredSecret[]> {
  const untilEnd = end === null ? Prisma.empty : Prisma.sql`AND ${quoteIdentifier(key)} <= ${end}::uuid`;
  return db().$queryRaw<StoredSecret[]>`
    SELECT ${quoteIdentifier(key)} AS "row", ${quoteIdentifier(column)} AS value FROM ${quoteIdentifier(table)}
    WHERE ${quoteIdentifier(key)} > ${after}::uuid ${untilEnd}
      AND substring(${quoteIdentifier(column)} FROM 1 FOR ${header.length}::int) <> ${header}
    ORDER BY 1 FOR NO KEY UPDATE SKIP LOCKED`;
}

/** Counts the values that do not begin with `header`, including those that `lockOutdated` skips. */
export async function countOutdated(
  { table, column }: EncryptedColumn,
  header: Uint8Array<ArrayBuffer>,
): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM ${quoteIdentifier(table)}
    WHERE substring(${quoteIdentifier(column)} FROM 1 FOR ${header.length}::int) <> ${header}`;
  return row?.count ?? 0;
}

/** Updates the values of rows that the transaction has locked. */
export async function saveValues(
  { table, column, key }: EncryptedColumn,
  values: StoredSecret[],
): Promise<void> {
  await db().$executeRaw`
    UPDATE ${quoteIdentifier(table)} AS stored SET ${quoteIdentifier(column)} = given.value
    FROM unnest(${values.map(({ row }) => row)}::uuid[], ${values.map(({ value }) => value)}::bytea[])
      AS given (row, value)
    WHERE stored.${quoteIdentifier(key)} = given.row`;
}
