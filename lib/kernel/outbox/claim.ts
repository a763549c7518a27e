import { Prisma, type OutboxKind } from "@/prisma/generated/client";
import { clock } from "../clock";
import { db } from "../db";
import { newId } from "../ids";

/** A message that this worker holds until its lease ends. */
export type Claimed = {
  id: string;
  kind: OutboxKind;
  organizationId: string | null;
  subjectId: string;
  payload: Prisma.JsonValue;
  attempts: number;
  /** When it was written, or was last asked for anew. */
  begunAt: Date;
  firstAttemptAt: Date | null;
  /** Why the last attempt was no success. */
  lastReason: string | null;
  leaseId: string;
  /** How often it was asked for anew. */
  run: number;
  /** Digest of the recipient, in hex, when it was held back for one (lib/kernel/outbox/held-back.ts). */
  recipient: string | null;
  /** How often it was taken since an outcome was last stored, this time included. */
  claims: number;
};

/** The columns of a claimed message, over `outbox_messages AS message`. */
export const claimedColumns = Prisma.sql`message.id, message.kind, message.organization_id AS "organizationId",
  message.subject_id AS "subjectId", message.payload, message.attempts,
  COALESCE(message.restarted_at, message.created_at) AS "begunAt", message.first_attempt_at AS "firstAttemptAt",
  message.last_reason AS "lastReason", message.lease_id AS "leaseId", message.run,
  encode(message.recipient_digest, 'hex') AS recipient, message.claims`;

/**
 * What a claim writes: a lease under a new id. Whoever takes a message again and again and stores no outcome (a process
 * that dies of it, say) holds it longer each time, up to an hour.
 */
export const takenFor = (leaseMs: number): Prisma.Sql => Prisma.sql`
  leased_until = ${clock.databaseNow()} + LEAST(${leaseMs} * power(2, LEAST(GREATEST(message.claims - 3, 0), 20)),
    GREATEST(${leaseMs}, 3600000)) * interval '1 millisecond',
  lease_id = ${newId()}::uuid, claims = message.claims + 1`;

/** Messages of a kind that can be taken now, over the columns of `outbox_messages`. */
export const isFree = (
  kind: OutboxKind,
): Prisma.Sql => Prisma.sql`state = 'due' AND kind = ${kind}::outbox_kind
  AND next_attempt_at <= ${clock.databaseNow()} AND (leased_until IS NULL OR leased_until <= ${clock.databaseNow()})`;

/** What a claim may take: `limit` in all; of one organization `perOrganization`, with what it has in work already. */
export type Share = {
  limit: number;
  leaseMs: number;
  perOrganization: number;
  inWork?: ReadonlyMap<string, number>;
};

/** Organizations that have messages of a kind, found by jumps in the index: a backlog of thousands costs one. */
export const owners = (kind: OutboxKind): Prisma.Sql => Prisma.sql`
  owners AS (
    (SELECT organization_id FROM outbox_messages WHERE state = 'due' AND kind = ${kind}::outbox_kind
       AND (SELECT true FROM outbox_messages WHERE ${isFree(kind)} ORDER BY next_attempt_at LIMIT 1)
     ORDER BY organization_id LIMIT 1)
    UNION ALL
    SELECT (SELECT following.organization_id FROM outbox_messages AS following
            WHERE state = 'due' AND kind = ${kind}::outbox_kind
              AND following.organization_id > owners.organization_id
            ORDER BY following.organization_id LIMIT 1)
    FROM owners WHERE owners.organization_id IS NOT NULL
  )`;

/**
 * Takes due messages of a kind under a lease; two workers never hold the same one. The slots go round: to every
 * organization's first message, then to every second one, counting what is in work already. So neither a backlog nor
 * a receiver that takes its ten seconds for each answer makes the others wait for more than the next free slot.
 */
export async function claimDue(kind: OutboxKind, share: Share): Promise<Claimed[]> {
  const { limit, leaseMs, perOrganization, inWork = new Map<string, number>() } = share;
  const now = clock.databaseNow();
  const free = isFree(kind);
  const held = JSON.stringify([...inWork].map(([organization_id, count]) => ({ organization_id, count })));
  return db().$queryRaw<Claimed[]>`
    WITH RECURSIVE ${owners(kind)}, held AS (
      SELECT * FROM jsonb_to_recordset(${held}::jsonb) AS row(organization_id uuid, count int)
    ), waiting AS (
      SELECT message.id, message.next_attempt_at, COALESCE(held.count, 0) + message.place AS turn
      FROM owners LEFT JOIN held USING (organization_id) CROSS JOIN LATERAL (
        SELECT id, next_attempt_at, row_number() OVER (ORDER BY next_attempt_at) AS place FROM (
          SELECT id, next_attempt_at FROM outbox_messages
          WHERE ${free} AND outbox_messages.organization_id = owners.organization_id
          ORDER BY next_attempt_at LIMIT LEAST(${limit}, GREATEST(${perOrganization} - COALESCE(held.count, 0), 0))
        ) AS first_ones
      ) AS message
      UNION ALL
      SELECT id, next_attempt_at, row_number() OVER (ORDER BY next_attempt_at) FROM (
        SELECT id, next_attempt_at FROM outbox_messages WHERE ${free} AND organization_id IS NULL
        ORDER BY organization_id, next_attempt_at LIMIT ${limit}
      ) AS of_the_installation
    ), chosen AS (
      SELECT id FROM outbox_messages
      WHERE id = ANY (ARRAY(SELECT id FROM waiting ORDER BY turn, next_attempt_at LIMIT ${limit}))
        -- Another worker may have been faster. Said without the words of the queue's indexes: they must not be used.
        AND finished_at IS NULL AND next_attempt_at <= ${now} AND (leased_until IS NULL OR leased_until <= ${now})
      FOR UPDATE SKIP LOCKED
    )
    UPDATE outbox_messages AS message SET ${takenFor(leaseMs)}
    FROM chosen WHERE message.id = chosen.id
    RETURNING ${claimedColumns}`;
}

/** Takes due messages of a kind of one organization (null: of the installation itself), the longest due first. */
export async function claimDueOf(
  kind: OutboxKind,
  organizationId: string | null,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<Claimed[]> {
  const isOwn =
    organizationId === null
      ? Prisma.sql`organization_id IS NULL`
      : Prisma.sql`organization_id = ${organizationId}::uuid`;
  return db().$queryRaw<Claimed[]>`
    WITH chosen AS MATERIALIZED (
      SELECT id FROM outbox_messages WHERE ${isFree(kind)} AND ${isOwn}
      ORDER BY next_attempt_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    UPDATE outbox_messages AS message SET ${takenFor(leaseMs)}
    FROM chosen WHERE message.id = chosen.id
    RETURNING ${claimedColumns}`;
}
