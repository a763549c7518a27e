import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import { connectionSelect, type ConnectionRow } from "./serializer";

export async function findConnectionPage(userId: string, page: PageRequest): Promise<Page<ConnectionRow>> {
  const where = { userId, removedAt: null };
  return loadPage(
    page,
    db().connectedApplication.findMany({
      where,
      select: connectionSelect,
      orderBy: [{ createdAt: "desc" }, { applicationId: "desc" }],
      relationLoadStrategy: "join",
      ...toSkipTake(page),
    }),
    db().connectedApplication.count({ where }),
  );
}

export const findConnection = (userId: string, applicationId: number): Promise<ConnectionRow | null> =>
  db().connectedApplication.findFirst({
    where: { userId, applicationId, removedAt: null },
    select: connectionSelect,
    relationLoadStrategy: "join",
  });

export const findApplicationByUid = (uid: string) =>
  db().oauthApplication.findUnique({ where: { uid }, select: { id: true, organizationId: true } });

/** Connects an application, or connects it again. Returns false when it was already connected. */
export async function insertConnection(userId: string, applicationId: number): Promise<boolean> {
  const count = await db().$executeRaw`
    INSERT INTO connected_applications AS connection (user_id, application_id, created_at)
    VALUES (${userId}::uuid, ${applicationId}, ${clock.now()})
    ON CONFLICT (user_id, application_id) DO UPDATE SET created_at = EXCLUDED.created_at, removed_at = NULL
    WHERE connection.removed_at IS NOT NULL`;
  return count === 1;
}

/** Disconnects an application. Returns false when it was not connected. */
export async function endConnection(userId: string, applicationId: number): Promise<boolean> {
  const { count } = await db().connectedApplication.updateMany({
    where: { userId, applicationId, removedAt: null },
    data: { removedAt: clock.now() },
  });
  return count === 1;
}

/** Deletes the connections of an account. Returns the organization of each application that was still connected. */
export async function deleteConnections(userId: string): Promise<string[]> {
  const rows = await db().$queryRaw<{ organizationId: string }[]>`
    WITH gone AS (
      DELETE FROM connected_applications WHERE user_id = ${userId}::uuid RETURNING application_id, removed_at
    )
    SELECT application.organization_id AS "organizationId"
    FROM gone JOIN oauth_applications AS application ON application.id = gone.application_id
    WHERE gone.removed_at IS NULL ORDER BY application.id`;
  return rows.map(({ organizationId }) => organizationId);
}

/** Finds the organizations whose applications earners connected, by earner. */
export async function findConnectedOrganizations(userIds: string[]): Promise<Map<string, string[]>> {
  const rows = await db().$queryRaw<{ userId: string; organizations: string[] }[]>`
    SELECT connection.user_id AS "userId", array_agg(DISTINCT application.organization_id::text) AS organizations
    FROM connected_applications AS connection
    JOIN oauth_applications AS application ON application.id = connection.application_id
    WHERE connection.user_id = ANY (${userIds}::uuid[]) AND connection.removed_at IS NULL
    GROUP BY connection.user_id`;
  return new Map(rows.map(({ userId, organizations }) => [userId, organizations]));
}

/** Finds the ids of an earner's public badges. */
export async function findPublicBadges(userId: string): Promise<string[]> {
  const rows = await db().issuedBadge.findMany({
    where: { userId, state: "accepted", public: true, deletedAt: null },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  return rows.map(({ id }) => id);
}

/**
 * Moves the connections of one account to another. When both accounts connected an application, the later change
 * wins.
 */
export async function moveConnections(from: string, to: string): Promise<void> {
  await db().$executeRaw`
    WITH moved AS (
      DELETE FROM connected_applications WHERE user_id = ${from}::uuid
      RETURNING application_id, created_at, removed_at
    )
    INSERT INTO connected_applications AS own (user_id, application_id, created_at, removed_at)
    SELECT ${to}::uuid, application_id, created_at, removed_at FROM moved
    ON CONFLICT (user_id, application_id)
    DO UPDATE SET created_at = EXCLUDED.created_at, removed_at = EXCLUDED.removed_at
    WHERE GREATEST(EXCLUDED.created_at, EXCLUDED.removed_at) > GREATEST(own.created_at, own.removed_at)`;
}
