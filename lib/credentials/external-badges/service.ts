import type { ListInput } from "@/lib/kernel/list/list-input";
import { saveImage } from "@/lib/art/images/service";
import type { Earner } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { notFound, unprocessable } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import type { Page } from "@/lib/kernel/list/page";
import { listConfirmedAddresses, lockPerson } from "@/lib/identity/users/service";
import { buildEmulatedBadgeDraft, buildOpenBadgeDraft, type Draft } from "./draft";
import { withLookup, takeLookup } from "./lookup";
import {
  countExternalBadges,
  deleteExternalBadge,
  deleteAllExternalBadges,
  findExternalBadge,
  findWalletPage,
  insertExternalBadge,
  lockExternalBadge,
  transferExternalBadges,
  updateExternalBadge,
} from "./queries";
import { MAX_EXTERNAL_BADGES, type ExternalBadgeChange, type ExternalBadgeInput } from "./schema";
import type { EarnerBadgeRow } from "./serializer";
import { readSource } from "@/lib/credentials/verification/source";

/** Lists the external badges of the signed-in person, the newest first. */
export function listExternalBadges({ userId }: Earner, input: ListInput): Promise<Page<EarnerBadgeRow>> {
  return findWalletPage(userId, input.page);
}

/** Returns an external badge of the signed-in person; throws 404 for another person's. */
export async function getExternalBadge({ userId }: Earner, id: string): Promise<EarnerBadgeRow> {
  const row = isUuid(id) ? await findExternalBadge(userId, id) : null;
  if (!row) throw notFound();
  return row;
}

const sourceField = ({ url, assertion }: ExternalBadgeInput): string =>
  url ? "url" : assertion ? "assertion" : "image";

/** A badge that was read, and when reading began. */
type PreparedBadge = Draft & { readAt: Date };

/**
 * Reads the badge that an earner wants to add, wherever it is published (lib/credentials/external-badges/lookup.ts has
 * the limits). Stores nothing. Throws 422 for one that cannot be read, is revoked, or names none of the earner's
 * confirmed addresses.
 */
export async function readExternalBadge(
  { userId }: Earner,
  body: ExternalBadgeInput,
): Promise<PreparedBadge> {
  const readAt = clock.now();
  if (body.badge) {
    await takeLookup(userId);
    return { ...(await buildEmulatedBadgeDraft(body.badge)), readAt };
  }
  const field = sourceField(body);
  const draft = await withLookup(userId, field, async (fetch) => {
    const [source, addresses] = [await readSource(fetch, body), await listConfirmedAddresses(userId)];
    return buildOpenBadgeDraft(fetch, { source, addresses, field });
  });
  return { ...draft, readAt };
}

/** Adds a badge that was read to the wallet. Throws 422 when it is already there, and when the wallet is full. */
export function addExternalBadge({ userId }: Earner, prepared: PreparedBadge): Promise<EarnerBadgeRow> {
  return transaction(async () => {
    await lockPerson(userId);
    if ((await countExternalBadges(userId)) >= MAX_EXTERNAL_BADGES) {
      throw unprocessable("wallet_full", `A wallet has at most ${MAX_EXTERNAL_BADGES} external badges.`);
    }
    const imageId = prepared.picture && (await saveImage(prepared.picture));
    const row = await insertExternalBadge(prepared, { userId, imageId, refreshedAt: prepared.readAt });
    if (!row) throw unprocessable("already_in_wallet", "This badge is already in your wallet.");
    return row;
  });
}

/** Makes an external badge public or private. Employers see only public ones. */
export function changeExternalBadge(
  earner: Earner,
  externalBadgeId: string,
  body: ExternalBadgeChange,
): Promise<EarnerBadgeRow> {
  return transaction(async () => {
    const { id } = await getExternalBadge(earner, externalBadgeId);
    if (!(await lockExternalBadge(earner.userId, id))) throw notFound();
    return updateExternalBadge(id, { public: body.public });
  });
}

/** Removes an external badge from the wallet, with its image. */
export async function removeExternalBadge({ userId }: Earner, id: string): Promise<void> {
  if (!isUuid(id) || !(await deleteExternalBadge(userId, id))) throw notFound();
}

/** Removes all external badges of an account that is being deleted, with their images. */
export const removeExternalBadges = deleteAllExternalBadges;

/** Moves the external badges of an account that is being merged to the remaining one. */
export const moveExternalBadges = transferExternalBadges;
