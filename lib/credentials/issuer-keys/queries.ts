import { db } from "@/lib/kernel/db";
import type { Prisma } from "@/prisma/generated/client";
import { publicKeySelect, type PublicKeyRow } from "./serializer";

const signingKeySelect = { ...publicKeySelect, privateKey: true } satisfies Prisma.SigningKeySelect;

/** A key as stored: the private half is encrypted. */
export type SigningKeyRow = Prisma.SigningKeyGetPayload<{ select: typeof signingKeySelect }>;

const OLDEST_FIRST = [
  { createdAt: "asc" },
  { id: "asc" },
] as const satisfies Prisma.SigningKeyOrderByWithRelationInput[];
/** More keys than an organization has in a lifetime of rotations. */
const MOST_KEYS = 1_000;

/** Finds the keys that sign for an organization: at most one of each algorithm. */
export const findActiveKeys = (organizationId: string): Promise<SigningKeyRow[]> =>
  db().signingKey.findMany({ where: { organizationId, retiredAt: null }, select: signingKeySelect });

/** Finds the public halves of all keys of an organization, retired ones too, the oldest first. */
export const findPublicKeys = (organizationId: string): Promise<PublicKeyRow[]> =>
  db().signingKey.findMany({
    where: { organizationId },
    select: publicKeySelect,
    orderBy: [...OLDEST_FIRST],
    take: MOST_KEYS,
  });

/** Stores keys, unless the organization already has an active one of their algorithm. */
export async function insertKeys(
  organizationId: string,
  keys: Omit<SigningKeyRow, "createdAt" | "retiredAt">[],
): Promise<void> {
  await db().signingKey.createMany({
    data: keys.map((key) => ({ ...key, organizationId })),
    skipDuplicates: true,
  });
}
