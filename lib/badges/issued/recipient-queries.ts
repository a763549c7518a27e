import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { restartMessages } from "@/lib/kernel/outbox/restart";
import { Prisma, type OutboxState } from "@/prisma/generated/client";

/** Changes the recipient of a badge that the transaction has locked. */
export const saveRecipient = (
  { id, organizationId }: { id: string; organizationId: string },
  recipient: { recipientEmail: string; userId: string | null; addressCorrectedAt: Date },
) =>
  db().issuedBadge.updateMany({
    where: { id, organizationId },
    data: { ...recipient, updatedAt: clock.now() },
  });

/** The newest mail about a pending badge at its current address. */
export type LastNotification = { id: string; requestedAt: Date; state: OutboxState };

export async function findLastNotification(
  badgeId: string,
  addressCorrectedAt: Date | null,
): Promise<LastNotification | null> {
  const corrected = addressCorrectedAt?.toISOString() ?? null;
  const rows = await db().$queryRaw<LastNotification[]>`
    SELECT id, COALESCE(restarted_at, created_at) AS "requestedAt", state FROM outbox_messages
    WHERE subject_id = ${badgeId}::uuid AND kind = 'mail'
      AND ((payload ->> 'template' = 'pending_badge' AND payload ->> 'address_corrected_at' IS NOT DISTINCT FROM ${corrected})
        OR (payload ->> 'template' = 'replaced_badge' AND ${corrected}::text IS NULL))
    ORDER BY 2 DESC, id DESC LIMIT 1`;
  return rows[0] ?? null;
}

/** Makes a mail that waits for its next attempt due at once. */
export const retryMailNow = (messageId: string) => restartMessages(Prisma.sql`SELECT ${messageId}::uuid`);
