import type { Earner } from "@/lib/access/callers/caller";
import { lockPerson } from "@/lib/identity/users/service";
import { transaction } from "@/lib/kernel/db";
import { conflict, invalidField, notFound, unprocessable } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import type { ListInput } from "@/lib/kernel/list/list-input";
import type { Page } from "@/lib/kernel/list/page";
import {
  countCollections,
  deleteAllCollections,
  deleteCollection,
  findCollection,
  findCollectionPage,
  findPendingPlaces,
  insertCollection,
  lockCollectableBadges,
  lockPlaces,
  replaceCollectedBadges,
  saveCollection,
  saveCollectionPosition,
  transferCollections,
  transferPlaces,
} from "./queries";
import { numberPlaces, type Place } from "./places";
import {
  MAX_COLLECTED_BADGES,
  MAX_COLLECTIONS,
  type BadgeCollectionChange,
  type BadgeCollectionInput,
} from "./schema";
import type { CollectionRow } from "./serializer";

/** Lists the collections of the signed-in person in their order. */
export const listCollections = ({ userId }: Earner, input: ListInput): Promise<Page<CollectionRow>> =>
  findCollectionPage(userId, input.page);

/** Returns a collection of the signed-in person. Throws 404 for another person's. */
export async function getCollection({ userId }: Earner, id: string): Promise<CollectionRow> {
  const row = isUuid(id) ? await findCollection(userId, id) : null;
  if (!row) throw notFound();
  return row;
}

/** Creates an empty collection after the others. Throws 422 when there are already 50. */
export function createCollection({ userId }: Earner, body: BadgeCollectionInput): Promise<CollectionRow> {
  return transaction(async () => {
    await lockPerson(userId);
    const count = await countCollections(userId);
    if (count >= MAX_COLLECTIONS) {
      throw unprocessable("too_many_collections", `A wallet has at most ${MAX_COLLECTIONS} collections.`);
    }
    return insertCollection(userId, body.name, count + 1);
  });
}

/** Throws 422 for a badge that cannot be in a collection of the person. `own` can. */
function requireCollectable(ids: string[], own: string[]): void {
  const foreign = ids.find((id) => !own.includes(id));
  if (foreign === undefined) return;
  throw invalidField("badge_ids", "invalid", `must be accepted badges of yours: ${foreign} is not`);
}

/** Throws 409 when a collection has other badges than those that a change is based on, or another order of them. */
function requireUnchanged({ badges }: CollectionRow, previousIds: string[] | undefined): void {
  if (previousIds === undefined || badges.map(({ badge }) => badge.id).join() === previousIds.join()) return;
  throw conflict("collection_changed", "The badges of the collection were changed by another request.");
}

/** Replaces the badges of a collection. Badges that replace one of it, and are not accepted yet, keep their places. */
async function replaceBadges(collectionId: string, ids: string[]): Promise<void> {
  await lockPlaces(collectionId);
  const pending = await findPendingPlaces(collectionId);
  const places = numberPlaces(ids, pending, MAX_COLLECTED_BADGES);
  const isGiven = ({ badgeId }: Place): boolean => ids.includes(badgeId);
  await replaceCollectedBadges(collectionId, {
    given: places.filter(isGiven),
    kept: places.filter((place) => !isGiven(place)),
  });
}

/**
 * Changes the name, place or badges of a collection. Throws 404 for another person's, 409 when its badges are not those
 * that the change is based on, and 422 for a badge that the person has not accepted.
 */
export function changeCollection(
  earner: Earner,
  collectionId: string,
  body: BadgeCollectionChange,
): Promise<CollectionRow> {
  const { userId } = earner;
  return transaction(async () => {
    // Badges are locked before the account, as in other changes.
    const own = await lockCollectableBadges(userId, body.badge_ids ?? []);
    await lockPerson(userId);
    const stored = await getCollection(earner, collectionId);
    const { id } = stored;
    requireUnchanged(stored, body.previous_badge_ids);
    requireCollectable(body.badge_ids ?? [], own);
    await saveCollection(userId, id, body.name);
    if (body.position !== undefined) await saveCollectionPosition(userId, id, body.position);
    if (body.badge_ids) await replaceBadges(id, body.badge_ids);
    return getCollection(earner, id);
  });
}

/** Deletes a collection. Its badges stay in the wallet. Throws 404 for another person's. */
export function removeCollection({ userId }: Earner, id: string): Promise<void> {
  return transaction(async () => {
    await lockPerson(userId);
    if (!isUuid(id) || !(await deleteCollection(userId, id))) throw notFound();
  });
}

/** Deletes all collections of an account that is being deleted. */
export const removeCollections = deleteAllCollections;

/** Moves the collections of an account that is being merged to the remaining one, after its own. */
export const moveCollections = transferCollections;

/**
 * Gives the places of badges in collections to those that replace them. A place shows once its badge is accepted. Needs the
 * transaction of the replacement.
 */
export const takePlaces = transferPlaces;
