import { db } from "@/lib/kernel/db";
import type { LaunchOrigins } from "@/lib/learning/integrations/launch-origins";
import type { Prisma } from "@/prisma/generated/client";

type Bytes = Uint8Array<ArrayBuffer>;

/** Makes two transactions that would make an account for one user of an LMS follow one another. */
export const lockIdentity = (appId: string, ltiUserId: string) =>
  db().$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`identity:${appId}:${ltiUserId}`}, 0)) IS NULL AS locked`;

/** The account of a user of an LMS, and whether it was deleted. */
export const findIdentity = (appId: string, ltiUserId: string) =>
  db().learningIdentity.findUnique({
    where: { appId_ltiUserId: { appId, ltiUserId } },
    select: { userId: true, user: { select: { deletedAt: true } } },
  });

/** A user of an LMS, and the account that is theirs. */
export type Identity = { id: string; userId: string };

/** Keeps an identity from being ended until the commit; null when there is none. Its account is held first. */
export async function holdIdentity(appId: string, ltiUserId: string): Promise<Identity | null> {
  const rows = await db().$queryRaw<Identity[]>`
    SELECT id, user_id AS "userId" FROM learning_identities
    WHERE app_id = ${appId}::uuid AND lti_user_id = ${ltiUserId} FOR KEY SHARE`;
  return rows[0] ?? null;
}

export const insertIdentity = (data: Prisma.LearningIdentityUncheckedCreateInput): Promise<Identity> =>
  db().learningIdentity.create({ data, select: { id: true, userId: true } });

/**
 * True when an account is known to nobody but other apps of this organization, by launches: nobody signs in with it,
 * nobody proved its address, it holds no badge, and it is no other user's of this app.
 */
export async function isOnlyLaunched(
  userId: string,
  app: { id: string; organizationId: string },
): Promise<boolean> {
  const count = await db().user.count({
    where: {
      id: userId,
      deletedAt: null,
      mergedIntoId: null,
      passwordHash: null,
      emails: { none: { confirmedAt: { not: null } } },
      memberships: { none: {} },
      badges: { none: {} },
      employments: { none: {} },
      learningIdentities: {
        none: { OR: [{ appId: app.id }, { app: { organizationId: { not: app.organizationId } } }] },
      },
    },
  });
  return count === 1;
}

/** What decides who may frame the launch of a learner's token; null for a token that is none, or expired. */
export async function findLaunchOrigins(digest: Bytes, now: Date): Promise<LaunchOrigins | null> {
  const row = await db().learningToken.findFirst({
    where: { digest, kind: "learner", expiresAt: { gt: now } },
    select: {
      launchOrigins: true,
      app: { select: { registeredOriginsOnly: true } },
      integrations: { select: { integration: { select: { launchOrigins: true } } } },
    },
    relationLoadStrategy: "join",
  });
  if (!row) return null;
  return {
    registered: row.integrations.flatMap(({ integration }) => integration.launchOrigins),
    launched: row.launchOrigins,
    isRestricted: row.app.registeredOriginsOnly,
  };
}

export const insertCode = (data: Prisma.LearningAuthorizationCodeUncheckedCreateInput) =>
  db().learningAuthorizationCode.create({ data, select: { createdAt: true } });

export type Code = {
  organizationId: string;
  integrationIds: number[];
  userId: string;
  sessionVersion: number | null;
  identityId: string | null;
};

/** Uses a code of the app up; null when it is unknown, expired or used. Of two at once one gets it. */
export async function useCode(digest: Bytes, appId: string, now: Date): Promise<Code | null> {
  const rows = await db().learningAuthorizationCode.updateManyAndReturn({
    where: { digest, appId, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
    select: {
      organizationId: true,
      integrationIds: true,
      userId: true,
      sessionVersion: true,
      identityId: true,
    },
  });
  return rows[0] ?? null;
}

/** Removes at most `limit` codes that expired, of any app. */
export const deleteExpiredCodes = (now: Date, limit: number) =>
  db().$executeRaw`
    DELETE FROM learning_authorization_codes WHERE digest IN (
      SELECT digest FROM learning_authorization_codes WHERE expires_at <= ${now}::timestamptz
      ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;

/** What `reconnect` tells of a connection beside its integration. */
export async function findParties(organizationId: string, userId: string) {
  const [organization, member] = await Promise.all([
    db().organization.findUnique({ where: { id: organizationId }, select: { id: true, name: true } }),
    db().user.findUnique({
      where: { id: userId },
      select: { learningMemberId: true, firstName: true, lastName: true },
    }),
  ]);
  return organization && member ? { organization, member } : null;
}

/** The language of an account with a confirmed address; an account that a launch made has chosen none. */
export const findChosenLocale = async (userId: string): Promise<string | null> =>
  (
    await db().user.findFirst({
      where: { id: userId, emails: { some: { confirmedAt: { not: null } } } },
      select: { locale: true },
    })
  )?.locale ?? null;
