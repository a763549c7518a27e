import { Prisma, type OutboxKind } from "@/prisma/generated/client";
import { clock } from "../clock";
import { db, transaction } from "../db";
import { newId } from "../ids";
import { takeNamedLock } from "../named-lock";
import { processWide } from "../process-wide";

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

/**
 * A message that was claimed more often without an outcome probably crashes the process. It counts as failing, and takes no
 * place of its organization while its long leases last.
 */
export const MAX_NORMAL_CLAIMS = 4;

/** Messages of a kind that can be claimed now, over the columns of `outbox_messages`. */
export const isClaimable = (
  kind: OutboxKind,
): Prisma.Sql => Prisma.sql`state = 'due' AND kind = ${kind}::outbox_kind
  AND next_attempt_at <= ${clock.databaseNow()} AND (leased_until IS NULL OR leased_until <= ${clock.databaseNow()})`;

/** Limits of a claim. */
export type ClaimLimits = {
  /** How many messages to claim at most. */
  limit: number;
  leaseMs: number;
  /** How many messages of an organization may be leased at once, by all workers of the installation together. */
  perOrganization: number;
  /** Claims only messages of this organization. */
  organizationId?: string;
  /** Organizations that were served lately, the last one at the end. The others come first. */
  served?: readonly string[];
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

const oneOwnerCte = (organizationId: string): Prisma.Sql =>
  Prisma.sql`owners AS (SELECT ${organizationId}::uuid AS organization_id)`;

/** Whether messages of a kind are due and not leased: of any organization, or of this one. */
export async function hasDue(kind: OutboxKind, organizationId?: string): Promise<boolean> {
  const isOfOwner = organizationId ? Prisma.sql`AND organization_id = ${organizationId}::uuid` : Prisma.empty;
  const rows = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM outbox_messages WHERE ${isClaimable(kind)} ${isOfOwner} ORDER BY next_attempt_at LIMIT 1`;
  return rows.length > 0;
}

/** Claims messages while this worker holds the lock of their kind. */
async function claimUnderLock(kind: OutboxKind, limits: ClaimLimits): Promise<ClaimedMessage[]> {
  const { limit, leaseMs, perOrganization, organizationId, served = [] } = limits;
  const now = clock.databaseNow();
  const claimable = isClaimable(kind);
  return db().$queryRaw<ClaimedMessage[]>`
    WITH RECURSIVE ${organizationId ? oneOwnerCte(organizationId) : ownersCte(kind)}, held AS (
      -- Mails that one message to their recipient replaces take one place.
      SELECT organization_id, count(DISTINCT COALESCE(encode(recipient_digest, 'hex'), id::text))::int AS count
      FROM outbox_messages
      WHERE kind = ${kind}::outbox_kind AND leased_until > ${now} AND organization_id IS NOT NULL
        AND claims <= ${MAX_NORMAL_CLAIMS}
      GROUP BY organization_id
    ), served AS (
      SELECT organization_id, rank FROM unnest(${served}::uuid[]) WITH ORDINALITY AS row(organization_id, rank)
    ), waiting AS (
      SELECT message.id, message.next_attempt_at, COALESCE(held.count, 0) + message.place AS turn,
        COALESCE(served.rank, 0) AS rank
      FROM owners LEFT JOIN held USING (organization_id) LEFT JOIN served USING (organization_id) CROSS JOIN LATERAL (
        SELECT id, next_attempt_at, row_number() OVER (ORDER BY next_attempt_at) AS place FROM (
          SELECT id, next_attempt_at FROM outbox_messages
          WHERE ${claimable} AND outbox_messages.organization_id = owners.organization_id
          ORDER BY next_attempt_at LIMIT LEAST(${limit}, GREATEST(${perOrganization} - COALESCE(held.count, 0), 0))
        ) AS first_ones
      ) AS message
      UNION ALL
      SELECT id, next_attempt_at, row_number() OVER (ORDER BY next_attempt_at), 0 FROM (
        SELECT id, next_attempt_at FROM outbox_messages
        WHERE ${claimable} AND organization_id IS NULL AND ${organizationId === undefined}
        ORDER BY organization_id, next_attempt_at LIMIT ${limit}
      ) AS of_the_installation
    ), chosen AS (
      SELECT id FROM outbox_messages
      WHERE id = ANY (ARRAY(SELECT id FROM waiting ORDER BY turn, rank, next_attempt_at LIMIT ${limit}))
        -- Another worker may have been faster. Avoids the conditions of the queue's indexes: they must not be used.
        AND finished_at IS NULL AND next_attempt_at <= ${now} AND (leased_until IS NULL OR leased_until <= ${now})
      FOR UPDATE SKIP LOCKED
    )
    UPDATE outbox_messages AS message SET ${leaseAssignments(leaseMs)}
    FROM chosen WHERE message.id = chosen.id
    RETURNING ${claimedColumns}`;
}

/**
 * Runs the claims of a kind in this process one after the other, so that only one connection waits for the claims of other
 * processes: one of them may stand still while it holds the lock.
 */
function runInTurn<Result>(kind: OutboxKind, work: () => Promise<Result>): Promise<Result> {
  const turns = processWide("claim-turns", () => new Map<OutboxKind, Promise<unknown>>());
  const result = (turns.get(kind) ?? Promise.resolve()).then(work);
  turns.set(
    kind,
    result.catch(() => undefined),
  );
  return result;
}

/**
 * Claims due messages of a kind under a lease; two workers never hold the same one. Takes the first message of every
 * organization, then the second, and so on, counting messages that any worker holds. So neither a backlog nor a slow
 * receiver (up to ten seconds per response) makes other organizations wait longer than for the next free slot. Among
 * organizations with the same number, those that were not served lately come first. So a new message does not wait for
 * the backlogs of many organizations.
 *
 * Claims of a kind take turns, and each counts in the database what the others have claimed. So an organization never
 * has more than `perOrganization` messages in progress, however many workers there are.
 */
export async function claimDue(kind: OutboxKind, limits: ClaimLimits): Promise<ClaimedMessage[]> {
  // All that an idle worker asks.
  if (!(await hasDue(kind, limits.organizationId))) return [];
  return runInTurn(kind, () =>
    transaction(async () => {
      // A statement of its own: the next one has to see what was committed before the lock was free.
      await takeNamedLock(`claim ${kind}`);
      return claimUnderLock(kind, limits);
    }),
  );
}
