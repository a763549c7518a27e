import { db } from "@/lib/kernel/db";
import { Prisma, type UploadedCredential } from "@/prisma/generated/client";
import type { CredentialQuery } from "./schema";

/** The accepted badges of an earner, and the credentials that applications sent, with the time since when they are so. */
const walletEntries = (userId: string, since: Date | null) => Prisma.sql`(
  SELECT id, at, document, is_token FROM (
    SELECT id, COALESCE(accepted_at, state_updated_at) AS at, NULL AS document, false AS is_token
    FROM issued_badges WHERE user_id = ${userId}::uuid AND state = 'accepted' AND deleted_at IS NULL
    UNION ALL
    SELECT badge.id, uploaded.updated_at, uploaded.document, uploaded.is_token
    FROM external_badges AS badge JOIN uploaded_credentials AS uploaded ON uploaded.external_badge_id = badge.id
    WHERE badge.user_id = ${userId}::uuid AND badge.revoked_at IS NULL
  ) AS entry WHERE ${since}::timestamptz IS NULL OR at > ${since}::timestamptz) AS entry`;

/** An entry: an uploaded credential has its document, an accepted badge has none here. */
export type WalletEntry = { id: string; document: string | null; isToken: boolean };

/** Finds the entries of a wallet, the oldest first, so that new ones do not move the others to another page. */
export const findWalletEntries = (
  userId: string,
  { limit, offset, since }: CredentialQuery,
): Promise<WalletEntry[]> =>
  db().$queryRaw<WalletEntry[]>`
    SELECT id, document, is_token AS "isToken" FROM ${walletEntries(userId, since)}
    ORDER BY at, id LIMIT ${limit} OFFSET ${offset}`;

export async function countWalletEntries(userId: string, since: Date | null): Promise<number> {
  const [row] = await db().$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM ${walletEntries(userId, since)}`;
  return row?.total ?? 0;
}

type UploadKey = { credentialId: string; issuerId: string };
type UploadedRow = Pick<UploadedCredential, "externalBadgeId" | "document">;

/** Finds the credential with this id and issuer that an application sent to the wallet. */
export const findUpload = (
  userId: string,
  { credentialId, issuerId }: UploadKey,
): Promise<UploadedRow | null> =>
  db().uploadedCredential.findFirst({
    where: { credentialId, issuerId, externalBadge: { userId } },
    select: { externalBadgeId: true, document: true },
    orderBy: { externalBadgeId: "asc" },
  });

export async function saveUpload(row: UploadedCredential): Promise<void> {
  const { externalBadgeId, ...data } = row;
  await db().uploadedCredential.upsert({
    where: { externalBadgeId },
    create: row,
    update: data,
    select: { externalBadgeId: true },
  });
}
