import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { Prisma } from "@/prisma/generated/client";
import { parsePartition, type Partition, type PartitionedTable } from "./partition-bounds";

type TableName = PartitionedTable["name"];

/** Quotes a name from our own tables or PostgreSQL's catalog; such names and ids cannot be parameters of a definition. */
const name = (text: string) => Prisma.raw(`"${text.replaceAll('"', '""')}"`);
const literal = (id: string) => Prisma.raw(`'${id.replaceAll("'", "''")}'`);

// Any number that no other lock uses.
const ADVISORY_LOCK = 7_270_736_904;

// All queries of a table wait behind a statement that waits for its lock. Less than deadlock_timeout (one second), so that
// this work gives way and not a request.
const LOCK_TIMEOUT = "500ms";

// Shorter than a transaction may take. A partition that takes longer to look through stays until most rows are deleted.
const STATEMENT_TIMEOUT = "25s";

/** Prepares the open transaction for changing partitions. False while another process does that. */
export async function beginPartitionChange(): Promise<boolean> {
  const rows = await db().$queryRaw<{ isLocked: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${ADVISORY_LOCK}::bigint) AS "isLocked",
      set_config('lock_timeout', ${LOCK_TIMEOUT}, true), set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true)`;
  return rows[0]?.isLocked ?? false;
}

/** Reads the database's time, because the clocks of machines differ. */
export async function readDatabaseTime(): Promise<Date> {
  const rows = await db().$queryRaw<{ now: Date }[]>`SELECT ${clock.databaseNow()} AS now`;
  return rows[0]?.now ?? clock.now();
}

/** Lists the partitions of a table, without the default one. */
export async function listPartitions(table: TableName): Promise<Partition[]> {
  const rows = await db().$queryRaw<{ name: string; bound: string }[]>`
    SELECT relname::text AS name, pg_get_expr(relpartbound, pg_class.oid) AS bound
    FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = ${table}::regclass`;
  return rows.flatMap((row) => parsePartition(row.name, row.bound) ?? []);
}

/** Locks a table against everything, without its partitions. Waits for statements that use it, but not for long. */
const lockTable = (table: TableName) =>
  db().$executeRaw`LOCK TABLE ONLY ${name(table)} IN ACCESS EXCLUSIVE MODE`;

/** Moves rows of the default partition into a new one. It must not contain rows that belong to another partition. */
async function moveFromDefault(table: TableName, partition: Partition & { from: string }): Promise<void> {
  const defaultPartition = name(`${table}_default`);
  const range = Prisma.sql`id >= ${partition.from}::uuid AND id < ${partition.to}::uuid`;
  const rows = await db().$queryRaw<unknown[]>`SELECT FROM ${defaultPartition} WHERE ${range} LIMIT 1`;
  if (rows.length === 0) return;
  // A trigger refuses to delete audit entries. These are not deleted, but moved in the same statement.
  await db().$executeRaw`ALTER TABLE ${defaultPartition} DISABLE TRIGGER USER`;
  await db().$executeRaw`
    WITH moved AS (DELETE FROM ${defaultPartition} WHERE ${range} RETURNING *)
    INSERT INTO ${name(partition.name)} SELECT * FROM moved`;
  await db().$executeRaw`ALTER TABLE ${defaultPartition} ENABLE TRIGGER USER`;
}

/** Creates a partition in the open transaction, with the rows that the default partition has of its period. */
export async function createPartition(
  table: TableName,
  partition: Partition & { from: string },
): Promise<void> {
  await lockTable(table);
  const created = name(partition.name);
  await db().$executeRaw`CREATE TABLE ${created} (LIKE ${name(table)} INCLUDING ALL)`;
  // Triggers for rows come with the partition, those for statements do not.
  if (table === "audit_entries")
    await db().$executeRaw`
      CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR TRUNCATE ON ${created}
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`;
  await moveFromDefault(table, partition);
  await db().$executeRaw`
    ALTER TABLE ${name(table)} ATTACH PARTITION ${created}
    FOR VALUES FROM (${literal(partition.from)}) TO (${literal(partition.to)})`;
}

/** Keeps the rows of a partition as they are until the transaction ends. They can still be read. */
export const lockRowsOfPartition = (partition: string) =>
  db().$executeRaw`LOCK TABLE ${name(partition)} IN SHARE MODE`;

/** Drops a partition in the open transaction. The rows with these ids are kept, in the default partition. */
export async function dropPartition(table: TableName, partition: string, keptIds: string[]): Promise<void> {
  const kept = name(`${partition}_kept`);
  // Before the lock on everything. A table of the transaction alone: a temporary one needs a privilege of its own.
  await db().$executeRaw`CREATE TABLE ${kept} (LIKE ${name(table)})`;
  await db().$executeRaw`
    INSERT INTO ${kept} SELECT * FROM ${name(partition)} WHERE id = ANY (${keptIds}::uuid[])`;
  await lockTable(table);
  await db().$executeRaw`DROP TABLE ${name(partition)}`;
  await db().$executeRaw`INSERT INTO ${name(table)} SELECT * FROM ${kept}`;
  await db().$executeRaw`DROP TABLE ${kept}`;
}

/** Updates the planner's statistics of the whole table. PostgreSQL updates only those of partitions by itself. */
export const analyzeTable = (table: TableName) => db().$executeRaw`ANALYZE ${name(table)}`;
