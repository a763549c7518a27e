import { db } from "@/lib/kernel/db";
import type { Page, PageRequest } from "@/lib/kernel/list/page";
import { Prisma } from "@/prisma/generated/client";
import { applicationSelect, type AllowedApplicationRow, type ApplicationRow } from "./serializer";

export const insertApplication = (
  data: Prisma.WalletApplicationUncheckedCreateInput,
): Promise<ApplicationRow> => db().walletApplication.create({ data, select: applicationSelect });

export const findApplicationByUid = (uid: string): Promise<ApplicationRow | null> =>
  db().walletApplication.findUnique({ where: { uid }, select: applicationSelect });

/** Deletes at most `limit` applications that no one has allowed since `before` and that no one allows now. */
export const deleteUnusedApplications = (before: Date, limit: number) =>
  db().$executeRaw`
    DELETE FROM wallet_applications WHERE id IN (
      SELECT id FROM wallet_applications AS application
      WHERE allowed_at < ${before}::timestamptz
        AND NOT EXISTS (SELECT FROM wallet_grants WHERE application_id = application.id)
      ORDER BY allowed_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;

/** The grants of an account that still give access. */
const livingGrants = (userId: string, now: Date) => Prisma.sql`
  wallet_grants AS consent JOIN users ON users.id = consent.user_id
  WHERE consent.user_id = ${userId}::uuid AND consent.expires_at > ${now}::timestamptz
    AND consent.session_version = users.session_version`;

/** Finds the applications that an earner allows, those allowed last first. */
export async function findAllowedPage(
  userId: string,
  page: PageRequest,
  now: Date,
): Promise<Page<AllowedApplicationRow>> {
  const rows = await db().$queryRaw<(AllowedApplicationRow & { total: number })[]>`
    SELECT application.id, application.name, application.client_uri AS "clientUri",
      application.policy_uri AS "policyUri", allowed.redirect_uri AS "redirectUri", allowed.scopes,
      allowed.connected_at AS "connectedAt", count(*) OVER ()::int AS total
    FROM (
      SELECT application_id, array_agg(DISTINCT scope) AS scopes, min(created_at) AS connected_at,
        max(created_at) AS allowed_at, (array_agg(redirect_uri ORDER BY created_at DESC))[1] AS redirect_uri
      FROM (
        SELECT consent.application_id, consent.created_at, consent.redirect_uri, unnest(consent.scopes) AS scope
        FROM ${livingGrants(userId, now)}
      ) AS scoped GROUP BY application_id
    ) AS allowed JOIN wallet_applications AS application ON application.id = allowed.application_id
    ORDER BY allowed.allowed_at DESC, application.id
    LIMIT ${page.per} OFFSET ${(page.page - 1) * page.per}`;
  if (rows.length > 0 || page.page === 1) return { ...page, rows, total: rows[0]?.total ?? 0 };
  const [counted] = await db().$queryRaw<{ total: number }[]>`
    SELECT count(DISTINCT consent.application_id)::int AS total FROM ${livingGrants(userId, now)}`;
  return { ...page, rows, total: counted?.total ?? 0 };
}

/** Deletes what an earner allowed an application, with its tokens. Returns how many grants there were. */
export async function deleteGrantsOf(userId: string, applicationId: string): Promise<number> {
  return (await db().walletGrant.deleteMany({ where: { userId, applicationId } })).count;
}

/** Deletes everything that an account allowed, with all tokens. */
export const deleteAllGrants = (userId: string) => db().walletGrant.deleteMany({ where: { userId } });
