import { randomInt } from "node:crypto";
import type { Earner } from "@/lib/access/callers/caller";
import { getEarnerBadge } from "@/lib/badges/issued/earner";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { notFound, unprocessable } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { ListInput } from "@/lib/kernel/list/list-input";
import type { Page } from "@/lib/kernel/list/page";
import { createSecret, digest } from "@/lib/kernel/secrets";
import { buildOfferUrl } from "./metadata";
import {
  countCopies,
  deleteExpiredOffers,
  deleteOtherOffers,
  deleteWalletData,
  findCopiesOfEarner,
  findCopyPage,
  findNewestCopies,
  findOffer,
  insertOffer,
  MAX_COPIES_OF_BADGE,
} from "./queries";
import type { NewWalletOffer, WalletCopyRow, WalletOfferRow } from "./serializer";
import { signTransactionCode, TRANSACTION_CODE_LENGTH } from "./transaction-code";

/** How long a wallet can use an offer. */
const LIFETIME_MS = 600_000;
/** Each new offer deletes up to this many expired ones, so that they cannot pile up. */
const EXPIRED_REMOVED_PER_OFFER = 100;

const createTransactionCode = (): string =>
  String(randomInt(10 ** TRANSACTION_CODE_LENGTH)).padStart(TRANSACTION_CODE_LENGTH, "0");

/** Requires an accepted badge of the earner. Throws 404 for badges of other people, and 422 naming any other state. */
async function requireAcceptedBadge(earner: Earner, badgeId: string): Promise<void> {
  const { state } = await getEarnerBadge(earner, badgeId);
  if (state === "accepted") return;
  throw unprocessable("not_accepted", `This badge is ${state}: only an accepted badge can be in a wallet.`);
}

/**
 * Offers one of the earner's accepted badges, public or private, to a wallet (OpenID4VCI 1.0, pre-authorized code flow).
 * The offer holds for ten minutes and replaces an earlier one that no wallet has used. Throws as `requireAcceptedBadge`,
 * and 422 for a badge with too many copies.
 */
export async function offerToWallet(earner: Earner, badgeId: string): Promise<NewWalletOffer> {
  await requireAcceptedBadge(earner, badgeId);
  if ((await countCopies(badgeId)) >= MAX_COPIES_OF_BADGE) {
    const message = `This badge was added to wallets ${MAX_COPIES_OF_BADGE} times, which is the limit.`;
    throw unprocessable("too_many_copies", message);
  }
  const [code, transactionCode] = [createSecret("bwp"), createTransactionCode()];
  const [id, createdAt] = [newId(), clock.now()];
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS);
  await transaction(async () => {
    const transactionKey = signTransactionCode(id, transactionCode);
    const secrets = { codeDigest: digest(code), transactionKey };
    // First, because it waits for the badge and the account; their deletion has locked them and waits for offers.
    await insertOffer({ id, badgeId, userId: earner.userId, createdAt, expiresAt, ...secrets });
    await deleteOtherOffers(badgeId, id);
    await deleteExpiredOffers(createdAt, EXPIRED_REMOVED_PER_OFFER);
  });
  const offerUrl = buildOfferUrl(code, TRANSACTION_CODE_LENGTH);
  return { id, badgeId, createdAt, expiresAt, collectedAt: null, offerUrl, transactionCode };
}

/** Returns an offer of the earner without its codes. Throws 404 when there is none, or when it expired some time ago. */
export async function getWalletOffer(
  { userId }: Earner,
  badgeId: string,
  offerId: string,
): Promise<WalletOfferRow> {
  const row = await findOffer(userId, badgeId, offerId);
  if (!row) throw notFound();
  return row;
}

/** Lists the copies of one of the earner's badges in wallets, newest first. Throws 404 for badges of other people. */
export async function listWalletCopies(
  earner: Earner,
  badgeId: string,
  { page }: ListInput,
): Promise<Page<WalletCopyRow>> {
  await getEarnerBadge(earner, badgeId);
  return findCopyPage(badgeId, page);
}

/** Lists the newest copies of one of the earner's badges in wallets. */
export const listNewestCopies = ({ userId }: Earner, badgeId: string, limit: number) =>
  findNewestCopies(userId, badgeId, limit);

/** Lists the newest copies of all badges of an earner, at most `limit`. */
export const listEarnerCopies = ({ userId }: Earner, limit: number): Promise<WalletCopyRow[]> =>
  findCopiesOfEarner(userId, limit);

/**
 * Deletes the offers of an account that is being deleted, and the records of its copies. Call it while the badges belong
 * to the account. The copies themselves are in wallets, and as valid as the badges.
 */
export const removeWalletData = (userId: string): Promise<void> => deleteWalletData(userId);
