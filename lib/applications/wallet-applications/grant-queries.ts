import { db, queryJson } from "@/lib/kernel/db";
import { selectedColumns } from "@/lib/kernel/json-rows";
import { Prisma, type WalletGrant, type WalletTokenKind } from "@/prisma/generated/client";

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Stores a consent. Returns false when the account's sessions were ended meanwhile, or the account or the application was
 * deleted. The locks wait for such a change in progress.
 */
export async function insertGrant(
  grant: Omit<WalletGrant, "codeUsedAt" | "codeDigest"> & { codeDigest: Bytes },
): Promise<boolean> {
  const inserted = await db().$executeRaw`
    INSERT INTO wallet_grants (id, application_id, user_id, scopes, session_version, redirect_uri, code_digest,
      code_challenge, code_expires_at, created_at, expires_at)
    SELECT ${grant.id}::uuid, application.id, users.id, ${grant.scopes}::text[], users.session_version,
      ${grant.redirectUri}, ${grant.codeDigest}, ${grant.codeChallenge}, ${grant.codeExpiresAt}::timestamptz,
      ${grant.createdAt}::timestamptz, ${grant.expiresAt}::timestamptz
    FROM users, wallet_applications AS application
    WHERE users.id = ${grant.userId}::uuid AND users.session_version = ${grant.sessionVersion}
      AND users.deleted_at IS NULL AND users.merged_into_id IS NULL
      AND application.id = ${grant.applicationId}::uuid
    FOR SHARE OF users FOR KEY SHARE OF application`;
  return inserted === 1;
}

/** Records that an application was allowed, so that it is not deleted as unused. */
export const saveAllowedAt = (applicationId: string, allowedAt: Date) =>
  db().walletApplication.updateMany({ where: { id: applicationId }, data: { allowedAt } });

/** Deletes all but the newest `keepOfApplication` grants for an application, and all but `keep` of the account. */
export const deleteOlderGrants = (
  { userId, applicationId }: { userId: string; applicationId: string },
  keepOfApplication: number,
  keep: number,
) =>
  db().$executeRaw`
    DELETE FROM wallet_grants WHERE id IN (
      SELECT id FROM (
        SELECT id, application_id, row_number() OVER (ORDER BY created_at DESC, id DESC) AS place,
          row_number() OVER (PARTITION BY application_id ORDER BY created_at DESC, id DESC) AS own_place
        FROM wallet_grants WHERE user_id = ${userId}::uuid
      ) AS ordered
      WHERE place > ${keep} OR (application_id = ${applicationId}::uuid AND own_place > ${keepOfApplication}))`;

/** Deletes at most `limit` expired grants and as many expired tokens, skipping those that another process deletes. */
export async function deleteExpiredGrants(now: Date, limit: number): Promise<void> {
  for (const table of [Prisma.sql`wallet_grants`, Prisma.sql`wallet_tokens`]) {
    await db().$executeRaw`
      DELETE FROM ${table} WHERE id IN (
        SELECT id FROM ${table} WHERE expires_at <= ${now}::timestamptz
        ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
  }
}

const grantSelect = {
  id: true,
  userId: true,
  scopes: true,
  redirectUri: true,
  codeChallenge: true,
  codeExpiresAt: true,
  codeUsedAt: true,
} satisfies Prisma.WalletGrantSelect;

/** A grant whose account still has the sessions in which the earner consented. */
export type LivingGrant = Prisma.WalletGrantGetPayload<{ select: typeof grantSelect }> & {
  clientUid: string;
};

const grantColumns = Prisma.sql`${Prisma.raw(selectedColumns("WalletGrant", grantSelect, "consent"))},
  application.uid AS "clientUid"`;
const livingGrants = Prisma.sql`
  wallet_grants AS consent
  JOIN wallet_applications AS application ON application.id = consent.application_id
  JOIN users ON users.id = consent.user_id AND users.session_version = consent.session_version
    AND users.deleted_at IS NULL AND users.merged_into_id IS NULL`;

export async function findGrantByCode(codeDigest: Bytes): Promise<LivingGrant | null> {
  const rows = await db().$queryRaw<LivingGrant[]>`
    SELECT ${grantColumns} FROM ${livingGrants} WHERE consent.code_digest = ${codeDigest}`;
  return rows[0] ?? null;
}

/** Marks a code as used. Returns false when it was used before. */
export async function saveCodeUsed(grantId: string, usedAt: Date): Promise<boolean> {
  const { count } = await db().walletGrant.updateMany({
    where: { id: grantId, codeUsedAt: null },
    data: { codeUsedAt: usedAt },
  });
  return count === 1;
}

/** Deletes a grant with its tokens. */
export const deleteGrant = (id: string) => db().walletGrant.deleteMany({ where: { id } });

/** A token with its grant. */
export type StoredToken = LivingGrant & {
  tokenId: string;
  kind: WalletTokenKind;
  expiresAt: Date;
  usedAt: Date | null;
};

export async function findToken(digest: Bytes): Promise<StoredToken | null> {
  const rows = await db().$queryRaw<StoredToken[]>`
    SELECT ${grantColumns}, token.id AS "tokenId", token.kind, token.expires_at AS "expiresAt",
      token.used_at AS "usedAt"
    FROM ${livingGrants} JOIN wallet_tokens AS token ON token.grant_id = consent.id
    WHERE token.digest = ${digest}`;
  return rows[0] ?? null;
}

/** Marks a refresh token as used. Returns false when it was used before. */
export async function saveTokenUsed(id: string, usedAt: Date): Promise<boolean> {
  const { count } = await db().walletToken.updateMany({
    where: { id, usedAt: null },
    data: { usedAt },
  });
  return count === 1;
}

export type NewToken = {
  id: string;
  kind: WalletTokenKind;
  digest: Bytes;
  scopes: string[];
  createdAt: Date;
  expiresAt: Date;
};

/** Locks a grant and moves its end. Returns false when it has been deleted. */
export async function extendGrant(id: string, expiresAt: Date): Promise<boolean> {
  const count = await db().$executeRaw`
    UPDATE wallet_grants SET expires_at = GREATEST(expires_at, ${expiresAt}::timestamptz) WHERE id = ${id}::uuid`;
  return count === 1;
}

export async function insertTokens(grantId: string, tokens: NewToken[]): Promise<void> {
  await db().walletToken.createMany({ data: tokens.map((token) => ({ ...token, grantId })) });
}

export const deleteToken = (id: string) => db().walletToken.deleteMany({ where: { id } });

/** What a presented access token gives access to. */
export type AccessRow = {
  grantId: string;
  userId: string;
  firstName: string;
  lastName: string;
  scopes: string[];
};

/** Finds the access of a token in one statement, because every request runs it. */
export const findAccess = (digest: Bytes, now: Date): Promise<AccessRow | null> =>
  queryJson<AccessRow>(Prisma.sql`
    SELECT json_build_object('grantId', consent.id, 'userId', users.id, 'firstName', users.first_name,
      'lastName', users.last_name, 'scopes', token.scopes)
    FROM ${livingGrants} JOIN wallet_tokens AS token ON token.grant_id = consent.id
    WHERE token.digest = ${digest} AND token.kind = 'access' AND token.expires_at > ${now}::timestamptz`);
