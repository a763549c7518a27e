import { Prisma } from "@/prisma/generated/client";
import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";

const LIFETIME_MS = 24 * 3_600_000;

export type KeyOwner = { ownerId: string; callerId: string; key: string };

/** A response as it is stored. */
export type StoredKey = {
  requestDigest: Uint8Array<ArrayBuffer>;
  status: number;
  location: string | null;
  body: Uint8Array<ArrayBuffer>;
};

/** Responses up to this time are no longer replayed. */
const endOfReplay = (): Date => new Date(clock.now().getTime() - LIFETIME_MS);

const isKey = ({ ownerId, callerId, key }: KeyOwner): Prisma.Sql =>
  Prisma.sql`owner_id = ${ownerId}::uuid AND caller_id = ${callerId} AND key = ${key}`;

/**
 * Locks the key for the open transaction, and finds the response that is stored for it. `isLocked` is false while
 * another transaction has the lock. One that commits during the statement is not seen: `saveKey` finds out.
 */
export async function lockKey(owner: KeyOwner): Promise<{ isLocked: boolean; stored: StoredKey | null }> {
  const name = `idempotency:${owner.ownerId}:${owner.callerId}:${owner.key}`;
  const rows = await db().$queryRaw<({ isLocked: boolean } & (StoredKey | { status: null }))[]>`
    SELECT lock.taken AS "isLocked", stored.request_digest AS "requestDigest", stored.status, stored.location, stored.body
    FROM (SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS taken) AS lock
    LEFT JOIN (
      SELECT request_digest, status, location, body FROM idempotency_keys
      WHERE ${isKey(owner)} AND created_at > ${endOfReplay()}
    ) AS stored ON true`;
  const [row] = rows;
  if (!row) return { isLocked: false, stored: null };
  const { isLocked, ...stored } = row;
  return { isLocked, stored: stored.status === null ? null : stored };
}

/** Finds the response stored for a key in the last 24 hours. */
export const findStoredKey = ({ ownerId, callerId, key }: KeyOwner): Promise<StoredKey | null> =>
  db().idempotencyKey.findFirst({
    where: { ownerId, callerId, key, createdAt: { gt: endOfReplay() } },
    select: { requestDigest: true, status: true, location: true, body: true },
  });

/**
 * Stores a response, and replaces one that is older than 24 hours. Returns false when a newer one is stored: then the
 * caller's transaction must not commit.
 */
export async function saveKey(
  { ownerId, callerId, key }: KeyOwner,
  { requestDigest, status, location, body }: StoredKey,
): Promise<boolean> {
  const count = await db().$executeRaw`
    INSERT INTO idempotency_keys (owner_id, caller_id, key, request_digest, status, location, body, created_at)
    VALUES (${ownerId}::uuid, ${callerId}, ${key}, ${requestDigest}, ${status}, ${location}, ${body}, ${clock.now()})
    ON CONFLICT (owner_id, caller_id, key) DO UPDATE
      SET request_digest = excluded.request_digest, status = excluded.status, location = excluded.location,
          body = excluded.body, created_at = excluded.created_at
      WHERE idempotency_keys.created_at <= ${endOfReplay()}`;
  return count > 0;
}

const leaseEnd = (leaseMs: number): Prisma.Sql =>
  Prisma.sql`${clock.databaseNow()} + ${leaseMs}::int * interval '1 millisecond'`;

/** Reserves a key under a lease. Returns false while another request has it. */
export async function reserveKey(
  { ownerId, callerId, key }: KeyOwner,
  holderId: string,
  leaseMs: number,
): Promise<boolean> {
  const count = await db().$executeRaw`
    INSERT INTO idempotency_reservations (owner_id, caller_id, key, holder_id, lease_ends_at)
    VALUES (${ownerId}::uuid, ${callerId}, ${key}, ${holderId}::uuid, ${leaseEnd(leaseMs)})
    ON CONFLICT (owner_id, caller_id, key) DO UPDATE
      SET holder_id = excluded.holder_id, lease_ends_at = excluded.lease_ends_at
      WHERE idempotency_reservations.lease_ends_at <= ${clock.databaseNow()}`;
  return count > 0;
}

/** Extends a lease, unless another request has taken the key. */
export async function renewReservation(owner: KeyOwner, holderId: string, leaseMs: number): Promise<void> {
  await db().$executeRaw`
    UPDATE idempotency_reservations SET lease_ends_at = ${leaseEnd(leaseMs)}
    WHERE ${isKey(owner)} AND holder_id = ${holderId}::uuid`;
}

/** Ends a reservation, unless another request has taken the key. */
export async function releaseKey(owner: KeyOwner, holderId: string): Promise<void> {
  await db().$executeRaw`
    DELETE FROM idempotency_reservations WHERE ${isKey(owner)} AND holder_id = ${holderId}::uuid`;
}

/** Deletes the responses that can no longer be replayed. Returns how many. */
export async function deleteExpiredKeys(): Promise<number> {
  const { count } = await db().idempotencyKey.deleteMany({
    where: { createdAt: { lt: endOfReplay() } },
  });
  return count;
}

/** Deletes the reservations of requests that ended without releasing their key. */
export async function deleteEndedReservations(): Promise<void> {
  await db().$executeRaw`DELETE FROM idempotency_reservations WHERE lease_ends_at <= ${clock.databaseNow()}`;
}
