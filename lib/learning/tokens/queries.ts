import { db } from "@/lib/kernel/db";
import type { LearningTokenKind } from "@/lib/learning/requests/caller";
import { Prisma } from "@/prisma/generated/client";

type Bytes = Uint8Array<ArrayBuffer>;

/** A token with the key and secret of its app, which the caller may have to prove as well. */
export type LearningCredential = {
  id: string;
  organizationId: string;
  appId: string;
  appName: string;
  consumerKey: string;
  secret: Bytes;
  kind: LearningTokenKind;
  userId: string;
  sessionVersion: number | null;
  identityId: string | null;
  expiresAt: Date;
  integrationIds: number[];
};

/**
 * The valid tokens: `token`, with `app` and `users`. A token ends with the account, with the password and sessions of
 * the user who signed in for it, and with the secret that signed for it. An owner's token is valid while that account
 * owns the app and is a member of its organization; a token lent by another organization, while the lender is a member
 * there.
 */
export const VALID_TOKENS = Prisma.sql`learning_tokens AS token
  JOIN learning_apps AS app ON app.id = token.app_id
    AND (token.secret_version IS NULL OR token.secret_version = app.secret_version)
    AND (token.kind <> 'owner' OR token.user_id = app.owner_id)
  JOIN users ON users.id = token.user_id AND users.deleted_at IS NULL
    AND (token.session_version IS NULL OR token.session_version = users.session_version)
    AND ((token.kind <> 'owner' AND token.organization_id = app.organization_id) OR EXISTS (
      SELECT FROM memberships
      WHERE memberships.organization_id = token.organization_id AND memberships.user_id = token.user_id))
  JOIN organizations ON organizations.id = token.organization_id`;

/** Selects the valid tokens that were used as recently as their organization requires. */
export const usedRecentlySql = (now: Date) => Prisma.sql`(
  organizations.learning_token_idle_days IS NULL
  OR GREATEST(token.created_at, token.last_used_at)
    > ${now}::timestamptz - make_interval(days => organizations.learning_token_idle_days))`;

/** Finds a token by its digest. Written in SQL because it runs in every request. */
export async function findLearningCredential(digest: Bytes, now: Date): Promise<LearningCredential | null> {
  const rows = await db().$queryRaw<LearningCredential[]>`
    SELECT token.id, token.organization_id AS "organizationId", token.app_id AS "appId", token.kind::text AS kind,
      token.user_id AS "userId", token.session_version AS "sessionVersion", token.identity_id AS "identityId",
      token.expires_at AS "expiresAt", app.name AS "appName",
      app.consumer_key AS "consumerKey", app.secret,
      ARRAY(SELECT integration_id FROM learning_token_integrations WHERE token_id = token.id ORDER BY 1)
        AS "integrationIds"
    FROM ${VALID_TOKENS}
    WHERE token.digest = ${digest} AND ${usedRecentlySql(now)}`;
  return rows[0] ?? null;
}

/** A token as it is stored. */
export type NewToken = {
  id: string;
  organizationId: string;
  appId: string;
  kind: LearningTokenKind;
  userId: string;
  integrationIds: number[];
  /** Origins whose pages may frame the launch that created it. */
  launchOrigins: string[];
  /** The account's session version when it signed in for the token; null when no one signed in. */
  sessionVersion: number | null;
  /** The version of the app's secret that signed for the token. */
  secretVersion: number | null;
  /** The LMS user for whom it is created; null for all others. The token ends with this identity. */
  identityId: string | null;
  digest: Bytes;
  refreshDigest: Bytes;
  createdAt: Date;
  expiresAt: Date;
  /** The address and browser of the request; empty when unknown. */
  address: string;
  browser: string;
};

/**
 * Stores a new token with the integrations that it can use. False when the app or an integration is gone: the locks on
 * their keys wait for a deletion in progress.
 */
export async function insertToken(token: NewToken): Promise<boolean> {
  const rows = await db().$queryRaw<unknown[]>`
    WITH app AS (
      SELECT id FROM learning_apps WHERE id = ${token.appId}::uuid FOR KEY SHARE
    ), integration AS (
      SELECT organization_id, id FROM learning_integrations
      WHERE organization_id = ${token.organizationId}::uuid AND id = ANY (${token.integrationIds}::int[])
      ORDER BY id FOR KEY SHARE
    ), token AS (
      INSERT INTO learning_tokens (id, organization_id, app_id, kind, user_id, digest, refresh_digest, created_at,
        expires_at, launch_origins, session_version, secret_version, identity_id, address, browser)
      SELECT ${token.id}::uuid, ${token.organizationId}::uuid, app.id, ${token.kind}::learning_token_kind,
        ${token.userId}::uuid, ${token.digest}, ${token.refreshDigest}, ${token.createdAt}::timestamptz,
        ${token.expiresAt}::timestamptz, ${token.launchOrigins}::text[], ${token.sessionVersion}::int,
        ${token.secretVersion}::int, ${token.identityId}::uuid, ${token.address}, ${token.browser}
      FROM app WHERE (SELECT count(*) FROM integration) = cardinality(${token.integrationIds}::int[])
      RETURNING id
    ), link AS (
      INSERT INTO learning_token_integrations (organization_id, token_id, integration_id)
      SELECT integration.organization_id, token.id, integration.id FROM token, integration
    )
    SELECT id FROM token`;
  return rows.length === 1;
}

/**
 * Deletes all tokens of a learner in an integration except the newest, and skips those that another launch is deleting.
 */
export const deleteOlderLaunchTokens = (userId: string, integrationId: number, retainedCount: number) =>
  db().$executeRaw`
    DELETE FROM learning_tokens WHERE id IN (
      SELECT token.id FROM learning_tokens AS token
      JOIN learning_token_integrations AS link ON link.token_id = token.id
      WHERE token.user_id = ${userId}::uuid AND token.kind = 'learner' AND link.integration_id = ${integrationId}::int
      ORDER BY token.created_at DESC, token.id DESC OFFSET ${retainedCount}
      FOR UPDATE OF token SKIP LOCKED)`;

/** Deletes the tokens of an app's owner that ended because the password changed or all sessions were ended. */
export const deleteEndedOwnerTokens = (appId: string, userId: string, sessionVersion: number) =>
  db().learningToken.deleteMany({
    where: { appId, userId, kind: "owner", sessionVersion: { not: sessionVersion } },
  });

/** Deletes at most `limit` expired tokens of any owner, and skips those that another transaction is deleting. */
export const deleteExpiredTokens = (now: Date, limit: number) =>
  db().$executeRaw`
    DELETE FROM learning_tokens WHERE id IN (
      SELECT id FROM learning_tokens WHERE expires_at <= ${now}::timestamptz
      ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
