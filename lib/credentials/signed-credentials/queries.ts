import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import type { EndorsementCredential } from "@/lib/credentials/open-badges/endorsement";
import { MAX_ENDORSEMENTS, signedCredentialSelect, type SignedCredentialRow } from "./serializer";

export const findSignedCredential = (badgeId: string): Promise<SignedCredentialRow | null> =>
  db().signedCredential.findUnique({ where: { badgeId }, select: signedCredentialSelect });

/** Returns the credentials of these badges, in no particular order. */
export const findSignedCredentials = (badgeIds: string[]): Promise<SignedCredentialRow[]> =>
  db().signedCredential.findMany({ where: { badgeId: { in: badgeIds } }, select: signedCredentialSelect });

/**
 * Stores a credential, unless the badge has one already or is no longer accepted: it may have been deleted, and its data
 * erased, since it was read.
 */
export async function insertSignedCredential(row: SignedCredentialRow): Promise<void> {
  await db().$executeRaw`
    INSERT INTO signed_credentials (badge_id, document, token_header, token_signature, created_at)
    SELECT badge.id, ${row.document}, ${row.tokenHeader}, ${row.tokenSignature}, ${clock.databaseNow()}
    FROM (
      SELECT id FROM issued_badges
      WHERE id = ${row.badgeId}::uuid AND state = 'accepted' AND deleted_at IS NULL
      FOR SHARE
    ) AS badge
    ON CONFLICT DO NOTHING`;
}

/** Finds the accepted endorsements of a template as they were signed, the oldest first. */
export async function findEndorsements(badgeTemplateId: string): Promise<EndorsementCredential[]> {
  const rows = await db().endorsement.findMany({
    where: { badgeTemplateId, state: "accepted", document: { not: null } },
    select: { document: true },
    orderBy: [{ stateUpdatedAt: "asc" }, { id: "asc" }],
    take: MAX_ENDORSEMENTS,
  });
  return rows.map(({ document }) => JSON.parse(document ?? "") as EndorsementCredential);
}

/** Where the signing of earlier badges continues, and how many were signed; null when it has not begun. */
export type BackfillRow = { position: string | null; signed: number; finishedAt: Date | null };

export const findBackfill = (): Promise<BackfillRow | null> =>
  db().credentialBackfill.findUnique({
    where: { id: 1 },
    select: { position: true, signed: true, finishedAt: true },
  });

export async function saveBackfill(row: BackfillRow): Promise<void> {
  await db().credentialBackfill.upsert({ where: { id: 1 }, create: { id: 1, ...row }, update: row });
}

/** The next badges in the order of ids, and which of them are accepted but not signed. */
export type BackfillBatch = { last: string | null; unsigned: string[] };

/** Reads the next `limit` badges above `after`. `last` is null when there are no more. */
export async function findBackfillBatch(after: string, limit: number): Promise<BackfillBatch> {
  const rows = await db().$queryRaw<{ id: string; isUnsigned: boolean }[]>`
    SELECT badge.id, badge.state = 'accepted' AND badge.deleted_at IS NULL AND signed.badge_id IS NULL AS "isUnsigned"
    FROM (
      SELECT id, state, deleted_at FROM issued_badges WHERE id > ${after}::uuid ORDER BY id LIMIT ${limit}
    ) AS badge LEFT JOIN signed_credentials AS signed ON signed.badge_id = badge.id
    ORDER BY badge.id`;
  return {
    last: rows.at(-1)?.id ?? null,
    unsigned: rows.filter(({ isUnsigned }) => isUnsigned).map(({ id }) => id),
  };
}

/** What is recorded of a copy in a wallet. Copies of earlier versions have no digest. */
export type CopyRecord = { badgeId: string; contentDigest: Uint8Array | null };

export const findCopy = (id: string): Promise<CopyRecord | null> =>
  db().walletCopy.findUnique({ where: { id }, select: { badgeId: true, contentDigest: true } });
