import { Prisma, type OutboxKind } from "@/prisma/generated/client";
import { clock } from "../clock";
import { db } from "../db";
import { newId } from "../ids";

/** A message that this worker holds until its lease ends. */
export type Claimed = {
  id: string;
  kind: OutboxKind;
  organizationId: string | null;
  subjectId: string;
  payload: Prisma.JsonValue;
  attempts: number;
  /** When it was written, or was last asked for anew. */
  begunAt: Date;
  firstAttemptAt: Date | null;
  /** Why the last attempt was no success. */
  lastReason: string | null;
  leaseId: string;
  /** How often it was asked for anew. */
  run: number;
  /** Digest of the recipient, in hex, when it was held back for one (lib/kernel/outbox/held-back.ts). */
  recipient: string | null;
};

/**
 * What became of an attempt: done, failed for good, or to be tried again. `reason` says why it did not succeed, or why
 * what is done needed no doing.
 */
export type Outcome =
  | { state: "done"; reason?: "not_needed" }
  | { state: "failed"; reason: string }
  | { state: "due"; nextAttemptAt: Date; reason: string; counts?: boolean };

/** An attempt with its outcome; `began` where the time at which it began matters, else the present is taken for it. */
export type Ended = { message: Claimed; outcome: Outcome; began?: Date };

/** A span of time as SQL. */
const afterMs = (ms: number): Prisma.Sql => Prisma.sql`${ms} * interval '1 millisecond'`;

/**
 * How long to wait until a time that this machine named. The database adds the pause to its own present, so that a clock
 * that is wrong here moves no attempt.
 */
export const pauseMs = (until: Date, now: Date): number => Math.max(0, until.getTime() - now.getTime());

/** The columns of a claimed message, over `outbox_messages AS message`. */
export const claimedColumns = Prisma.sql`message.id, message.kind, message.organization_id AS "organizationId",
  message.subject_id AS "subjectId", message.payload, message.attempts,
  COALESCE(message.restarted_at, message.created_at) AS "begunAt", message.first_attempt_at AS "firstAttemptAt",
  message.last_reason AS "lastReason", message.lease_id AS "leaseId", message.run,
  encode(message.recipient_digest, 'hex') AS recipient`;

/** What a claim writes: a lease under a new id. */
export const takenFor = (leaseMs: number): Prisma.Sql => Prisma.sql`
  leased_until = ${clock.databaseNow()} + ${afterMs(leaseMs)}, lease_id = ${newId()}::uuid`;

/** What a claim may take: `limit` in all; of one organization `perOrganization`, with what it has in work already. */
export type Share = {
  limit: number;
  leaseMs: number;
  perOrganization: number;
  inWork?: ReadonlyMap<string, number>;
};

/** Organizations that have messages of a kind, found by jumps in the index: a backlog of thousands costs one. */
const owners = (kind: OutboxKind, isFree: Prisma.Sql): Prisma.Sql => Prisma.sql`
  owners AS (
    (SELECT organization_id FROM outbox_messages WHERE state = 'due' AND kind = ${kind}::outbox_kind
       AND (SELECT true FROM outbox_messages WHERE ${isFree} ORDER BY next_attempt_at LIMIT 1)
     ORDER BY organization_id LIMIT 1)
    UNION ALL
    SELECT (SELECT following.organization_id FROM outbox_messages AS following
            WHERE state = 'due' AND kind = ${kind}::outbox_kind
              AND following.organization_id > owners.organization_id
            ORDER BY following.organization_id LIMIT 1)
    FROM owners WHERE owners.organization_id IS NOT NULL
  )`;

/**
 * Takes due messages of a kind under a lease; two workers never hold the same one. The slots go round: to every
 * organization's first message, then to every second one, counting what is in work already. So neither a backlog nor
 * a receiver that takes its ten seconds for each answer makes the others wait for more than the next free slot.
 */
export async function claimDue(kind: OutboxKind, share: Share): Promise<Claimed[]> {
  const { limit, leaseMs, perOrganization, inWork = new Map<string, number>() } = share;
  const now = clock.databaseNow();
  const isFree = Prisma.sql`state = 'due' AND kind = ${kind}::outbox_kind AND next_attempt_at <= ${now}
    AND (leased_until IS NULL OR leased_until <= ${now})`;
  const held = JSON.stringify([...inWork].map(([organization_id, count]) => ({ organization_id, count })));
  return db().$queryRaw<Claimed[]>`
    WITH RECURSIVE ${owners(kind, isFree)}, held AS (
      SELECT * FROM jsonb_to_recordset(${held}::jsonb) AS row(organization_id uuid, count int)
    ), waiting AS (
      SELECT message.id, message.next_attempt_at, COALESCE(held.count, 0) + message.place AS turn
      FROM owners LEFT JOIN held USING (organization_id) CROSS JOIN LATERAL (
        SELECT id, next_attempt_at, row_number() OVER (ORDER BY next_attempt_at) AS place FROM (
          SELECT id, next_attempt_at FROM outbox_messages
          WHERE ${isFree} AND outbox_messages.organization_id = owners.organization_id
          ORDER BY next_attempt_at LIMIT LEAST(${limit}, GREATEST(${perOrganization} - COALESCE(held.count, 0), 0))
        ) AS first_ones
      ) AS message
      UNION ALL
      SELECT id, next_attempt_at, row_number() OVER (ORDER BY next_attempt_at) FROM (
        SELECT id, next_attempt_at FROM outbox_messages WHERE ${isFree} AND organization_id IS NULL
        ORDER BY organization_id, next_attempt_at LIMIT ${limit}
      ) AS of_the_installation
    ), chosen AS (
      SELECT id FROM outbox_messages
      WHERE id = ANY (ARRAY(SELECT id FROM waiting ORDER BY turn, next_attempt_at LIMIT ${limit}))
        -- Another worker may have been faster. Said without the words of the queue's indexes: they must not be used.
        AND finished_at IS NULL AND next_attempt_at <= ${now} AND (leased_until IS NULL OR leased_until <= ${now})
      FOR UPDATE SKIP LOCKED
    )
    UPDATE outbox_messages AS message SET ${takenFor(leaseMs)}
    FROM chosen WHERE message.id = chosen.id
    RETURNING ${claimedColumns}`;
}

