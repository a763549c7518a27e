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
  createdAt: Date;
  firstAttemptAt: Date | null;
  leaseId: string;
};

/** What became of an attempt: done, failed for good, or to be tried again. `reason` says why it did not succeed. */
export type Outcome =
  | { state: "done" }
  | { state: "failed"; reason: string }
  | { state: "due"; nextAttemptAt: Date; reason: string; counts?: boolean };

const LEASE_MS = 60_000;

const columns = Prisma.sql`message.id, message.kind, message.organization_id AS "organizationId",
  message.subject_id AS "subjectId", message.payload, message.attempts, message.created_at AS "createdAt",
  message.first_attempt_at AS "firstAttemptAt", message.lease_id AS "leaseId"`;

/**
 * Takes up to `limit` due messages of a kind under a lease of one minute; two workers never hold the same one.
 * One organization's backlog takes at most `perOrganization` of them, and those of `excluding` get none, so that a
 * slow receiver cannot starve the others.
 */
export async function claimDue(
  kind: OutboxKind,
  limit: number,
  { perOrganization = limit, excluding = [] }: { perOrganization?: number; excluding?: string[] } = {},
): Promise<Claimed[]> {
  const now = clock.now();
  const lease = new Date(now.getTime() + LEASE_MS);
  return db().$queryRaw<Claimed[]>`
    WITH due AS (
      SELECT id, row_number() OVER (PARTITION BY organization_id ORDER BY next_attempt_at) AS place
      FROM (
        SELECT id, organization_id, next_attempt_at FROM outbox_messages
        WHERE state = 'due' AND kind = ${kind}::outbox_kind AND next_attempt_at <= ${now}
          AND (leased_until IS NULL OR leased_until < ${now})
          AND (organization_id IS NULL OR organization_id <> ALL (${excluding}::uuid[]))
        ORDER BY next_attempt_at LIMIT ${limit * 4} FOR UPDATE SKIP LOCKED
      ) AS locked
    )
    UPDATE outbox_messages AS message
    SET leased_until = ${lease}, lease_id = ${newId()}::uuid
    WHERE id IN (SELECT id FROM due WHERE place <= ${perOrganization} LIMIT ${limit})
    RETURNING ${columns}`;
}

/** Takes one named message if it is due and nobody holds it (how an outside scheduler wakes the work). */
export async function claimOne(id: string): Promise<Claimed | null> {
  const now = clock.now();
  const lease = new Date(now.getTime() + LEASE_MS);
  const rows = await db().$queryRaw<Claimed[]>`
    UPDATE outbox_messages AS message SET leased_until = ${lease}, lease_id = ${newId()}::uuid
    WHERE id = ${id}::uuid AND state = 'due' AND next_attempt_at <= ${now}
      AND (leased_until IS NULL OR leased_until < ${now})
    RETURNING ${columns}`;
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
      WHERE state = 'due' AND next_attempt_at <= ${now} AND (leased_until IS NULL OR leased_until < ${now})
        AND (woken_at IS NULL OR (woken_at < ${late} AND next_attempt_at < ${late}))
      ORDER BY next_attempt_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    RETURNING id, kind, organization_id AS "organizationId", attempts, wakes`;
}

/**
 * Writes the outcomes of a batch in one statement. An outcome of a lease that was lost meanwhile (the worker
 * was stopped for longer than a minute) is dropped: the row belongs to another worker now. Returns the ids of
 * the messages that were written; what follows from an outcome belongs in the same transaction.
 */
export async function settle(outcomes: { message: Claimed; outcome: Outcome }[]): Promise<Set<string>> {
  if (outcomes.length === 0) return new Set();
  const now = clock.now();
  const rows = outcomes.map(({ message, outcome }) => ({
    id: message.id,
    lease_id: message.leaseId,
    state: outcome.state,
    next_attempt_at: outcome.state === "due" ? outcome.nextAttemptAt : now,
    finished_at: outcome.state === "due" ? null : now,
    reason: outcome.state === "done" ? null : outcome.reason,
    attempt: outcome.state === "due" && outcome.counts === false ? 0 : 1,
  }));
  const settled = await db().$queryRaw<{ id: string }[]>`
    UPDATE outbox_messages AS message
    SET state = row.state, next_attempt_at = row.next_attempt_at, finished_at = row.finished_at,
        last_reason = row.reason, attempts = message.attempts + row.attempt, leased_until = NULL, lease_id = NULL,
        first_attempt_at = COALESCE(message.first_attempt_at, ${now})
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row(
      id uuid, lease_id uuid, state outbox_state, next_attempt_at timestamptz, finished_at timestamptz, reason text,
      attempt int)
    WHERE message.id = row.id AND message.lease_id = row.lease_id
    RETURNING message.id`;
  return new Set(settled.map(({ id }) => id));
}

/** Gives held messages back at once (a worker that shuts down). */
export async function release(messages: Claimed[]): Promise<void> {
  const ids = messages.map((message) => message.id);
  const leases = messages.map((message) => message.leaseId);
  await db().$executeRaw`
    UPDATE outbox_messages SET leased_until = NULL, lease_id = NULL
    WHERE id = ANY (${ids}::uuid[]) AND lease_id = ANY (${leases}::uuid[])`;
}
