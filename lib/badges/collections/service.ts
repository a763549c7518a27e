import type { Earner } from "@/lib/access/callers/caller";
import { lockPerson } from "@/lib/identity/users/service";
import { transaction } from "@/lib/kernel/db";
import { invalidField, notFound, unprocessable } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import type { ListInput } from "@/lib/kernel/list/list-input";
import type { Page } from "@/lib/kernel/list/page";
import {
  countCollections,
  deleteAllCollections,
  deleteCollection,
  findCollection,
  findCollectionPage,
  insertCollection,
  lockCollectableBadges,
  replaceCollectedBadges,
  saveCollection,
  saveCollectionPosition,
  transferCollections,
} from "./queries";
import { MAX_COLLECTIONS, type BadgeCollectionChange, type BadgeCollectionInput } from "./schema";
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

/** Locks the badges of a change, before the account, as in other changes. Throws 422 for one that cannot be in it. */
async function lockGivenBadges(userId: string, ids: string[]): Promise<void> {
  const own = new Set(await lockCollectableBadges(userId, ids));
  const foreign = ids.find((id) => !own.has(id));
  if (foreign === undefined) return;
  throw invalidField("badge_ids", "invalid", `must be accepted badges of yours: ${foreign} is not`);
}

/**
 * Changes the name, place or badges of a collection. Throws 404 for another person's, and 422 for a badge that the
 * person has not accepted.
 */
export function changeCollection(
  earner: Earner,
  collectionId: string,
  body: BadgeCollectionChange,
): Promise<CollectionRow> {
  const { userId } = earner;
  return transaction(async () => {
    if (body.badge_ids) await lockGivenBadges(userId, body.badge_ids);
    await lockPerson(userId);
    const { id } = await getCollection(earner, collectionId);
    await saveCollection(userId, id, body.name);
    if (body.position !== undefined) await saveCollectionPosition(userId, id, body.position);
    if (body.badge_ids) await replaceCollectedBadges(id, body.badge_ids);
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
