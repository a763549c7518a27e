import { db } from "@/lib/kernel/db";
import { pageOf, slice, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Prisma } from "@/prisma/generated/client";
import { authorizationSelect, grantorSelect, type AuthorizationRow, type GrantorRow } from "./serializer";

const newestFirst = [
  { createdAt: "desc" },
  { id: "desc" },
] satisfies Prisma.IssuerAuthorizationOrderByWithRelationInput[];

export async function findIssuerPage(grantorId: string, page: PageRequest): Promise<Page<AuthorizationRow>> {
  const where = { grantorId };
  return pageOf(
    page,
    db().issuerAuthorization.findMany({
      where,
      select: authorizationSelect,
      orderBy: newestFirst,
      relationLoadStrategy: "join",
      ...slice(page),
    }),
    db().issuerAuthorization.count({ where }),
  );
}

export async function findGrantorPage(issuerId: string, page: PageRequest): Promise<Page<GrantorRow>> {
  const where = { issuerId };
  return pageOf(
    page,
    db().issuerAuthorization.findMany({
      where,
      select: grantorSelect,
      orderBy: newestFirst,
      relationLoadStrategy: "join",
      ...slice(page),
    }),
    db().issuerAuthorization.count({ where }),
  );
}

export const findAuthorization = (grantorId: string, id: string): Promise<AuthorizationRow | null> =>
  db().issuerAuthorization.findFirst({
    where: { grantorId, id },
    select: authorizationSelect,
    relationLoadStrategy: "join",
  });

export const findGrantorId = (issuerId: string, id: string) =>
  db().issuerAuthorization.findFirst({ where: { issuerId, id }, select: { grantorId: true } });

/** Numbers of active templates, for all of these organizations at once. */
export async function countActiveTemplates(organizationIds: string[]): Promise<Map<string, number>> {
  const rows = await db().badgeTemplate.groupBy({
    by: ["organizationId"],
    where: { organizationId: { in: organizationIds }, state: "active", deletedAt: null },
    _count: true,
  });
  return new Map(rows.map(({ organizationId, _count }) => [organizationId, _count]));
}

export const organizationExists = async (id: string): Promise<boolean> =>
  (await db().organization.count({ where: { id } })) > 0;

/** The ids of these that are templates of the organization. */
export async function findTemplateIds(organizationId: string, ids: string[]): Promise<Set<string>> {
  const rows = await db().badgeTemplate.findMany({
    where: { organizationId, id: { in: ids }, deletedAt: null },
    select: { id: true },
  });
  return new Set(rows.map(({ id }) => id));
}

/** Stores an authorization; false when the grantor has authorized this issuer already. */
export async function insertAuthorization(
  data: Prisma.IssuerAuthorizationCreateManyInput & { id: string },
  badgeTemplateIds: string[],
): Promise<boolean> {
  const { count } = await db().issuerAuthorization.createMany({ data, skipDuplicates: true });
  if (count === 0) return false;
  await db().issuerAuthorizationTemplate.createMany({
    data: badgeTemplateIds.map((badgeTemplateId) => ({
      grantorId: data.grantorId,
      issuerAuthorizationId: data.id,
      badgeTemplateId,
    })),
  });
  return true;
}

/** Ends an authorization that its own id or the issuer's names; returns its id, or null when there is none. */
export async function deleteAuthorization(grantorId: string, named: string): Promise<string | null> {
  const where = { grantorId, OR: [{ id: named }, { issuerId: named }] };
  const found = await db().issuerAuthorization.findFirst({ where, select: { id: true } });
  if (!found) return null;
  const { count } = await db().issuerAuthorization.deleteMany({ where: { grantorId, id: found.id } });
  return count === 0 ? null : found.id;
}
