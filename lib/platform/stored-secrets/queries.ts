import { db } from "@/lib/kernel/db";
import type { EncryptedColumn } from "@/lib/kernel/secrets";
import { Prisma } from "@/prisma/generated/client";

/** A row by its key, with its encrypted value when that is not written as values are written now. */
export type StoredSecret = { row: string; value: Uint8Array<ArrayBuffer> };

const quoteIdentifier = (name: string) => Prisma.raw(`"${name}"`);

/** The key of the last of the next `limit` rows behind `after`; null when there are fewer. */
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
 * Locks the rows behind `after`, up to and with `end`, whose value begins otherwise than with `header`. Rows that
 * another transaction holds are left out, so that this one waits for nobody.
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

/** Stores new values in rows that the open transaction has locked. */
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
