import { db, queryJson } from "@/lib/kernel/db";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import { Prisma, type OauthAccessToken, type OauthApplication } from "@/prisma/generated/client";
import { applicationSelect, type ApplicationRow, type RightsColumns } from "./serializer";

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

/**
 * Finds a page, newest first. Ids ascend, so the unique index on organization and id serves the filter and the order.
 */
export async function findApplicationPage(
  organizationId: string,
  page: PageRequest,
): Promise<Page<ApplicationRow>> {
  const where = { organizationId };
  return loadPage(
    page,
    db().oauthApplication.findMany({
      where,
      select: applicationSelect,
      orderBy: { id: "desc" },
      ...toSkipTake(page),
    }),
    db().oauthApplication.count({ where }),
  );
}

export const findApplication = (organizationId: string, id: number): Promise<ApplicationRow | null> =>
  db().oauthApplication.findFirst({ where: { organizationId, id }, select: applicationSelect });

export const insertApplication = (
  data: Prisma.OauthApplicationUncheckedCreateInput,
): Promise<ApplicationRow> => db().oauthApplication.create({ data, select: applicationSelect });

/** Updates an application and returns it. Null when the organization has none with this id. */
export async function saveApplication(
  organizationId: string,
  id: number,
  data: Prisma.OauthApplicationUncheckedUpdateManyInput,
): Promise<ApplicationRow | null> {
  const where = { organizationId, id };
  const rows = await db().oauthApplication.updateManyAndReturn({ where, data, select: applicationSelect });
  return rows[0] ?? null;
}

/**
 * Locks an application until the transaction ends, so that no access token is granted meanwhile. Returns false when
 * the organization has none with this id.
 */
export async function lockApplication(organizationId: string, id: number): Promise<boolean> {
  const rows = await db().$queryRaw<unknown[]>`
    SELECT id FROM oauth_applications WHERE organization_id = ${organizationId}::uuid AND id = ${id} FOR UPDATE`;
  return rows.length > 0;
}

/** Deletes all access tokens of an application. */
export const deleteAccessTokens = (organizationId: string, applicationId: number) =>
  db().oauthAccessToken.deleteMany({ where: { organizationId, applicationId } });

/** Deletes an application. Its access tokens and connections are deleted with it (foreign keys). */
export const deleteApplicationRow = (organizationId: string, id: number) =>
  db().oauthApplication.deleteMany({ where: { organizationId, id } });
