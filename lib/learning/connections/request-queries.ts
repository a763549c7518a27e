import { db } from "@/lib/kernel/db";

/** A request to connect an LMS user with the account of an address. */
export type ConnectionRequest = {
  id: string;
  organizationId: string;
  appId: string;
  integrationId: number;
  ltiUserId: string;
  email: string;
  askedAt: Date;
};

/** Finds the LMS users for whom this address was mailed a link since then; at most `take`. */
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
