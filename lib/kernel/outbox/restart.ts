import type { Prisma } from "@/prisma/generated/client";
import { clock } from "../clock";
import { db } from "../db";

/**
 * Restarts messages in any state: due at once, with all attempts ahead, under the same id. `messageIds` is a query of
 * ids. A message that a worker holds keeps its lease: its new run begins if the current attempt does not succeed
 * (lib/kernel/outbox/outcomes.ts, `writeOutcomes`), so that nothing is sent twice at a time and no restart is lost.
 * Returns the restarted messages.
 */
export async function restartMessages(messageIds: Prisma.Sql): Promise<{ id: string; createdAt: Date }[]> {
  const now = clock.databaseNow();
  return db().$queryRaw`
    UPDATE outbox_messages AS message
    SET state = 'due', run = run + 1, restarted_at = ${now}, next_attempt_at = ${now}, attempts = 0,
        first_attempt_at = NULL, finished_at = NULL, claims = 0
    WHERE id IN (${messageIds})
    RETURNING id, created_at AS "createdAt"`;
}
