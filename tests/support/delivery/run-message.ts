import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { claimedColumns, leaseAssignments, type ClaimedMessage } from "@/lib/kernel/outbox/claim";
import { Worker, type Job } from "@/lib/kernel/outbox/worker";
import { Prisma } from "@/prisma/generated/client";

/** Claims one message if it is due and not leased. */
export async function claimMessage(id: string, leaseMs: number): Promise<ClaimedMessage | null> {
  const now = clock.databaseNow();
  const rows = await db().$queryRaw<ClaimedMessage[]>`
    UPDATE outbox_messages AS message SET ${leaseAssignments(leaseMs)}
    WHERE id = ${id}::uuid AND state = 'due' AND next_attempt_at <= ${now}
      AND (leased_until IS NULL OR leased_until <= ${now})
    RETURNING ${claimedColumns}`;
  return rows[0] ?? null;
}

/**
 * Returns when an unfinished message can be claimed: its next attempt, or the end of its lease. Null when it is
 * finished.
 */
async function findNextAttempt(id: string): Promise<{ nextAttemptAt: Date } | null> {
  const [row] = await db().$queryRaw<{ nextAttemptAt: Date }[]>(Prisma.sql`
    SELECT GREATEST(next_attempt_at, leased_until) AS "nextAttemptAt"
    FROM outbox_messages WHERE id = ${id}::uuid AND state = 'due'`);
  return row ?? null;
}

/** Processes one message if it is due, as a worker would. Returns when it is due next. */
export async function runMessage(job: Job, id: string): Promise<{ nextAttemptAt: Date } | null> {
  let hasClaimed = false;
  const worker = new Worker(job, async ({ leaseMs }) => {
    const message = hasClaimed ? null : await claimMessage(id, leaseMs);
    hasClaimed = true;
    return message ? [message] : [];
  });
  await worker.runFor(60_000, () => Promise.resolve());
  return findNextAttempt(id);
}
