import { db, queryJson } from "@/lib/kernel/db";
import { Prisma, type OauthAccessToken, type OauthApplication } from "@/prisma/generated/client";
import type { RightsColumns } from "./serializer";

type Bytes = Uint8Array<ArrayBuffer>;

/** An application with what client authentication needs. */
export type OAuthClient = Pick<OauthApplication, "id" | "organizationId" | "secretDigest" | "scopes">;

export const findClient = (uid: string): Promise<OAuthClient | null> =>
  db().oauthApplication.findUnique({
    where: { uid },
    select: { id: true, organizationId: true, secretDigest: true, scopes: true },
  });

/**
 * Stores a new access token of a client. Returns false when the application was deleted or its secret rotated. The
 * key lock waits for a deletion or rotation in progress.
 */
export async function insertAccessToken(
  { id, organizationId, secretDigest }: OAuthClient,
  token: Pick<OauthAccessToken, "id" | "scopes" | "createdAt" | "expiresAt"> & { digest: Bytes },
): Promise<boolean> {
  const inserted = await db().$executeRaw`
    INSERT INTO oauth_access_tokens (id, organization_id, application_id, digest, scopes, created_at, expires_at)
    SELECT ${token.id}::uuid, organization_id, id, ${token.digest}, ${token.scopes}::text[],
      ${token.createdAt}::timestamptz, ${token.expiresAt}::timestamptz
    FROM oauth_applications WHERE organization_id = ${organizationId}::uuid AND id = ${id} AND secret_digest = ${secretDigest}
    FOR KEY SHARE`;
  return inserted === 1;
}

type AccessTokenCredential = Pick<OauthApplication, "organizationId" | "id" | "uuid" | "name"> &
  RightsColumns &
  Pick<OauthAccessToken, "expiresAt"> & { grantedScopes: string[] };

/**
 * Finds the application of a presented access token, by the token's digest. Reads JSON because it is faster, and
 * every request runs it.
 */
export async function findAccessToken(digest: Bytes): Promise<AccessTokenCredential | null> {
  const found = await queryJson<Omit<AccessTokenCredential, "expiresAt"> & { expiresAt: string }>(Prisma.sql`
    SELECT json_build_object('organizationId', token.organization_id, 'grantedScopes', token.scopes,
      'expiresAt', token.expires_at, 'id', application.id, 'uuid', application.uuid, 'name', application.name, 'scopes', application.scopes,
      'readEnabled', application.read_enabled, 'writeEnabled', application.write_enabled,
      'deleteEnabled', application.delete_enabled)
    FROM oauth_access_tokens AS token JOIN oauth_applications AS application
      ON application.organization_id = token.organization_id AND application.id = token.application_id
    WHERE token.digest = ${digest}`);
  return found && { ...found, expiresAt: new Date(found.expiresAt) };
}

/** Deletes at most `limit` expired tokens of any application, skipping those that another process is deleting. */
export const deleteExpiredAccessTokens = (now: Date, limit: number) =>
  db().$executeRaw`
    DELETE FROM oauth_access_tokens WHERE id IN (
      SELECT id FROM oauth_access_tokens WHERE expires_at <= ${now}::timestamptz
      ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