/** Takes one named message if it is due and nobody holds it (how an outside scheduler wakes the work). */
export async function claimOne(id: string, leaseMs: number): Promise<Claimed | null> {
  const now = clock.databaseNow();
  const rows = await db().$queryRaw<Claimed[]>`
    UPDATE outbox_messages AS message SET ${takenFor(leaseMs)}
    WHERE id = ${id}::uuid AND state = 'due' AND next_attempt_at <= ${now}
      AND (leased_until IS NULL OR leased_until <= ${now})
    RETURNING ${claimedColumns}`;
  return rows[0] ?? null;
}

/** When a message that is not finished can be claimed: its time, or the end of the lease on it. */
export async function nextDue(id: string): Promise<Date | null> {
  const row = await db().outboxMessage.findUnique({
    where: { id },
    select: { state: true, nextAttemptAt: true, leasedUntil: true },
  });
  if (row?.state !== "due") return null;
  return row.leasedUntil && row.leasedUntil > row.nextAttemptAt ? row.leasedUntil : row.nextAttemptAt;
}

const WAKE_AGAIN_MS = 30_000;

/** A message for which an outside scheduler is to be asked; `wakes` counts how often it was. */
export type Waking = {
  id: string;
  kind: OutboxKind;
  organizationId: string | null;
  run: number;
  attempts: number;
  wakes: number;
};

/**
 * Marks and returns messages that somebody must wake: new ones, and those that have been due for half a minute
 * without progress (whatever was sent for them: the scheduler may have lost it).
 */
export async function markWoken(limit: number): Promise<Waking[]> {
  const now = clock.now();
  const late = new Date(now.getTime() - WAKE_AGAIN_MS);
  return db().$queryRaw<Waking[]>`
    UPDATE outbox_messages SET woken_at = ${now}, wakes = wakes + 1
    WHERE id IN (
      SELECT id FROM outbox_messages
      WHERE state = 'due' AND next_attempt_at <= ${now} AND (leased_until IS NULL OR leased_until <= ${now})
        AND (woken_at IS NULL OR (woken_at < ${late} AND next_attempt_at < ${late}))
      ORDER BY next_attempt_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    RETURNING id, kind, organization_id AS "organizationId", run, attempts, wakes`;
}

/** Somebody asked for the message anew during this attempt, and the attempt was no success: the new run stands. */
const isOvertaken = Prisma.sql`(message.run <> row.run AND row.state <> 'done')`;

/**
 * Writes the outcomes of a batch in one statement. An outcome of a lease that was lost meanwhile (the worker
 * was stopped for longer than a minute) is dropped: the row belongs to another worker now. Returns the ids of
 * the messages that were written; what follows from an outcome belongs in the same transaction.
 */
export async function settle(outcomes: Ended[]): Promise<Set<string>> {
  if (outcomes.length === 0) return new Set();
  const now = clock.now();
  const present = clock.databaseNow();
  const rows = outcomes.map(({ message, outcome, began }) => ({
    id: message.id,
    lease_id: message.leaseId,
    run: message.run,
    state: outcome.state,
    pause_ms: outcome.state === "due" ? pauseMs(outcome.nextAttemptAt, now) : 0,
    reason: outcome.reason ?? null,
    ...(outcome.state === "due" && outcome.counts === false
      ? { attempt: 0, first_attempt_at: null }
      : { attempt: 1, first_attempt_at: began ?? now }),
  }));
  const settled = await db().$queryRaw<{ id: string }[]>`
    UPDATE outbox_messages AS message
    SET state = CASE WHEN ${isOvertaken} THEN message.state ELSE row.state END,
        next_attempt_at = CASE WHEN ${isOvertaken} THEN message.next_attempt_at 
          ELSE ${present} + row.pause_ms * interval '1 millisecond' END,
        finished_at = CASE WHEN ${isOvertaken} OR row.state = 'due' THEN NULL ELSE ${present} END,
        attempts = CASE WHEN ${isOvertaken} THEN message.attempts ELSE message.attempts + row.attempt END,
        first_attempt_at = CASE WHEN ${isOvertaken} THEN message.first_attempt_at
          ELSE COALESCE(message.first_attempt_at, row.first_attempt_at) END,
        last_reason = row.reason, leased_until = NULL, lease_id = NULL, wakes = 0
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row(
      id uuid, lease_id uuid, run int, state outbox_state, pause_ms bigint, reason text, attempt int,
      first_attempt_at timestamptz)
    WHERE message.id = row.id AND message.lease_id = row.lease_id
    RETURNING message.id`;
  return new Set(settled.map(({ id }) => id));
}
