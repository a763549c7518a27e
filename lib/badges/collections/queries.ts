import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { newId } from "@/lib/kernel/ids";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Place } from "./places";
import { COLLECTED_STATES, collectionSelect, type CollectionRow } from "./serializer";

export function findCollectionPage(userId: string, page: PageRequest): Promise<Page<CollectionRow>> {
  const where = { userId };
  return loadPage(
    page,
    db().badgeCollection.findMany({
      where,
      select: collectionSelect(userId),
      orderBy: [{ position: "asc" }, { id: "asc" }],
      relationLoadStrategy: "join",
      ...toSkipTake(page),
    }),
    db().badgeCollection.count({ where }),
  );
}

export const findCollection = (userId: string, id: string): Promise<CollectionRow | null> =>
  db().badgeCollection.findFirst({
    where: { userId, id },
    select: collectionSelect(userId),
    relationLoadStrategy: "join",
  });

export const countCollections = (userId: string): Promise<number> =>
  db().badgeCollection.count({ where: { userId } });

export function insertCollection(userId: string, name: string, position: number): Promise<CollectionRow> {
  const now = clock.now();
  return db().badgeCollection.create({
    data: { id: newId(), userId, name, position, createdAt: now, updatedAt: now },
    select: collectionSelect(userId),
  });
}

/** Stores the name, and when the collection or its order changed. */
export const saveCollection = async (userId: string, id: string, name: string | undefined): Promise<void> => {
  await db().badgeCollection.updateMany({
    where: { userId, id },
    data: { updatedAt: clock.now(), ...(name === undefined ? {} : { name }) },
  });
};

/** Moves a collection to a place, and those between the places by one. Places after the last are the last. */
export async function saveCollectionPosition(userId: string, id: string, position: number): Promise<void> {
  await db().$executeRaw`
    WITH own AS (
      SELECT id, position AS before, LEAST(${position}::int, (count(*) OVER ())::int) AS target
      FROM badge_collections WHERE user_id = ${userId}::uuid
    ), moved AS (SELECT id, before, target FROM own WHERE id = ${id}::uuid)
    UPDATE badge_collections AS collection SET position = CASE
      WHEN collection.id = moved.id THEN moved.target
      WHEN moved.before < moved.target THEN collection.position - 1
      ELSE collection.position + 1 END
    FROM moved WHERE collection.user_id = ${userId}::uuid
      AND collection.position BETWEEN LEAST(moved.before, moved.target) AND GREATEST(moved.before, moved.target)`;
}

/** Locks badges of the person that can be in a collection, against changes of their owner. Returns their ids. */
export async function lockCollectableBadges(userId: string, ids: string[]): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT id FROM issued_badges
    WHERE id = ANY (${ids}::uuid[]) AND user_id = ${userId}::uuid AND deleted_at IS NULL
      AND state::text = ANY (${COLLECTED_STATES})
    ORDER BY id FOR SHARE`;
  return rows.map(({ id }) => id);
}

/** Locks the places of a collection, against replacements of its badges. */
export async function lockPlaces(collectionId: string): Promise<void> {
  await db().$queryRaw`
    SELECT count(*)::int FROM (
      SELECT badge_id FROM collected_badges WHERE collection_id = ${collectionId}::uuid
      ORDER BY badge_id FOR UPDATE) AS locked`;
}

/** Finds the places of badges in a collection that their earner can still accept. */
export const findPendingPlaces = (collectionId: string): Promise<Place[]> =>
  db().collectedBadge.findMany({
    where: { collectionId, badge: { state: "pending", deletedAt: null } },
    select: { badgeId: true, position: true },
    orderBy: [{ position: "asc" }, { badgeId: "asc" }],
  });

/**
 * Replaces the badges of a collection. Those given leave their former collections. Those kept are in it and are moved, not
 * stored again: a new row would wait for the badge.
 */
export async function replaceCollectedBadges(
  collectionId: string,
  { given, kept }: Record<"given" | "kept", Place[]>,
): Promise<void> {
  const [givenIds, keptIds] = [given, kept].map((places) => places.map(({ badgeId }) => badgeId));
  await db().collectedBadge.deleteMany({
    where: { badgeId: { notIn: keptIds ?? [] }, OR: [{ collectionId }, { badgeId: { in: givenIds ?? [] } }] },
  });
  await db().$executeRaw`
    UPDATE collected_badges AS collected SET position = place.position
    FROM unnest(${keptIds}::uuid[], ${kept.map(({ position }) => position)}::int[]) AS place (badge_id, position)
    WHERE collected.badge_id = place.badge_id AND collected.collection_id = ${collectionId}::uuid`;
  await db().collectedBadge.createMany({ data: given.map((place) => ({ ...place, collectionId })) });
}

/** A badge, and the one that replaces it. */
export type Replacement = { replacedId: string; id: string };

/** Gives the places of badges to those that replace them, if both are of the same account. */
export async function transferPlaces(replacements: Replacement[]): Promise<void> {
  await db().$executeRaw`
    UPDATE collected_badges AS collected SET badge_id = replacement.id
    FROM unnest(${replacements.map(({ replacedId }) => replacedId)}::uuid[],
      ${replacements.map(({ id }) => id)}::uuid[]) AS pair (replaced_id, id)
    JOIN issued_badges AS replaced ON replaced.id = pair.replaced_id
    JOIN issued_badges AS replacement ON replacement.id = pair.id AND replacement.user_id = replaced.user_id
    WHERE collected.badge_id = pair.replaced_id`;
}

/** Deletes a collection, and closes the gap that it leaves. Returns false when there was none. */
export async function deleteCollection(userId: string, id: string): Promise<boolean> {
  const rows = await db().$queryRaw<{ position: number }[]>`
    DELETE FROM badge_collections WHERE user_id = ${userId}::uuid AND id = ${id}::uuid RETURNING position`;
  const [removed] = rows;
  if (!removed) return false;
  await db().badgeCollection.updateMany({
    where: { userId, position: { gt: removed.position } },
    data: { position: { decrement: 1 } },
  });
  return true;
}

export async function deleteAllCollections(userId: string): Promise<void> {
  await db().badgeCollection.deleteMany({ where: { userId } });
}

/** Moves the collections of one account to another, after those that it has. */
export async function transferCollections(from: string, to: string): Promise<void> {
  await db().$executeRaw`
    UPDATE badge_collections SET user_id = ${to}::uuid,
      position = position + (SELECT count(*)::int FROM badge_collections AS own WHERE own.user_id = ${to}::uuid)
    WHERE user_id = ${from}::uuid`;
}
