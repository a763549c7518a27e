import { db } from "@/lib/kernel/db";
import { toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Prisma } from "@/prisma/generated/client";
import { appSelect, type AppRow } from "./serializer";

const signingAppSelect = {
  id: true,
  organizationId: true,
  name: true,
  consumerKey: true,
  secret: true,
  secretVersion: true,
  enterprise: true,
  ownerId: true,
  organization: { select: { vanitySlug: true } },
} satisfies Prisma.LearningAppSelect;

export async function findAppPage(organizationId: string, page: PageRequest): Promise<Page<AppRow>> {
  const where = { organizationId };
  const [rows, total] = await Promise.all([
    db().learningApp.findMany({
      where,
      select: appSelect,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      relationLoadStrategy: "join",
      ...toSkipTake(page),
    }),
    db().learningApp.count({ where }),
  ]);
  return { ...page, rows, total };
}

export const findApp = (organizationId: string, id: string): Promise<AppRow | null> =>
  db().learningApp.findFirst({
    where: { organizationId, id },
    select: appSelect,
    relationLoadStrategy: "join",
  });

export const insertApp = (data: Prisma.LearningAppUncheckedCreateInput): Promise<AppRow> =>
  db().learningApp.create({ data, select: appSelect });

/** An app with its encrypted secret, for checking signatures. */
export type SigningAppRow = Prisma.LearningAppGetPayload<{ select: typeof signingAppSelect }>;

export const findSigningAppRow = (consumerKey: string): Promise<SigningAppRow | null> =>
  db().learningApp.findUnique({
    where: { consumerKey },
    select: signingAppSelect,
    relationLoadStrategy: "join",
  });

export const findSigningAppRowById = (organizationId: string, id: string): Promise<SigningAppRow | null> =>
  db().learningApp.findFirst({
    where: { organizationId, id },
    select: signingAppSelect,
    relationLoadStrategy: "join",
  });

/** Finds the name of the organization's app with this key; null for a key of another organization or an unknown one. */
export const findAppNameRow = (
  organizationId: string,
  consumerKey: string,
): Promise<{ name: string } | null> =>
  db().learningApp.findFirst({ where: { organizationId, consumerKey }, select: { name: true } });

/**
 * Finds at most `limit` apps of an owner who is a member of the app's organization; only the app with this key when one
 * is given.
 */
export const findOwnedApps = (
  ownerId: string,
  consumerKey: string | null,
  limit: number,
): Promise<SigningAppRow[]> =>
  db().learningApp.findMany({
    where: {
      ownerId,
      ...(consumerKey === null ? {} : { consumerKey }),
      organization: { memberships: { some: { userId: ownerId } } },
    },
    select: signingAppSelect,
    orderBy: { id: "asc" },
    take: limit,
  });

/** Updates an app and returns it; null when the organization has none with this id. */
export async function saveApp(
  organizationId: string,
  id: string,
  data: Prisma.LearningAppUncheckedUpdateManyInput,
): Promise<AppRow | null> {
  const { count } = await db().learningApp.updateMany({ where: { organizationId, id }, data });
  return count === 0 ? null : findApp(organizationId, id);
}

/** Locks an app so that it cannot be deleted until the transaction ends; false when the organization has none. */
export async function lockApp(organizationId: string, id: string): Promise<boolean> {
  const rows = await db().$queryRaw<unknown[]>`
    SELECT id FROM learning_apps
    WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid FOR KEY SHARE`;
  return rows.length === 1;
}

/**
 * Deletes an app's tokens, the authorization codes it may exchange, and tokens and codes for its integrations that
 * other apps got. Codes are deleted first: an exchange in progress locks its code, so the token that it creates is seen
 * by the second statement.
 */
export async function deleteAppCredentials(appId: string): Promise<void> {
  await db().$executeRaw`
    DELETE FROM learning_authorization_codes WHERE app_id = ${appId}::uuid OR (
      organization_id = (SELECT organization_id FROM learning_apps WHERE id = ${appId}::uuid)
      AND integration_ids && ARRAY(SELECT id FROM learning_integrations WHERE app_id = ${appId}::uuid))`;
  await db().$executeRaw`
    DELETE FROM learning_tokens WHERE app_id = ${appId}::uuid OR id IN (
      SELECT link.token_id FROM learning_token_integrations AS link
      JOIN learning_integrations AS integration ON integration.id = link.integration_id
      WHERE integration.app_id = ${appId}::uuid)`;
}

/** Deletes the tokens of an app's former owners, and those that other apps got through them. */
export const deleteFormerOwnerTokens = (appId: string, ownerId: string) =>
  db().learningToken.deleteMany({
    where: {
      userId: { not: ownerId },
      sessionVersion: { not: null },
      OR: [{ appId, kind: "owner" }, { integrations: { some: { integration: { appId } } } }],
    },
  });

/**
 * Deletes an app. Foreign keys delete its integrations, tokens, codes and nonces; a job removes the integrations' data.
 */
export const deleteAppRow = (organizationId: string, id: string) =>
  db().learningApp.deleteMany({ where: { organizationId, id } });

/**
 * Stores a nonce of an app; false when it is stored already or the app is gone. Of two concurrent requests, one inserts
 * the nonce and the other waits for that insert.
 */
export async function insertNonce(appId: string, nonce: string, seenAt: Date): Promise<boolean> {
  const inserted = await db().$executeRaw`
    INSERT INTO learning_nonces (app_id, nonce, seen_at)
    SELECT id, ${nonce}, ${seenAt}::timestamptz FROM learning_apps WHERE id = ${appId}::uuid FOR KEY SHARE
    ON CONFLICT (app_id, nonce) DO NOTHING`;
  return inserted === 1;
}

/** Deletes at most `limit` nonces, of any app, that were seen before this time. */
export const deleteOldNonces = (before: Date, limit: number) =>
  db().$executeRaw`
    DELETE FROM learning_nonces WHERE (app_id, nonce) IN (
      SELECT app_id, nonce FROM learning_nonces WHERE seen_at < ${before}::timestamptz
      ORDER BY seen_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
