import { db } from "@/lib/kernel/db";
import { takeNamedLock } from "@/lib/kernel/named-lock";
import type { LaunchOrigins } from "@/lib/learning/integrations/launch-origins";
import type { Prisma } from "@/prisma/generated/client";

/** A request to connect an LMS user with the account of an address. */
type ConnectionRequest = {
  id: string;
  organizationId: string;
  appId: string;
  integrationId: number;
  ltiUserId: string;
  email: string;
  askedAt: Date;
};

/** Finds the LMS users who had a link mailed to this address after `since`, at most `take` of them. */
export async function findMailedUsers(
  appId: string,
  email: string,
  { since, take }: { since: Date; take: number },
): Promise<string[]> {
  const rows = await db().learningConnectionRequest.findMany({
    where: { appId, email, askedAt: { gt: since } },
    select: { ltiUserId: true },
    take,
  });
  return rows.map(({ ltiUserId }) => ltiUserId);
}

/**
 * Stores a request, replacing an earlier one for the same user and address. Returns its id, which stays the same; null
 * when the integration is gone.
 */
export async function saveRequest(request: ConnectionRequest): Promise<string | null> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    INSERT INTO learning_connection_requests AS request
      (id, organization_id, app_id, integration_id, lti_user_id, email, asked_at)
    SELECT ${request.id}::uuid, organization_id, app_id, id, ${request.ltiUserId}, ${request.email},
      ${request.askedAt}::timestamptz
    FROM learning_integrations
    WHERE organization_id = ${request.organizationId}::uuid AND app_id = ${request.appId}::uuid
      AND id = ${request.integrationId}::int
    FOR KEY SHARE
    ON CONFLICT (app_id, email, lti_user_id) DO UPDATE
      SET integration_id = EXCLUDED.integration_id, asked_at = EXCLUDED.asked_at, connected_at = NULL
    RETURNING request.id`;
  return rows[0]?.id ?? null;
}

/** Deletes at most `limit` requests with expired links, of any app. */
export const deleteExpiredRequests = (before: Date, limit: number) =>
  db().$executeRaw`
    DELETE FROM learning_connection_requests WHERE id IN (
      SELECT id FROM learning_connection_requests WHERE asked_at <= ${before}::timestamptz
      ORDER BY asked_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;

/** Finds a request with what its page shows. */
export const findRequest = (id: string) =>
  db().learningConnectionRequest.findUnique({
    where: { id },
    select: {
      id: true,
      appId: true,
      ltiUserId: true,
      email: true,
      askedAt: true,
      connectedAt: true,
      integration: { select: { name: true } },
      app: { select: { name: true, organization: { select: { name: true, primaryHexColor: true } } } },
    },
    relationLoadStrategy: "join",
  });

/** A stored request. */
export type ConnectionRequestRow = NonNullable<Awaited<ReturnType<typeof findRequest>>>;

/** Stores when the link of a request was used. */
export const saveConnectedAt = (id: string, at: Date) =>
  db().learningConnectionRequest.update({
    where: { id },
    data: { connectedAt: at },
    select: { id: true },
  });

type Bytes = Uint8Array<ArrayBuffer>;

/** Takes an advisory lock on an LMS user, so that two transactions cannot create an account for the same user. */
export const lockLtiUser = (appId: string, ltiUserId: string) =>
  takeNamedLock(`identity:${appId}:${ltiUserId}`);

/** Finds the account of an LMS user, and whether it was deleted. */
export const findIdentity = (appId: string, ltiUserId: string) =>
  db().learningIdentity.findUnique({
    where: { appId_ltiUserId: { appId, ltiUserId } },
    select: { userId: true, user: { select: { deletedAt: true } } },
  });

/** The link between an LMS user and an account. */
export type Identity = { id: string; userId: string };

/** Locks an identity so that it cannot end before the commit; null when there is none. Lock its account first. */
export async function lockIdentityRow(appId: string, ltiUserId: string): Promise<Identity | null> {
  const rows = await db().$queryRaw<Identity[]>`
    SELECT id, user_id AS "userId" FROM learning_identities
    WHERE app_id = ${appId}::uuid AND lti_user_id = ${ltiUserId} FOR KEY SHARE`;
  return rows[0] ?? null;
}

export const insertIdentity = (data: Prisma.LearningIdentityUncheckedCreateInput): Promise<Identity> =>
  db().learningIdentity.create({ data, select: { id: true, userId: true } });

/**
 * True when only launches of other apps of this organization know the account: it has no password, no confirmed address
 * and no badge, and belongs to no other LMS user of this app.
 */
export async function isLaunchOnlyAccount(
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

/**
 * Finds what decides which pages may frame a learner's launch; null when the token is unknown, not a learner's or
 * expired.
 */
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

export type CodeRow = {
  organizationId: string;
  integrationIds: number[];
  userId: string;
  sessionVersion: number | null;
  identityId: string | null;
};

/**
 * Marks a code of the app as used; null when it is unknown, expired or already used. Of two concurrent calls, one gets
 * the code.
 */
export async function consumeCode(digest: Bytes, appId: string, now: Date): Promise<CodeRow | null> {
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

/** Deletes at most `limit` expired codes, of any app. */
export const deleteExpiredCodes = (now: Date, limit: number) =>
  db().$executeRaw`
    DELETE FROM learning_authorization_codes WHERE digest IN (
      SELECT digest FROM learning_authorization_codes WHERE expires_at <= ${now}::timestamptz
      ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;

/** Finds the organization and the member that `reconnect` returns with the integration. */
export async function findConnectionParties(organizationId: string, userId: string) {
  const [organization, member] = await Promise.all([
    db().organization.findUnique({ where: { id: organizationId }, select: { id: true, name: true } }),
    db().user.findUnique({
      where: { id: userId },
      select: { learningMemberId: true, firstName: true, lastName: true },
    }),
  ]);
  return organization && member ? { organization, member } : null;
}

/** Finds the language of an account with a confirmed address. Accounts that a launch created have chosen none. */
export const findConfirmedUserLocale = async (userId: string): Promise<string | null> =>
  (
    await db().user.findFirst({
      where: { id: userId, emails: { some: { confirmedAt: { not: null } } } },
      select: { locale: true },
    })
  )?.locale ?? null;
