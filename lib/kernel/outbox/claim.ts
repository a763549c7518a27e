import { Prisma, type OutboxKind } from "@/prisma/generated/client";
import { clock } from "../clock";
import { db } from "../db";
import { newId } from "../ids";

/** A message that this worker has leased. */
export type ClaimedMessage = {
  id: string;
  kind: OutboxKind;
  organizationId: string | null;
  subjectId: string;
  payload: Prisma.JsonValue;
  attempts: number;
  /** When the message was created or last restarted. */
  begunAt: Date;
  firstAttemptAt: Date | null;
  /** Why the last attempt did not succeed. */
  lastReason: string | null;
  leaseId: string;
  /** How often the message was restarted. */
  run: number;
  /**
   * Digest of the recipient in hex, if the message was deferred because of the recipient
   * (lib/kernel/outbox/deferred.ts).
   */
  recipient: string | null;
  /** How often the message was claimed since an outcome was last stored, including this time. */
  claims: number;
  /** The trace of the request or job that stored it, as the header of W3C Trace Context. */
  traceparent: string | null;
};

/** The columns of a claimed message, over `outbox_messages AS message`. */
export const claimedColumns = Prisma.sql`message.id, message.kind, message.organization_id AS "organizationId",
  message.subject_id AS "subjectId", message.payload, message.attempts,
  COALESCE(message.restarted_at, message.created_at) AS "begunAt", message.first_attempt_at AS "firstAttemptAt",
  message.last_reason AS "lastReason", message.lease_id AS "leaseId", message.run,
  encode(message.recipient_digest, 'hex') AS recipient, message.claims,
  message.traceparent`;

/**
 * The assignments of a claim: a lease under a new id. When a message is claimed repeatedly without an outcome (because
 * it crashes the process, for example), each lease is longer, up to an hour.
 */
export const leaseAssignments = (leaseMs: number): Prisma.Sql => Prisma.sql`
  leased_until = ${clock.databaseNow()} + LEAST(${leaseMs} * power(2, LEAST(GREATEST(message.claims - 3, 0), 20)),
    GREATEST(${leaseMs}, 3600000)) * interval '1 millisecond',
  lease_id = ${newId()}::uuid, claims = message.claims + 1`;

/** Messages of a kind that can be claimed now, over the columns of `outbox_messages`. */
export const isClaimable = (
  kind: OutboxKind,
): Prisma.Sql => Prisma.sql`state = 'due' AND kind = ${kind}::outbox_kind
  AND next_attempt_at <= ${clock.databaseNow()} AND (leased_until IS NULL OR leased_until <= ${clock.databaseNow()})`;

/**
 * Limits of a claim: `limit` in all, and `perOrganization` for one organization, including its messages in progress.
 */
export type ClaimLimits = {
  limit: number;
  leaseMs: number;
  perOrganization: number;
  inProgress?: ReadonlyMap<string, number>;
};

/**
 * Organizations that have messages of a kind. The query jumps through the index, so a backlog of thousands costs as
 * much as one message.
 */
export const ownersCte = (kind: OutboxKind): Prisma.Sql => Prisma.sql`
  owners AS (
    (SELECT organization_id FROM outbox_messages WHERE state = 'due' AND kind = ${kind}::outbox_kind
       AND (SELECT true FROM outbox_messages WHERE ${isClaimable(kind)} ORDER BY next_attempt_at LIMIT 1)
     ORDER BY organization_id LIMIT 1)
    UNION ALL
    SELECT (SELECT following.organization_id FROM outbox_messages AS following
            WHERE state = 'due' AND kind = ${kind}::outbox_kind
              AND following.organization_id > owners.organization_id
            ORDER BY following.organization_id LIMIT 1)
    FROM owners WHERE owners.organization_id IS NOT NULL
  )`;

/**
 * Claims due messages of a kind under a lease; two workers never hold the same one. Takes the first message of every
 * organization, then the second, and so on, counting messages in progress. So neither a backlog nor a slow receiver (up
 * to ten seconds per response) makes other organizations wait longer than for the next free slot.
 */
export async function claimDue(kind: OutboxKind, limits: ClaimLimits): Promise<ClaimedMessage[]> {
  const { limit, leaseMs, perOrganization } = limits;
  const now = clock.databaseNow();
  const claimable = isClaimable(kind);
  const inProgressRows = JSON.stringify(
    [...(limits.inProgress ?? [])].map(([organization_id, count]) => ({ organization_id, count })),
  );
  return db().$queryRaw<ClaimedMessage[]>`
    WITH RECURSIVE ${ownersCte(kind)}, held AS (
      SELECT * FROM jsonb_to_recordset(${inProgressRows}::jsonb) AS row(organization_id uuid, count int)
    ), waiting AS (
      SELECT message.id, message.next_attempt_at, COALESCE(held.count, 0) + message.place AS turn
      FROM owners LEFT JOIN held USING (organization_id) CROSS JOIN LATERAL (
        SELECT id, next_attempt_at, row_number() OVER (ORDER BY next_attempt_at) AS place FROM (
          SELECT id, next_attempt_at FROM outbox_messages
          WHERE ${claimable} AND outbox_messages.organization_id = owners.organization_id
          ORDER BY next_attempt_at LIMIT LEAST(${limit}, GREATEST(${perOrganization} - COALESCE(held.count, 0), 0))
        ) AS first_ones
      ) AS message
      UNION ALL
      SELECT id, next_attempt_at, row_number() OVER (ORDER BY next_attempt_at) FROM (
        SELECT id, next_attempt_at FROM outbox_messages WHERE ${claimable} AND organization_id IS NULL
        ORDER BY organization_id, next_attempt_at LIMIT ${limit}
      ) AS of_the_installation
    ), chosen AS (
      SELECT id FROM outbox_messages
      WHERE id = ANY (ARRAY(SELECT id FROM waiting ORDER BY turn, next_attempt_at LIMIT ${limit}))
        -- Another worker may have been faster. Avoids the conditions of the queue's indexes: they must not be used.
        AND finished_at IS NULL AND next_attempt_at <= ${now} AND (leased_until IS NULL OR leased_until <= ${now})
      FOR UPDATE SKIP LOCKED
    )
    UPDATE outbox_messages AS message SET ${leaseAssignments(leaseMs)}
    FROM chosen WHERE message.id = chosen.id
    RETURNING ${claimedColumns}`;
}

/** Claims due messages of a kind of one organization (null: of the installation itself), the oldest due first. */
export async function claimDueForOrganization(
  kind: OutboxKind,
  organizationId: string | null,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<ClaimedMessage[]> {
  const isOfOrganization =
    organizationId === null
      ? Prisma.sql`organization_id IS NULL`
      : Prisma.sql`organization_id = ${organizationId}::uuid`;
  return db().$queryRaw<ClaimedMessage[]>`
    WITH chosen AS MATERIALIZED (
      SELECT id FROM outbox_messages WHERE ${isClaimable(kind)} AND ${isOfOrganization}
      ORDER BY next_attempt_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    UPDATE outbox_messages AS message SET ${leaseAssignments(leaseMs)}
    FROM chosen WHERE message.id = chosen.id
    RETURNING ${claimedColumns}`;
}
