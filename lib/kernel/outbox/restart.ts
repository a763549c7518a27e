import type { Prisma } from "@/prisma/generated/client";
import { clock } from "../clock";
import { db } from "../db";

/**
 * Begins a new run for messages, whatever became of them: due at once, with all attempts before them, under the same
 * id. `chosen` is a query of ids. A message that a worker holds at this moment keeps its lease: the run begins when
 * that attempt turns out to be no success (lib/kernel/outbox/claim.ts, `settle`), so that nothing is sent twice at a
 * time and no wish is lost. Returns what was restarted.
 */
export async function restart(chosen: Prisma.Sql): Promise<{ id: string; createdAt: Date }[]> {
  const now = clock.databaseNow();
  return db().$queryRaw`
    UPDATE outbox_messages AS message
    SET state = 'due', run = run + 1, restarted_at = ${now}, next_attempt_at = ${now}, attempts = 0,
        first_attempt_at = NULL, finished_at = NULL, claims = 0
    WHERE id IN (${chosen})
    RETURNING id, created_at AS "createdAt"`;
}
