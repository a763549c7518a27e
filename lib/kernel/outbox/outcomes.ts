import { Prisma } from "@/prisma/generated/client";
import { clock } from "../clock";
import { db } from "../db";
import type { ClaimedMessage } from "./claim";

/**
 * The outcome of an attempt: done, failed permanently, or to be retried. `reason` says why it did not succeed, or why
 * nothing had to be done.
 */
export type Outcome =
  | { state: "done"; reason?: "not_needed" }
  | { state: "failed"; reason: string }
  | { state: "due"; nextAttemptAt: Date; reason: string; countsAsAttempt?: boolean };

/**
 * An attempt with its outcome. Set `began` when the start time of the attempt matters; the default is the current time.
 */
export type AttemptResult = { message: ClaimedMessage; outcome: Outcome; began?: Date };

/**
 * Milliseconds until a time by this machine's clock. The database adds them to its own time, so a wrong clock here does
 * not move attempts.
 */
export const msUntil = (until: Date, now: Date): number => Math.max(0, until.getTime() - now.getTime());

/** The message was restarted during this attempt and the attempt did not succeed: the new run remains. */
const isRestarted = Prisma.sql`(message.run <> row.run AND row.state <> 'done')`;

/**
 * Writes the outcomes of a batch in one statement. Drops an outcome whose lease was lost (the worker was stopped for
 * more than a minute), because another worker owns the row now. Returns the ids of the messages that were written.
 * Write the effects of an outcome in the same transaction.
 */
export async function writeOutcomes(outcomes: AttemptResult[]): Promise<Set<string>> {
  if (outcomes.length === 0) return new Set();
  const now = clock.now();
  const databaseNow = clock.databaseNow();
  const rows = outcomes.map(({ message, outcome, began }) => ({
    id: message.id,
    lease_id: message.leaseId,
    run: message.run,
    state: outcome.state,
    pause_ms: outcome.state === "due" ? msUntil(outcome.nextAttemptAt, now) : 0,
    reason: outcome.reason ?? null,
    ...(outcome.state === "due" && outcome.countsAsAttempt === false
      ? { attempt: 0, first_attempt_at: null }
      : { attempt: 1, first_attempt_at: began ?? now }),
  }));
  const written = await db().$queryRaw<{ id: string }[]>`
    UPDATE outbox_messages AS message
    SET state = CASE WHEN ${isRestarted} THEN message.state ELSE row.state END,
        next_attempt_at = CASE WHEN ${isRestarted} THEN message.next_attempt_at 
          ELSE ${databaseNow} + row.pause_ms * interval '1 millisecond' END,
        finished_at = CASE WHEN ${isRestarted} OR row.state = 'due' THEN NULL ELSE ${databaseNow} END,
        attempts = CASE WHEN ${isRestarted} THEN message.attempts ELSE message.attempts + row.attempt END,
        first_attempt_at = CASE WHEN ${isRestarted} THEN message.first_attempt_at
          ELSE COALESCE(message.first_attempt_at, row.first_attempt_at) END,
        last_reason = row.reason, leased_until = NULL, lease_id = NULL, claims = 0
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row(
      id uuid, lease_id uuid, run int, state outbox_state, pause_ms bigint, reason text, attempt int,
      first_attempt_at timestamptz)
    WHERE message.id = row.id AND message.lease_id = row.lease_id
    RETURNING message.id`;
  return new Set(written.map(({ id }) => id));
}
