import { OutboxKind, Prisma } from "@/prisma/generated/client";
import { clock } from "../clock";
import { db } from "../db";
import { newId } from "../ids";
import { isClaimable, ownersCte } from "./claim";

// An external scheduler is asked to process one kind of message for all organizations, however many messages are due,
// and also for each organization that has a large backlog. The due messages are stored in outbox_messages only;
// outbox_wakes prevents repeated requests for the same work.

/** A request to the external scheduler. `id` stays the same until the scheduler has acknowledged it. */
export type WakeUp = {
  id: string;
  kind: OutboxKind;
  /** Null: messages of all organizations and of the installation itself. */
  organizationId: string | null;
};

type Owner = Pick<WakeUp, "kind" | "organizationId">;

/** The owner of work for all organizations. In versions before it was that of the installation's own messages. */
const ALL_ORGANIZATIONS = "00000000-0000-0000-0000-000000000000";
/** An organization with more due messages of a kind gets work of its own. */
const LARGE_BACKLOG = 250;
/** Longer than sending a request to the scheduler takes. */
const SEND_TIMEOUT_MS = 15_000;
/** How long a work slice claims messages before it reports that it continues. */
export const WORK_SLICE_MS = 10_000;
/** Work that reported nothing for this long is considered dead. */
const WORKER_TIMEOUT_MS = 15_000;
// Work that was acknowledged but never began may be queued or lost: it is requested again after a pause that doubles.
const FIRST_PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 3_600_000;
// Every organization waits for work for all of them, and it is one event a minute at most.
const MAX_SHARED_PAUSE_MS = 60_000;

const databaseTimeIn = (ms: number): Prisma.Sql =>
  Prisma.sql`${clock.databaseNow()} + ${ms} * interval '1 millisecond'`;

const ownerId = ({ organizationId }: Owner): string => organizationId ?? ALL_ORGANIZATIONS;

async function claimWakeUpsOfKind(kind: OutboxKind, limit: number): Promise<WakeUp[]> {
  const now = clock.databaseNow();
  const claimable = isClaimable(kind);
  return db().$queryRaw<WakeUp[]>`
    WITH RECURSIVE ${ownersCte(kind)}, waiting AS (
      SELECT ${ALL_ORGANIZATIONS}::uuid AS owner_id
      WHERE EXISTS (SELECT FROM outbox_messages WHERE ${claimable})
      UNION ALL
      SELECT organization_id FROM owners
      WHERE EXISTS (SELECT FROM outbox_messages WHERE ${claimable} OFFSET ${LARGE_BACKLOG})
        AND EXISTS (SELECT FROM outbox_messages
          WHERE ${claimable} AND outbox_messages.organization_id = owners.organization_id OFFSET ${LARGE_BACKLOG})
    ), asked AS (
      INSERT INTO outbox_wakes AS wake (kind, owner_id, wake_id, quiet_until)
      SELECT ${kind}::outbox_kind, waiting.owner_id, gen_random_uuid(), ${databaseTimeIn(SEND_TIMEOUT_MS)}
      FROM waiting LEFT JOIN outbox_wakes AS known
        ON known.kind = ${kind}::outbox_kind AND known.owner_id = waiting.owner_id
      WHERE known.kind IS NULL OR known.quiet_until <= ${now}
      ORDER BY waiting.owner_id LIMIT ${limit}
      ON CONFLICT (kind, owner_id) DO UPDATE
      SET wake_id = CASE WHEN wake.is_acknowledged THEN EXCLUDED.wake_id ELSE wake.wake_id END,
          is_acknowledged = false, quiet_until = EXCLUDED.quiet_until
      WHERE wake.quiet_until <= ${now}
      RETURNING wake_id, owner_id
    )
    SELECT wake_id AS id, ${kind}::outbox_kind AS kind, NULLIF(owner_id, ${ALL_ORGANIZATIONS}::uuid) AS "organizationId"
    FROM asked`;
}

/**
 * Marks and returns the wake-ups to send: one for each kind with due messages, and one for every organization with a
 * large backlog, unless that work was already requested or is in progress. At most `limit` of each kind. The caller reports the result with `recordWakeUpsSent` or
 * `recordWakeUpsFailed`; if it dies before, the wake-up can be sent again after a quarter of a minute.
 */
