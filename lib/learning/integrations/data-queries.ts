import { db } from "@/lib/kernel/db";
import { Prisma } from "@/prisma/generated/client";

/**
 * The tables with an integration's data, each with its key and the order of an index that covers the rows of one
 * integration.
 */
const TABLES = [
  { table: "learning_grades", key: "id", order: "id" },
  { table: "learning_awards", key: "badge_id", order: "student_id, badge_template_id" },
  { table: "learning_logs", key: "id", order: "created_at, id" },
  { table: "learning_students", key: "id", order: "id" },
  { table: "learning_gradables", key: "id", order: "id" },
] as const;

/**
 * Finds the integration that was deleted first among those with remaining data, and locks it until the transaction
 * ends; null when there is none that no other transaction has locked.
 */
export async function lockDeletedIntegration(): Promise<number | null> {
  const [row] = await db().$queryRaw<{ id: number }[]>`
    SELECT id FROM learning_course_data WHERE integration_deleted_at IS NOT NULL
    ORDER BY integration_deleted_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`;
  return row?.id ?? null;
}

/**
 * Deletes at most `limit` rows of one table for an integration, children before parents; returns 0 when none is left.
 */
export async function deleteDataBatch(id: number, limit: number): Promise<number> {
  for (const { table, key, order } of TABLES) {
    const [tableName, keyColumn, orderColumns] = [Prisma.raw(table), Prisma.raw(key), Prisma.raw(order)];
    const deleted = await db().$executeRaw`
      DELETE FROM ${tableName} WHERE ${keyColumn} = ANY (ARRAY(
        SELECT ${keyColumn} FROM ${tableName} WHERE integration_id = ${id}::int
        ORDER BY ${orderColumns} LIMIT ${limit} FOR UPDATE SKIP LOCKED))`;
    if (deleted > 0) return deleted;
  }
  return 0;
}

/** Deletes the parent row of an integration's data, and by foreign keys anything that was added in the meantime. */
export const deleteCourseData = (id: number) => db().$executeRaw`
  DELETE FROM learning_course_data WHERE id = ${id}::int AND integration_deleted_at IS NOT NULL`;
