import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { newId } from "@/lib/kernel/ids";
import { toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import { Prisma } from "@/prisma/generated/client";
import type { Draft } from "./draft";
import { earnerSelect, type EarnerBadgeRow } from "./serializer";

export async function findWalletPage(userId: string, page: PageRequest): Promise<Page<EarnerBadgeRow>> {
  const where = { userId };
  const [rows, total] = await Promise.all([
    db().externalBadge.findMany({
      where,
      select: earnerSelect,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      ...toSkipTake(page),
    }),
    db().externalBadge.count({ where }),
  ]);
  return { ...page, rows, total };
}

export const findExternalBadge = (userId: string, id: string): Promise<EarnerBadgeRow | null> =>
  db().externalBadge.findFirst({ where: { userId, id }, select: earnerSelect });

const sourceSelect = {
  type: true,
  badgeId: true,
  signedAssertion: true,
  assertionDigest: true,
  recipientEmail: true,
} satisfies Prisma.ExternalBadgeSelect;

/** The columns that a refresh needs before it fetches the badge. */
export type SourceRow = Prisma.ExternalBadgeGetPayload<{ select: typeof sourceSelect }>;

export const findRefreshSource = (userId: string, id: string): Promise<SourceRow | null> =>
  db().externalBadge.findFirst({ where: { userId, id }, select: sourceSelect });

export const countExternalBadges = (userId: string): Promise<number> =>
  db().externalBadge.count({ where: { userId } });

type StoredColumns = { userId: string; imageId: string | null; refreshedAt: Date };

/**
 * Inserts a badge. Returns null when the assertion is already in the wallet; the transaction cannot be used afterwards.
 */
export async function insertExternalBadge(
  { columns }: Draft,
  stored: StoredColumns,
): Promise<EarnerBadgeRow | null> {
  try {
    const data = { ...columns, ...stored, id: newId(), createdAt: clock.now() };
    return await db().externalBadge.create({ data, select: earnerSelect });
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002") return null;
    throw error;
  }
}

/** The columns that a refresh compares with the fetched badge. */
export type LockedRow = { verified: boolean; refreshedAt: Date; pictureDigest: Uint8Array | null };

/** Locks a badge before changing it; null when the earner does not have it (any more). */
export async function lockExternalBadge(userId: string, id: string): Promise<LockedRow | null> {
  const rows = await db().$queryRaw<LockedRow[]>`
    SELECT badge.verified, badge.refreshed_at AS "refreshedAt",
      (SELECT sha256 FROM images WHERE images.id = badge.image_id) AS "pictureDigest"
    FROM external_badges AS badge WHERE badge.user_id = ${userId}::uuid AND badge.id = ${id}::uuid FOR UPDATE OF badge`;
  return rows[0] ?? null;
}

export const updateExternalBadge = (
  id: string,
  data: Prisma.ExternalBadgeUncheckedUpdateInput,
): Promise<EarnerBadgeRow> => db().externalBadge.update({ where: { id }, data, select: earnerSelect });

/** Returns false when there was none. */
export async function deleteExternalBadge(userId: string, id: string): Promise<boolean> {
  const { count } = await db().externalBadge.deleteMany({ where: { userId, id } });
  return count === 1;
}

export async function deleteAllExternalBadges(userId: string): Promise<void> {
  await db().externalBadge.deleteMany({ where: { userId } });
}

/**
 * Moves the badges of one account to another. If both have the same assertion, the one refreshed last stays, and it is
 * public only if both were.
 */
export async function transferExternalBadges(from: string, to: string): Promise<void> {
  await db().$executeRaw`
    UPDATE external_badges AS one SET public = false FROM external_badges AS other
    WHERE one.assertion_digest = other.assertion_digest AND one.public AND NOT other.public
      AND (one.user_id, other.user_id) IN ((${from}::uuid, ${to}::uuid), (${to}::uuid, ${from}::uuid))`;
  await db().$executeRaw`
    DELETE FROM external_badges AS older USING external_badges AS newer
    WHERE older.assertion_digest = newer.assertion_digest
      AND (older.user_id, newer.user_id) IN ((${from}::uuid, ${to}::uuid), (${to}::uuid, ${from}::uuid))
      AND (older.refreshed_at, older.user_id = ${to}::uuid) < (newer.refreshed_at, newer.user_id = ${to}::uuid)`;
  await db().$executeRaw`
    UPDATE external_badges SET user_id = ${to}::uuid WHERE user_id = ${from}::uuid`;
}
