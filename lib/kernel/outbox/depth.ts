import type { OutboxKind } from "@/prisma/generated/client";
import { clock } from "../clock";
import { db } from "../db";

/**
 * How much of a kind waits: can be taken now, is in work, has its time in the future, failed on our side and is tried
 * again, or was given up.
 */
export type Depth = {
  kind: OutboxKind;
  due: number;
  held: number;
  scheduled: number;
  failing: number;
  failed: number;
  /** Age of the message that has been due for longest. */
  oldestDueSeconds: number;
};

/** Taken more often than this without an outcome, a message fails on our side. */
const SOUND_CLAIMS = 4;

/** The depth of every kind that has unfinished messages; what was done is not counted, there is no end of it. */
export async function outboxDepth(): Promise<Depth[]> {
  const now = clock.databaseNow();
  return db().$queryRaw<Depth[]>`
    SELECT kind,
      count(*) FILTER (WHERE state = 'due' AND leased_until > ${now} AND claims <= ${SOUND_CLAIMS})::int AS held,
      count(*) FILTER (WHERE state = 'due' AND next_attempt_at > ${now}
        AND (leased_until IS NULL OR leased_until <= ${now}) AND last_reason IS DISTINCT FROM 'internal')::int AS scheduled,
      count(*) FILTER (WHERE state = 'due' AND (
        (leased_until > ${now} AND claims > ${SOUND_CLAIMS})
        OR (next_attempt_at > ${now} AND (leased_until IS NULL OR leased_until <= ${now}) AND last_reason = 'internal')
      ))::int AS failing,
      count(*) FILTER (WHERE state = 'due' AND next_attempt_at <= ${now}
        AND (leased_until IS NULL OR leased_until <= ${now}))::int AS due,
      count(*) FILTER (WHERE state = 'failed')::int AS failed,
      COALESCE(GREATEST(extract(epoch FROM ${now} - min(next_attempt_at) FILTER (WHERE state = 'due')), 0), 0)::float
        AS "oldestDueSeconds"
    FROM outbox_messages WHERE state IN ('due', 'failed') GROUP BY kind`;
}
