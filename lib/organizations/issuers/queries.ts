import { db } from "@/lib/kernel/db";
import { textMatch, type Filters } from "@/lib/kernel/list/filter";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Sorts } from "@/lib/kernel/list/sort";
import type { Prisma } from "@/prisma/generated/client";
import { authorizationSelect, grantorSelect, type AuthorizationRow, type GrantorRow } from "./serializer";

type Where = Prisma.IssuerAuthorizationWhereInput;
type Order = Prisma.IssuerAuthorizationOrderByWithRelationInput;
/** What a list shows: the issuers of a grantor, or the grantors of an issuer. */
type Side = "issuer" | "grantor";

export const filters = (side: Side): Filters<Where> => ({
  name: (value) => ({ [side]: { name: textMatch(value) } }),
});

export const sorts = (side: Side): Sorts<Order> => ({
  name: (direction) => ({ [side]: { nameOrder: direction } }),
  created_at: (direction) => ({ createdAt: direction }),
});

export async function findIssuerPage(
  grantorId: string,
  filter: Where[],
  order: Order[],
  page: PageRequest,
): Promise<Page<AuthorizationRow>> {
  const where = { grantorId, AND: filter };
  return loadPage(
    page,
    db().issuerAuthorization.findMany({
      where,
      select: authorizationSelect,
      orderBy: [...order, { id: "desc" }],
      relationLoadStrategy: "join",
      ...toSkipTake(page),
    }),
    db().issuerAuthorization.count({ where }),
  );
}

export async function findGrantorPage(
  issuerId: string,
  filter: Where[],
  order: Order[],
  page: PageRequest,
): Promise<Page<GrantorRow>> {
  const where = { issuerId, AND: filter };
  return loadPage(
    page,
    db().issuerAuthorization.findMany({
      where,
      select: grantorSelect,
      orderBy: [...order, { id: "desc" }],
      relationLoadStrategy: "join",
      ...toSkipTake(page),
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

export const findGrantor = (issuerId: string, id: string): Promise<GrantorRow | null> =>
  db().issuerAuthorization.findFirst({
    where: { issuerId, id },
    select: grantorSelect,
    relationLoadStrategy: "join",
  });

/** Counts the active templates of these organizations. */
export async function countActiveTemplates(organizationIds: string[]): Promise<Map<string, number>> {
  const rows = await db().badgeTemplate.groupBy({
    by: ["organizationId"],
    where: { organizationId: { in: organizationIds }, state: "active", deletedAt: null },
    _count: true,
  });
  return new Map(rows.map(({ organizationId, _count }) => [organizationId, _count]));
}

/** Finds the id of the organization with this id or this slug. Null when there is none. */
export async function findOrganizationId(
  authorizationOrIssuerId: { id: string } | { vanitySlug: string },
): Promise<string | null> {
  const found = await db().organization.findUnique({ where: authorizationOrIssuerId, select: { id: true } });
  return found?.id ?? null;
}

/** Returns which of these ids are templates of the organization. */
export async function findTemplateIds(organizationId: string, ids: string[]): Promise<Set<string>> {
  const rows = await db().badgeTemplate.findMany({
    where: { organizationId, id: { in: ids }, deletedAt: null },
    select: { id: true },
  });
  return new Set(rows.map(({ id }) => id));
}

/** Stores an authorization. Returns false when the grantor has already authorized this issuer. */
export async function insertAuthorization(
  data: Prisma.IssuerAuthorizationCreateManyInput & { id: string },
  badgeTemplateIds: string[],
): Promise<boolean> {
  const { count } = await db().issuerAuthorization.createMany({ data, skipDuplicates: true });
  if (count === 0) return false;
  await insertAllowedTemplates(data.grantorId, data.id, badgeTemplateIds);
  return true;
}

const insertAllowedTemplates = (
  grantorId: string,
  issuerAuthorizationId: string,
  badgeTemplateIds: string[],
) =>
  db().issuerAuthorizationTemplate.createMany({
    data: badgeTemplateIds.map((badgeTemplateId) => ({ grantorId, issuerAuthorizationId, badgeTemplateId })),
  });

/** Locks the authorization with this id, or for the issuer with this id. Null when there is none. */
export async function lockAuthorization(
  grantorId: string,
  authorizationOrIssuerId: string,
): Promise<string | null> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT id FROM issuer_authorizations
    WHERE grantor_id = ${grantorId}::uuid AND (id = ${authorizationOrIssuerId}::uuid OR issuer_id = ${authorizationOrIssuerId}::uuid) FOR UPDATE`;
  return rows[0]?.id ?? null;
}

export const saveAuthorization = (
  grantorId: string,
  id: string,
  data: Prisma.IssuerAuthorizationUncheckedUpdateInput,
) =>
  db().issuerAuthorization.update({
    where: { grantorId_id: { grantorId, id } },
    data,
    select: { id: true },
  });

/** Replaces the templates that an authorization allows. */
export async function replaceAllowedTemplates(
  grantorId: string,
  issuerAuthorizationId: string,
  ids: string[],
) {
  await db().issuerAuthorizationTemplate.deleteMany({ where: { grantorId, issuerAuthorizationId } });
  await insertAllowedTemplates(grantorId, issuerAuthorizationId, ids);
}

/** Finds the id of the authorization with this id, or for the issuer with this id. Null when there is none. */
export async function findAuthorizationId(
  grantorId: string,
  authorizationOrIssuerId: string,
): Promise<string | null> {
  const where = { grantorId, OR: [{ id: authorizationOrIssuerId }, { issuerId: authorizationOrIssuerId }] };
  return (await db().issuerAuthorization.findFirst({ where, select: { id: true } }))?.id ?? null;
}

/**
 * Deletes the authorization with this id, or for the issuer with this id. Returns its id, or null when there is none.
 */
export async function deleteAuthorization(
  grantorId: string,
  authorizationOrIssuerId: string,
): Promise<string | null> {
  const id = await findAuthorizationId(grantorId, authorizationOrIssuerId);
  if (id === null) return null;
  const { count } = await db().issuerAuthorization.deleteMany({ where: { grantorId, id } });
  return count === 0 ? null : id;
}
