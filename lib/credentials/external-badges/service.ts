import type { ListInput } from "@/lib/kernel/list/list-input";
import { saveImage } from "@/lib/art/images/service";
import type { Earner } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { notFound, unprocessable } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import type { Page } from "@/lib/kernel/list/page";
import { confirmedAddresses, lockPerson } from "@/lib/identity/users/service";
import { emulatedBadgeDraft, openBadgeDraft, type Draft } from "./draft";
import { lookUp, takeLook } from "./look";
import {
  countBadges,
  deleteBadge,
  deleteBadges,
  findBadge,
  findWalletPage,
  insertBadge,
  lockBadge,
  moveBadges,
  saveBadge,
} from "./queries";
import { MOST_BADGES, type ExternalBadgeChange, type ExternalBadgeInput } from "./schema";
import type { EarnerBadgeRow } from "./serializer";
import { readSource } from "./source";

/** The external badges of the signed-in person, the newest first. */
export function listExternalBadges({ userId }: Earner, input: ListInput): Promise<Page<EarnerBadgeRow>> {
  return findWalletPage(userId, input.page);
}

/** An external badge of the signed-in person; 404 for another's. */
export async function getExternalBadge({ userId }: Earner, id: string): Promise<EarnerBadgeRow> {
  const row = isUuid(id) ? await findBadge(userId, id) : null;
  if (!row) throw notFound();
  return row;
}

const wayOf = ({ url, assertion }: ExternalBadgeInput): string =>
  url ? "url" : assertion ? "assertion" : "image";

/** A badge that was read, and when that began. */
type Read = Draft & { readAt: Date };

/**
 * Reads the badge that an earner brings, wherever that leads (lib/credentials/external-badges/look.ts has the limits). Nothing is
 * stored. 422 for one that cannot be read, is revoked, or names none of the earner's confirmed addresses.
 */
export async function readExternalBadge({ userId }: Earner, body: ExternalBadgeInput): Promise<Read> {
  const readAt = clock.now();
  if (body.badge) {
    await takeLook(userId);
    return { ...(await emulatedBadgeDraft(body.badge)), readAt };
  }
  const field = wayOf(body);
  const draft = await lookUp(userId, field, async (fetch) => {
    const [source, addresses] = [await readSource(fetch, body), await confirmedAddresses(userId)];
    return openBadgeDraft(fetch, { source, addresses, field });
  });
  return { ...draft, readAt };
}

/** Puts a badge that was read into the wallet. 422 when it is there already, and when the wallet is full. */
export function addExternalBadge({ userId }: Earner, prepared: Read): Promise<EarnerBadgeRow> {
  return transaction(async () => {
    await lockPerson(userId);
    if ((await countBadges(userId)) >= MOST_BADGES) {
      throw unprocessable("wallet_full", `A wallet has at most ${MOST_BADGES} external badges.`);
    }
    const imageId = prepared.picture && (await saveImage(prepared.picture));
    const row = await insertBadge(prepared, { userId, imageId, refreshedAt: prepared.readAt });
    if (!row) throw unprocessable("already_in_wallet", "This badge is already in your wallet.");
    return row;
  });
}

/** Makes an external badge public or private: employers see public ones alone. */
export function changeExternalBadge(
  earner: Earner,
  externalBadgeId: string,
  body: ExternalBadgeChange,
): Promise<EarnerBadgeRow> {
  return transaction(async () => {
    const { id } = await getExternalBadge(earner, externalBadgeId);
    if (!(await lockBadge(earner.userId, id))) throw notFound();
    return saveBadge(id, { public: body.public });
  });
}

/** Takes an external badge out of the wallet, with its image. */
export async function removeExternalBadge({ userId }: Earner, id: string): Promise<void> {
  if (!isUuid(id) || !(await deleteBadge(userId, id))) throw notFound();
}

/** Takes all external badges of an account that is being deleted out of its wallet, with their images. */
export const removeExternalBadges = deleteBadges;

/** Gives the external badges of an account that is being merged to the surviving one. */
export const moveExternalBadges = moveBadges;
