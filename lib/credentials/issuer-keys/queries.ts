import { db } from "@/lib/kernel/db";
import { idCondition, idOrder, type IdBatch } from "@/lib/kernel/list/id-batch";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import { takeNamedLock } from "@/lib/kernel/named-lock";
import type { KeyAlgorithm, Prisma } from "@/prisma/generated/client";
import { publicKeySelect, type PublicKeyRow } from "./serializer";

const signingKeySelect = { ...publicKeySelect, privateKey: true } satisfies Prisma.SigningKeySelect;

/** A key as stored: the private half is encrypted, and null once the key is retired. */
export type SigningKeyRow = Prisma.SigningKeyGetPayload<{ select: typeof signingKeySelect }>;

const OLDEST_FIRST = [
  { createdAt: "asc" },
  { id: "asc" },
] as const satisfies Prisma.SigningKeyOrderByWithRelationInput[];
/** The DID document lists all keys of an organization, so there is a limit to them. */
export const MAX_KEYS = 500;
/** Those that are created although the limit is reached are listed, too. */
const MAX_LISTED_KEYS = 2 * MAX_KEYS;

/** Finds the keys that sign for an organization: at most one of each algorithm. */
export const findActiveKeys = (organizationId: string): Promise<SigningKeyRow[]> =>
  db().signingKey.findMany({ where: { organizationId, retiredAt: null }, select: signingKeySelect });

/** Finds the public halves of all keys of an organization, retired ones too, the oldest first. */
export const findPublicKeys = (organizationId: string): Promise<PublicKeyRow[]> =>
  db().signingKey.findMany({
    where: { organizationId },
    select: publicKeySelect,
    orderBy: [...OLDEST_FIRST],
    take: MAX_LISTED_KEYS,
  });

/** Finds the public halves of all keys of an algorithm of several organizations. */
export const findPublicKeysOf = (
  organizationIds: string[],
  algorithm: KeyAlgorithm,
): Promise<(PublicKeyRow & { organizationId: string })[]> =>
  db().signingKey.findMany({
    where: { organizationId: { in: organizationIds }, algorithm },
    select: { ...publicKeySelect, organizationId: true },
  });

/** Finds the public halves of the keys of an organization, the newest first. */
export const findKeyPage = (organizationId: string, page: PageRequest): Promise<Page<PublicKeyRow>> =>
  loadPage(
    page,
    db().signingKey.findMany({
      where: { organizationId },
      select: publicKeySelect,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      ...toSkipTake(page),
    }),
    countKeys(organizationId),
  );

/**
 * Locks the keys of an organization until the transaction ends, so that requests at once exceed no limit and retire keys one
 * after another. Called before any row of a key is changed: otherwise two requests wait for each other.
 */
export const lockKeys = (organizationId: string) => takeNamedLock(`signing_keys:${organizationId}`);

export const countKeys = (organizationId: string): Promise<number> =>
  db().signingKey.count({ where: { organizationId } });

export const findKey = (organizationId: string, id: string): Promise<PublicKeyRow | null> =>
  db().signingKey.findFirst({ where: { organizationId, id }, select: publicKeySelect });

/** Retires an active key and deletes its private half. Returns false when there is no such active key. */
export async function retireKey(organizationId: string, id: string, at: Date): Promise<boolean> {
  const { count } = await db().signingKey.updateMany({
    where: { id, organizationId, retiredAt: null },
    data: { retiredAt: at, privateKey: null },
  });
  return count > 0;
}

/** Stores keys, unless the organization already has an active one of their algorithm. */
export async function insertKeys(
  organizationId: string,
  keys: Omit<SigningKeyRow, "retiredAt">[],
): Promise<void> {
  await db().signingKey.createMany({
    data: keys.map((key) => ({ ...key, organizationId })),
    skipDuplicates: true,
  });
}

/** Finds organizations that have keys, also deleted ones. */
export async function findKeyOwners(batch: IdBatch): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT DISTINCT key.organization_id AS id FROM signing_keys AS key
    WHERE ${idCondition("key.organization_id", batch)} ${idOrder("key.organization_id", batch)}`;
  return rows.map(({ id }) => id);
}
