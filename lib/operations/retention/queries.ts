import { TEST_EVENT_TYPE } from "@/lib/platform/recording/choices";
import { db } from "@/lib/kernel/db";
import { firstIdAt } from "@/lib/kernel/ids";
import { Prisma } from "@/prisma/generated/client";
import { clock } from "@/lib/kernel/clock";
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

/** Prepares the open transaction for changing partitions. Waits for another process that does that, but not for long. */
export async function beginPartitionChange(): Promise<void> {
  await db().$executeRaw`
    SELECT set_config('lock_timeout', ${LOCK_TIMEOUT}, true), set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true)`;
  await db().$executeRaw`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK}::bigint)`;
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

const { sql } = Prisma;

/** Tables whose ids increase with time, so that the primary key finds their oldest rows. */
export type TimeOrderedTable = "events" | "webhook_attempts" | "audit_entries" | "api_requests";

/** A range of ids of a table: above `after`, up to and including `end`. */
type IdRange = { after: string; end: string };

const tableName = (table: TimeOrderedTable) => Prisma.raw(`"${table}"`);

/**
 * Finds the next `limit` rows above `after` that were created before `before`: the last of them, and whether more
 * follow.
 */
export async function findIdRange(
  table: TimeOrderedTable,
  { after, before, limit }: { after: string; before: Date; limit: number },
): Promise<IdRange & { isLast: boolean }> {
  const bound = firstIdAt(before);
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT id FROM ${tableName(table)} WHERE id > ${after}::uuid AND id < ${bound}::uuid
    ORDER BY id OFFSET ${limit - 1} LIMIT 1`;
  const end = rows[0]?.id;
  return { after, end: end ?? bound, isLast: end === undefined };
}

/** Deletes the rows of a range that match, and skips those that another transaction has locked. */
const removeMatching = (
  table: TimeOrderedTable,
  { after, end }: IdRange,
  condition: Prisma.Sql,
): Promise<number> =>
  db().$executeRaw`
    DELETE FROM ${tableName(table)} WHERE id = ANY (ARRAY(
      SELECT id FROM ${tableName(table)} AS old
      WHERE id > ${after}::uuid AND id <= ${end}::uuid AND ${condition}
      ORDER BY id FOR UPDATE SKIP LOCKED))`;

/** Longer than any transaction that writes events. */
const MAX_WRITE_DURATION = sql`interval '1 minute'`;

/**
 * Deletes events from before a moment, except those that a delivery still refers to, and the newest of each
 * organization: a client that has read everything continues from that one.
 */
export const removeEvents = (range: IdRange, before: Date): Promise<number> =>
  removeMatching(
    "events",
    range,
    sql`old.occurred_at < ${before}
      AND NOT EXISTS (SELECT FROM outbox_messages AS message WHERE message.subject_id = old.id)
      AND EXISTS (
        SELECT FROM events AS newer
        WHERE newer.organization_id = old.organization_id AND newer.occurred_at > old.occurred_at + ${MAX_WRITE_DURATION}
          AND newer.occurred_at < ${before} AND newer.event_type <> ${TEST_EVENT_TYPE})`,
  );

/**
 * Finds events of a partition that `removeEvents` would not delete, at most `limit`. The newest event is searched once for
 * each organization, because a partition can have millions of rows.
 */
export async function findKeptEvents(partition: string, before: Date, limit: number): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    WITH newest AS MATERIALIZED (
      SELECT organization_id, (
        SELECT occurred_at FROM events AS newer
        WHERE newer.organization_id = own.organization_id AND newer.occurred_at < ${before}
          AND newer.event_type <> ${TEST_EVENT_TYPE}
        ORDER BY occurred_at DESC LIMIT 1) AS at
      FROM (SELECT DISTINCT organization_id FROM ${Prisma.raw(`"${partition}"`)}) AS own
    )
    SELECT old.id FROM ${Prisma.raw(`"${partition}"`)} AS old JOIN newest USING (organization_id)
    WHERE old.occurred_at >= ${before} OR newest.at IS NULL OR newest.at <= old.occurred_at + ${MAX_WRITE_DURATION}
      OR EXISTS (SELECT FROM outbox_messages AS message WHERE message.subject_id = old.id)
    LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

export const removeAttempts = (range: IdRange, before: Date): Promise<number> =>
  removeMatching("webhook_attempts", range, sql`old.attempted_at < ${before}`);

export const removeRequests = (range: IdRange, before: Date): Promise<number> =>
  removeMatching("api_requests", range, sql`old.occurred_at < ${before}`);

/** Deletes entries of the audit log. A trigger refuses every other deletion. */
export async function removeAuditEntries(range: IdRange, before: Date): Promise<number> {
  await db().$queryRaw`SELECT set_config('badges.removes_old_audit_entries', 'on', true)`;
  return removeMatching("audit_entries", range, sql`old.occurred_at < ${before}`);
}

/** Finds entries of a partition that `removeAuditEntries` would not delete, at most `limit`. */
export async function findKeptAuditEntries(
  partition: string,
  before: Date,
  limit: number,
): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT id FROM ${Prisma.raw(`"${partition}"`)} WHERE occurred_at >= ${before} LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

/**
 * Deletes at most `limit` messages that were finished before a moment, the oldest first, with their remaining attempts.
 * Returns their number, and how many of them had failed.
 */
export async function removeMessages(
  before: Date,
  limit: number,
): Promise<{ removed: number; failed: number }> {
  const rows = await db().$queryRaw<{ removed: number; failed: number }[]>`
    WITH gone AS (
      DELETE FROM outbox_messages WHERE id = ANY (ARRAY(
        SELECT id FROM outbox_messages WHERE finished_at < ${before} AND state <> 'due'
        ORDER BY finished_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
      RETURNING state
    )
    SELECT count(*)::int AS removed, (count(*) FILTER (WHERE state = 'failed'))::int AS failed FROM gone`;
  return rows[0] ?? { removed: 0, failed: 0 };
}
