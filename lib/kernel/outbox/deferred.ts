import { Prisma } from "@/prisma/generated/client";
import { clock } from "../clock";
import { db } from "../db";
import { claimedColumns, leaseAssignments, type ClaimedMessage } from "./claim";
import { msUntil } from "./outcomes";

/** A claimed message that has to wait, together with others for the same recipient. */
export type DeferredMessage = {
  message: ClaimedMessage;
  /** Digest of the recipient, in hex. */
  recipient: string;
  nextAttemptAt: Date;
  reason: string;
};

/** Defers messages and ends their leases. This does not count as an attempt. */
export async function deferMessages(deferred: DeferredMessage[]): Promise<void> {
  if (deferred.length === 0) return;
  const now = clock.now();
  const rows = deferred.map(({ message, recipient, nextAttemptAt, reason }) => ({
    id: message.id,
    lease_id: message.leaseId,
    recipient,
    pause_ms: msUntil(nextAttemptAt, now),
    reason,
  }));
  await db().$executeRaw`
    UPDATE outbox_messages AS message
    SET recipient_digest = decode(row.recipient, 'hex'),
        next_attempt_at = ${clock.databaseNow()} + row.pause_ms * interval '1 millisecond',
        last_reason = row.reason, leased_until = NULL, lease_id = NULL, claims = 0
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row(
      id uuid, lease_id uuid, recipient text, pause_ms bigint, reason text)
    WHERE message.id = row.id AND message.lease_id = row.lease_id`;
}

/** A recipient of an organization whose deferred messages are to be claimed, at most `limit` of them. */
export type DeferredClaim = { organizationId: string; recipient: string; limit: number };

/** Claims deferred messages under a lease, the oldest first and before their time. No other worker holds them. */
export async function claimDeferred(
  deferredClaims: DeferredClaim[],
  leaseMs: number,
): Promise<ClaimedMessage[]> {
  if (deferredClaims.length === 0) return [];
  const now = clock.databaseNow();
  const rows = deferredClaims.map(({ organizationId, recipient, limit }) => ({
    organization_id: organizationId,
    recipient,
    most: limit,
  }));
  const claimed = await db().$queryRaw<ClaimedMessage[]>`
    WITH chosen AS MATERIALIZED (
      SELECT waiting.id FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS row(organization_id uuid, recipient text, most int)
      CROSS JOIN LATERAL (
        SELECT id FROM outbox_messages
        WHERE state = 'due' AND recipient_digest IS NOT NULL AND outbox_messages.organization_id = row.organization_id
          AND recipient_digest = decode(row.recipient, 'hex')
          AND (leased_until IS NULL OR leased_until <= ${now})
        ORDER BY created_at LIMIT row.most FOR UPDATE SKIP LOCKED
      ) AS waiting
    )
    UPDATE outbox_messages AS message SET ${leaseAssignments(leaseMs)}
    FROM chosen WHERE message.id = chosen.id
    RETURNING ${claimedColumns}`;
  return claimed;
}

/** An organization and a recipient, as a digest in hex. */
export type Recipient = { organizationId: string; recipient: string };

/** The recipients as a table `asked(organization_id, recipient)` in a statement. */
export const recipientTable = (recipients: Recipient[]): Prisma.Sql => {
  const rows = recipients.map(({ organizationId, recipient }) => ({
    organization_id: organizationId,
    recipient,
  }));
  return Prisma.sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS asked(organization_id uuid, recipient text)`;
};
