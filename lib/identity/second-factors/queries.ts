import { db } from "@/lib/kernel/db";
import { passkeySelect, type PasskeyRow } from "./serializer";

type Bytes = Uint8Array<ArrayBuffer>;

export const findPasskeys = (userId: string, take: number): Promise<PasskeyRow[]> =>
  db().passkey.findMany({
    where: { userId },
    select: passkeySelect,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take,
  });

/** Finds what browsers need to know about the passkeys of an account. */
export const findPasskeyDescriptors = (userId: string, take: number) =>
  db().passkey.findMany({
    where: { userId },
    select: { credentialId: true, transports: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take,
  });

/** Finds a passkey by the id that its authenticator gave it, with what verifies its signature. */
export const findPasskeyByCredential = (credentialId: string) =>
  db().passkey.findFirst({
    where: { credentialId, user: { deletedAt: null, mergedIntoId: null } },
    select: { id: true, userId: true, publicKey: true, counter: true },
  });

export const findOwnPasskey = (userId: string, id: string): Promise<PasskeyRow | null> =>
  db().passkey.findFirst({ where: { id, userId }, select: passkeySelect });

/** Stores a passkey. Returns false when one with the same id of its authenticator exists. */
export async function insertPasskey(data: {
  id: string;
  userId: string;
  credentialId: string;
  publicKey: Bytes;
  counter: bigint;
  transports: string[];
  name: string;
  createdAt: Date;
}): Promise<boolean> {
  const { count } = await db().passkey.createMany({ data, skipDuplicates: true });
  return count === 1;
}

export const countPasskeys = (userId: string): Promise<number> => db().passkey.count({ where: { userId } });

/** Renames a passkey. Returns how many rows changed. */
export const renamePasskeyRow = (userId: string, id: string, name: string) =>
  db().passkey.updateMany({ where: { id, userId }, data: { name } });

export const deletePasskey = (userId: string, id: string) =>
  db().passkey.deleteMany({ where: { id, userId } });

/**
 * Records the use of a passkey. Returns false when the counter is not above the one of an earlier use, at the same time
 * or before: a copy of the passkey exists. Passkeys that do not count always have 0.
 */
export async function savePasskeyUse(id: string, counter: bigint, lastUsedAt: Date): Promise<boolean> {
  const { count } = await db().passkey.updateMany({
    where: { id, ...(counter === 0n ? { counter } : { counter: { lt: counter } }) },
    data: { counter, lastUsedAt },
  });
  return count === 1;
}

/** Records that a challenge was answered. Returns false when it was answered before. */
export async function insertUsedChallenge(digest: Bytes, expiresAt: Date): Promise<boolean> {
  const { count } = await db().usedChallenge.createMany({
    data: { digest, expiresAt },
    skipDuplicates: true,
  });
  return count === 1;
}

/** Deletes the records of challenges that have expired. Returns how many. */
export async function deleteUsedChallenges(now: Date): Promise<number> {
  return (await db().usedChallenge.deleteMany({ where: { expiresAt: { lt: now } } })).count;
}

export const findApp = (userId: string) =>
  db().authenticatorApp.findUnique({
    where: { userId },
    select: { secret: true, createdAt: true, confirmedAt: true, lastUsedAt: true, lastStep: true },
  });

/** Stores the secret of an app that is not confirmed yet, instead of an earlier one. */
export async function saveNewApp(userId: string, secret: Bytes, createdAt: Date): Promise<void> {
  const data = { secret, createdAt, confirmedAt: null, lastUsedAt: null, lastStep: null };
  await db().authenticatorApp.upsert({
    where: { userId },
    create: { userId, ...data },
    update: data,
    select: { userId: true },
  });
}

/**
 * Records the use of a code of this time step. Returns false when a code of this or a later step was used before: of
 * two uses at the same time one succeeds.
 */
export async function saveAppUse(
  userId: string,
  step: bigint,
  use: { lastUsedAt: Date; confirmedAt?: Date },
): Promise<boolean> {
  const { count } = await db().authenticatorApp.updateMany({
    where: { userId, OR: [{ lastStep: null }, { lastStep: { lt: step } }] },
    data: { lastStep: step, ...use },
  });
  return count === 1;
}

export const deleteApp = (userId: string) =>
  db().authenticatorApp.deleteMany({ where: { userId, confirmedAt: { not: null } } });

/** Counts the confirmed recovery codes of an account that were not used. */
export const countUnusedCodes = (userId: string): Promise<number> =>
  db().recoveryCode.count({ where: { userId, usedAt: null, confirmed: true } });

/** Replaces all recovery codes of an account. */
export async function replaceCodes(userId: string, digests: Bytes[]): Promise<void> {
  await db().recoveryCode.deleteMany({ where: { userId } });
  await db().recoveryCode.createMany({ data: digests.map((digest) => ({ userId, digest })) });
}

/** Stores new recovery codes beside the confirmed ones, instead of earlier ones that were not confirmed. */
export async function addUnconfirmedCodes(userId: string, digests: Bytes[]): Promise<void> {
  await db().recoveryCode.deleteMany({ where: { userId, confirmed: false } });
  await db().recoveryCode.createMany({
    data: digests.map((digest) => ({ userId, digest, confirmed: false })),
  });
}

/** Finds whether a recovery code that was not used is confirmed; null for none. */
export async function findCodeState(userId: string, digest: Bytes): Promise<{ confirmed: boolean } | null> {
  return db().recoveryCode.findFirst({
    where: { userId, digest, usedAt: null },
    select: { confirmed: true },
  });
}

/** Confirms the new recovery codes of an account, and deletes the earlier ones. The account must be locked. */
export async function confirmCodes(userId: string): Promise<void> {
  await db().recoveryCode.deleteMany({ where: { userId, confirmed: true } });
  await db().recoveryCode.updateMany({ where: { userId }, data: { confirmed: true } });
}

/** Uses a recovery code. Returns null for an unknown or used one. */
export async function saveCodeUse(
  userId: string,
  digest: Bytes,
  usedAt: Date,
): Promise<{ confirmed: boolean } | null> {
  const [used] = await db().recoveryCode.updateManyAndReturn({
    where: { userId, digest, usedAt: null },
    data: { usedAt },
    select: { confirmed: true },
  });
  return used ?? null;
}

/** Whether an account has a passkey or a confirmed authenticator app, in one query. */
export async function findFactorKinds(userId: string): Promise<{ hasPasskey: boolean; hasApp: boolean }> {
  const [row] = await db().$queryRaw<{ hasPasskey: boolean; hasApp: boolean }[]>`
    SELECT EXISTS (SELECT FROM passkeys WHERE user_id = ${userId}::uuid) AS "hasPasskey",
      EXISTS (SELECT FROM authenticator_apps WHERE user_id = ${userId}::uuid AND confirmed_at IS NOT NULL) AS "hasApp"`;
  return row ?? { hasPasskey: false, hasApp: false };
}

/** Deletes every second factor and recovery code of an account. */
export async function deleteFactors(userId: string): Promise<void> {
  await db().passkey.deleteMany({ where: { userId } });
  await db().authenticatorApp.deleteMany({ where: { userId } });
  await db().recoveryCode.deleteMany({ where: { userId } });
}

export const deleteCodes = (userId: string) => db().recoveryCode.deleteMany({ where: { userId } });

/** Finds the names of a person's organizations that require a second factor. */
export async function findRequiringOrganizations(userId: string): Promise<string[]> {
  const rows = await db().membership.findMany({
    where: { userId, organization: { requiresSecondFactor: true, testOfId: null } },
    select: { organization: { select: { name: true } } },
    orderBy: [{ createdAt: "asc" }, { organizationId: "asc" }],
    relationLoadStrategy: "join",
    take: 20,
  });
  return rows.map(({ organization }) => organization.name);
}
