import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";

const LIFETIME_MS = 24 * 3_600_000;

export type KeyOwner = { ownerId: string; callerId: string; key: string };

type KeyRecord = KeyOwner & {
  requestDigest: Uint8Array<ArrayBuffer>;
  status: number;
  location: string | null;
  body: Uint8Array<ArrayBuffer>;
};

/** Locks the key for the open transaction. Returns false while another transaction has the lock. */
export async function lockKey({ ownerId, callerId, key }: KeyOwner): Promise<boolean> {
  const name = `idempotency:${ownerId}:${callerId}:${key}`;
  const rows = await db().$queryRaw<{ locked: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS locked`;
  return rows[0]?.locked ?? false;
}

/** Finds the response stored for a key in the last 24 hours. */
export const findStoredKey = ({ ownerId, callerId, key }: KeyOwner) =>
  db().idempotencyKey.findFirst({
    where: { ownerId, callerId, key, createdAt: { gt: new Date(clock.now().getTime() - LIFETIME_MS) } },
    select: { requestDigest: true, status: true, location: true, body: true },
  });

/** Stores a response, and replaces one that is older than 24 hours. */
export async function saveKey(record: KeyRecord): Promise<void> {
  const { ownerId, callerId, key } = record;
  const createdAt = clock.now();
  await db().idempotencyKey.upsert({
    where: { ownerId_callerId_key: { ownerId, callerId, key } },
    create: { ...record, createdAt },
    update: { ...record, createdAt },
  });
}

/** Deletes the responses that can no longer be replayed. Returns how many. */
export async function deleteExpiredKeys(): Promise<number> {
  const { count } = await db().idempotencyKey.deleteMany({
    where: { createdAt: { lt: new Date(clock.now().getTime() - LIFETIME_MS) } },
  });
  return count;
}
