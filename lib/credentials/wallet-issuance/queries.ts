import { db } from "@/lib/kernel/db";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import { takeNamedLock } from "@/lib/kernel/named-lock";
import { Prisma } from "@/prisma/generated/client";
import { walletCopySelect, walletOfferSelect, type WalletCopyRow, type WalletOfferRow } from "./serializer";

const { sql } = Prisma;

/** How often a transaction code may be tried. Then the offer ends: the chance to guess it is 1 in 200,000. */
const MAX_ATTEMPTS = 5;
/** How many credentials an offer gives: each format, and each once more if a response was lost. */
const MAX_COPIES = 4;
/** How many copies of a badge are recorded. More would only be made by a program. */
export const MAX_COPIES_OF_BADGE = 100;

/** The tables and the condition of what vouches for an offer (see the model). Their aliases: offer, badge, person. */
const VOUCHERS = sql`issued_badges AS badge, users AS person`;
const IS_VOUCHED = sql`
  badge.id = offer.badge_id AND badge.user_id = offer.user_id AND badge.state = 'accepted' AND badge.deleted_at IS NULL
  AND person.id = offer.user_id AND person.deleted_at IS NULL AND person.session_version = offer.session_version`;

/** Deletes the offers of a badge that no wallet has exchanged, except the one with this id. */
export async function deleteOtherOffers(badgeId: string, id: string): Promise<void> {
  await db().walletOffer.deleteMany({ where: { badgeId, tokenDigest: null, id: { not: id } } });
}

/** Deletes at most `limit` offers that have expired. */
export async function deleteExpiredOffers(now: Date, limit: number): Promise<void> {
  await db().$executeRaw`
    DELETE FROM wallet_offers WHERE id = ANY (ARRAY(
      SELECT id FROM wallet_offers WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`;
}

type NewOffer = {
  id: string;
  badgeId: string;
  userId: string;
  codeDigest: Uint8Array<ArrayBuffer>;
  transactionKey: string;
  createdAt: Date;
  expiresAt: Date;
};

/** Stores an offer with the session version that the account has now. */
export async function insertOffer(offer: NewOffer): Promise<void> {
  await db().$executeRaw`
    INSERT INTO wallet_offers (
      id, badge_id, user_id, session_version, code_digest, transaction_key, created_at, expires_at)
    SELECT ${offer.id}::uuid, ${offer.badgeId}::uuid, id, session_version, ${offer.codeDigest}, ${offer.transactionKey},
      ${offer.createdAt}, ${offer.expiresAt}
    FROM users WHERE id = ${offer.userId}::uuid`;
}

export const findOffer = (userId: string, badgeId: string, id: string): Promise<WalletOfferRow | null> =>
  db().walletOffer.findFirst({ where: { id, badgeId, userId }, select: walletOfferSelect });

/** An offer whose transaction code is being tried. */
type TriedOffer = { id: string; transactionKey: string };

/** Whether a wallet could still exchange this code. */
export async function isOpenCode(codeDigest: Uint8Array<ArrayBuffer>, now: Date): Promise<boolean> {
  const rows = await db().$queryRaw<unknown[]>`
    SELECT FROM wallet_offers AS offer, ${VOUCHERS}
    WHERE offer.code_digest = ${codeDigest} AND offer.token_digest IS NULL AND offer.attempts < ${MAX_ATTEMPTS}
      AND offer.expires_at > ${now} AND ${IS_VOUCHED}`;
  return rows.length > 0;
}

/**
 * Finds the offer of a code and counts an attempt, before its transaction code is compared: several attempts at once
 * count as many. Null when the code is unknown, was exchanged, has expired or was tried too often.
 */
