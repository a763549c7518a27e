import { Prisma } from "@/prisma/generated/client";
import { clock } from "../clock";
import { db } from "../db";
import type { Claimed } from "./claim";

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

/**
 * How long to wait until a time that this machine named. The database adds the pause to its own present, so that a clock
 * that is wrong here moves no attempt.
 */
export const pauseMs = (until: Date, now: Date): number => Math.max(0, until.getTime() - now.getTime());

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
        last_reason = row.reason, leased_until = NULL, lease_id = NULL, claims = 0
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row(
      id uuid, lease_id uuid, run int, state outbox_state, pause_ms bigint, reason text, attempt int,
      first_attempt_at timestamptz)
    WHERE message.id = row.id AND message.lease_id = row.lease_id
    RETURNING message.id`;
  return new Set(settled.map(({ id }) => id));
}