export async function claimWakeUps(limit: number): Promise<WakeUp[]> {
  const wakeUps: WakeUp[] = [];
  for (const kind of Object.values(OutboxKind)) wakeUps.push(...(await claimWakeUpsOfKind(kind, limit)));
  return wakeUps;
}

/**
 * Records that the scheduler has acknowledged these wake-ups. Work that has begun meanwhile has recorded that itself.
 */
export async function recordWakeUpsSent(wakeUps: WakeUp[]): Promise<void> {
  await db().$executeRaw`
    UPDATE outbox_wakes SET is_acknowledged = true, wakes = wakes + 1,
      quiet_until = ${clock.databaseNow()}
        + LEAST(${FIRST_PAUSE_MS} * power(2, LEAST(wakes, 20)),
            CASE WHEN owner_id = ${ALL_ORGANIZATIONS}::uuid THEN ${MAX_SHARED_PAUSE_MS}::int ELSE ${MAX_PAUSE_MS}::int END)
          * interval '1 millisecond'
    WHERE wake_id = ANY (${wakeUps.map(({ id }) => id)}::uuid[]) AND NOT is_acknowledged`;
}

/**
 * Records that the scheduler was not reached, or that it is unknown: these can be requested again at once, under the
 * same id.
 */
export async function recordWakeUpsFailed(wakeUps: WakeUp[]): Promise<void> {
  await db().$executeRaw`
    UPDATE outbox_wakes SET quiet_until = ${clock.databaseNow()}
    WHERE wake_id = ANY (${wakeUps.map(({ id }) => id)}::uuid[]) AND NOT is_acknowledged`;
}

/** Records that work begins (so wake-ups arrive) or, in a later turn, continues. For a while no wake-up is needed. */
export async function recordWorkActive(owner: Owner, isBeginning: boolean): Promise<void> {
  await db().$executeRaw`
    INSERT INTO outbox_wakes AS wake (kind, owner_id, wake_id, is_acknowledged, quiet_until)
    VALUES (${owner.kind}::outbox_kind, ${ownerId(owner)}::uuid, ${newId()}::uuid, true, ${databaseTimeIn(WORKER_TIMEOUT_MS)})
    ON CONFLICT (kind, owner_id) DO UPDATE
    SET is_acknowledged = wake.is_acknowledged OR ${isBeginning}, wakes = CASE WHEN ${isBeginning} THEN 0 ELSE wake.wakes END,
        quiet_until = CASE WHEN ${isBeginning} THEN EXCLUDED.quiet_until
          ELSE GREATEST(wake.quiet_until, EXCLUDED.quiet_until) END`;
}

/** Records that work claims no more messages: new due messages need a wake-up, unless one is on its way. */
export async function recordWorkDone(owner: Owner): Promise<void> {
  await db().$executeRaw`
    UPDATE outbox_wakes SET quiet_until = ${clock.databaseNow()}
    WHERE kind = ${owner.kind}::outbox_kind AND owner_id = ${ownerId(owner)}::uuid AND wakes = 0`;
}

/**
 * Resets the pauses after the program that calls the scheduler has restarted, because that program may have caused the
 * failures.
 */
export async function resetWakeUpPauses(): Promise<void> {
  await db().$executeRaw`
    UPDATE outbox_wakes SET wakes = 0, quiet_until = ${clock.databaseNow()}
    WHERE quiet_until > ${databaseTimeIn(WORKER_TIMEOUT_MS)}`;
}

/** Milliseconds until the next message becomes due; null when none is scheduled. */
export async function msUntilDue(): Promise<number | null> {
  const now = clock.databaseNow();
  const kinds = Object.values(OutboxKind);
  const [row] = await db().$queryRaw<{ ms: number | null }[]>`
    SELECT extract(epoch FROM min(soonest.next_attempt_at) - ${now})::float * 1000 AS ms
    FROM unnest(${kinds}::outbox_kind[]) AS asked(kind) CROSS JOIN LATERAL (
      SELECT next_attempt_at FROM outbox_messages
      WHERE state = 'due' AND outbox_messages.kind = asked.kind AND next_attempt_at > ${now}
      ORDER BY next_attempt_at LIMIT 1
    ) AS soonest`;
  return row?.ms ?? null;
}