export async function countAttempt(
  codeDigest: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<TriedOffer | null> {
  const rows = await db().$queryRaw<TriedOffer[]>`
    UPDATE wallet_offers AS offer SET attempts = attempts + 1 FROM ${VOUCHERS}
    WHERE offer.code_digest = ${codeDigest} AND offer.token_digest IS NULL AND offer.attempts < ${MAX_ATTEMPTS}
      AND offer.expires_at > ${now} AND ${IS_VOUCHED}
    RETURNING offer.id, offer.transaction_key AS "transactionKey"`;
  return rows[0] ?? null;
}

/** Exchanges the code of an offer for an access token. Returns false when it was exchanged already. */
export async function saveToken(
  id: string,
  token: { tokenDigest: Uint8Array<ArrayBuffer>; expiresAt: Date },
): Promise<boolean> {
  const { count } = await db().walletOffer.updateMany({ where: { id, tokenDigest: null }, data: token });
  return count === 1;
}

/** An offer whose access token a wallet presented. `isUsedUp`: it gives no more credentials. */
export type OfferOfToken = { id: string; badgeId: string; isUsedUp: boolean };

export async function findOfferOfToken(
  tokenDigest: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<OfferOfToken | null> {
  const rows = await db().$queryRaw<OfferOfToken[]>`
    SELECT offer.id, offer.badge_id AS "badgeId", offer.copies >= ${MAX_COPIES} AS "isUsedUp"
    FROM wallet_offers AS offer, ${VOUCHERS}
    WHERE offer.token_digest = ${tokenDigest} AND offer.expires_at > ${now} AND ${IS_VOUCHED}`;
  return rows[0] ?? null;
}

/** Counts a credential of an offer. Returns false when it gives no more, or when nothing vouches for it any more. */
export async function countCopy(id: string, now: Date): Promise<boolean> {
  const count = await db().$executeRaw`
    UPDATE wallet_offers AS offer SET copies = copies + 1, collected_at = COALESCE(offer.collected_at, ${now})
    FROM ${VOUCHERS}
    WHERE offer.id = ${id}::uuid AND offer.copies < ${MAX_COPIES} AND ${IS_VOUCHED}`;
  return count === 1;
}

/** Stores a copy. Returns false when its nonce has served for this format already. */
export async function insertCopy(
  copy: WalletCopyRow & { nonceDigest: Uint8Array<ArrayBuffer>; contentDigest: Uint8Array<ArrayBuffer> },
): Promise<boolean> {
  const { count } = await db().walletCopy.createMany({ data: [copy], skipDuplicates: true });
  return count === 1;
}

/** Finds the copies of the accepted badges of an account, newest first. */
export const findCopiesOfEarner = (userId: string, take: number): Promise<WalletCopyRow[]> =>
  db().walletCopy.findMany({
    where: { badge: { userId, deletedAt: null } },
    select: walletCopySelect,
    orderBy: [{ issuedAt: "desc" }, { id: "desc" }],
    take,
  });

/** Finds the newest copies of a badge that belongs to an account. */
export const findNewestCopies = (userId: string, badgeId: string, take: number): Promise<WalletCopyRow[]> =>
  db().walletCopy.findMany({
    where: { badgeId, badge: { userId } },
    select: walletCopySelect,
    orderBy: [{ issuedAt: "desc" }, { id: "desc" }],
    take,
  });

/** Finds a page of the copies of a badge, newest first. */
export const findCopyPage = (badgeId: string, page: PageRequest): Promise<Page<WalletCopyRow>> =>
  loadPage(
    page,
    db().walletCopy.findMany({
      where: { badgeId },
      select: walletCopySelect,
      orderBy: [{ issuedAt: "desc" }, { id: "desc" }],
      ...toSkipTake(page),
    }),
    countCopies(badgeId),
  );

/** Locks the number of copies of a badge until the transaction ends, so that requests at once exceed no limit. */
export const lockCopies = (badgeId: string) => takeNamedLock(`wallet_copies:${badgeId}`);

export const countCopies = (badgeId: string): Promise<number> =>
  db().walletCopy.count({ where: { badgeId } });

/** Deletes the offers of an account, and the records of the copies of its badges. */
export async function deleteWalletData(userId: string): Promise<void> {
  await db().walletOffer.deleteMany({ where: { userId } });
  await db().$executeRaw`
    DELETE FROM wallet_copies AS copy USING issued_badges AS badge
    WHERE badge.id = copy.badge_id AND badge.user_id = ${userId}::uuid`;
}
