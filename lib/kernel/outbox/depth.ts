import type { OutboxKind } from "@/prisma/generated/client";
import { clock } from "../clock";
import { db } from "../db";
import { MAX_NORMAL_CLAIMS } from "./claim";

/**
 * Numbers of messages of a kind: `due` can be claimed now, `held` are leased, `scheduled` have their time in the
 * future, `failing` failed because of our own errors and are retried, `failed` were given up.
 */
export type OutboxDepth = {
  kind: OutboxKind;
  due: number;
  held: number;
  scheduled: number;
  failing: number;
  failed: number;
  /** Age of the message that has been due for longest. */
  oldestDueSeconds: number;
};

/**
 * Counts the unfinished messages of every kind. Finished ones are not counted, because their number grows without
 * limit.
 */
export async function readOutboxDepth(): Promise<OutboxDepth[]> {
  const now = clock.databaseNow();
  return db().$queryRaw<OutboxDepth[]>`
    SELECT kind,
      count(*) FILTER (WHERE state = 'due' AND leased_until > ${now} AND claims <= ${MAX_NORMAL_CLAIMS})::int AS held,
      count(*) FILTER (WHERE state = 'due' AND next_attempt_at > ${now}
        AND (leased_until IS NULL OR leased_until <= ${now}) AND last_reason IS DISTINCT FROM 'internal')::int AS scheduled,
      count(*) FILTER (WHERE state = 'due' AND (
        (leased_until > ${now} AND claims > ${MAX_NORMAL_CLAIMS})
        OR (next_attempt_at > ${now} AND (leased_until IS NULL OR leased_until <= ${now}) AND last_reason = 'internal')
      ))::int AS failing,
      count(*) FILTER (WHERE state = 'due' AND next_attempt_at <= ${now}
        AND (leased_until IS NULL OR leased_until <= ${now}))::int AS due,
      count(*) FILTER (WHERE state = 'failed')::int AS failed,
      COALESCE(GREATEST(extract(epoch FROM ${now} - min(next_attempt_at) FILTER (WHERE state = 'due')), 0), 0)::float
        AS "oldestDueSeconds"
    FROM outbox_messages WHERE state IN ('due', 'failed') GROUP BY kind`;
}
