import { TEST_EVENT_TYPE } from "@/lib/platform/recording/choices";
import { db } from "@/lib/kernel/db";
import { firstIdAt } from "@/lib/kernel/ids";
import { Prisma } from "@/prisma/generated/client";

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
