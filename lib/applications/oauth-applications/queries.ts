import { db } from "@/lib/kernel/db";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Prisma } from "@/prisma/generated/client";
import { applicationSelect, type ApplicationRow } from "./serializer";

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
