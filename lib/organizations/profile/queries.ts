import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { takeNamedLock } from "@/lib/kernel/named-lock";
import { isUuid } from "@/lib/kernel/ids";
import { toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import { findSqlPage, type SqlList } from "@/lib/kernel/list/sql-list";
import { matchesNameSql } from "@/lib/kernel/search-text";
import { Prisma, type MemberRole } from "@/prisma/generated/client";
import { organizationSelect, summarySelect, type OrganizationRow, type SummaryRow } from "./serializer";

const { sql } = Prisma;

/** The ids of creators by their type. */
type CreatorIds = { users: string[]; tokens: string[]; applications: string[] };

/** Finds which of these creators are still in the organization. People must be members. */
export const findCreators = (organizationId: string, { users, tokens, applications }: CreatorIds) =>
  db().$queryRaw<{ type: string; id: string }[]>`
    SELECT 'User' AS type, membership.user_id AS id
    FROM memberships AS membership JOIN users AS person ON person.id = membership.user_id
    WHERE membership.organization_id = ${organizationId}::uuid AND membership.user_id = ANY (${users}::uuid[])
      AND person.deleted_at IS NULL AND person.merged_into_id IS NULL
    UNION ALL
    SELECT 'AuthorizationToken', id FROM authorization_tokens
    WHERE organization_id = ${organizationId}::uuid AND id = ANY (${tokens}::uuid[])
    UNION ALL
    SELECT 'OAuthApplication', uuid FROM oauth_applications
    WHERE organization_id = ${organizationId}::uuid AND uuid = ANY (${applications}::uuid[])`;

export async function findOrganizationPage(ids: string[], page: PageRequest): Promise<Page<OrganizationRow>> {
  const rows = await db().organization.findMany({
    where: { id: { in: ids } },
    select: organizationSelect,
    orderBy: [{ nameOrder: "asc" }, { id: "asc" }],
    relationLoadStrategy: "join",
    ...toSkipTake(page),
  });
  return { ...page, rows, total: ids.length };
}

export const findOrganization = (id: string): Promise<OrganizationRow | null> =>
  db().organization.findUnique({ where: { id }, select: organizationSelect, relationLoadStrategy: "join" });

/** Finds a page of all organizations of the installation, in order of creation, which is that of their ids. */
export function findOrganizationSummaryPage(
  query: string | undefined,
  page: PageRequest,
): Promise<Page<SummaryRow>> {
  const list: SqlList = {
    from: sql`organizations AS organization`,
    id: sql`organization.id`,
    where: [query === undefined ? sql`TRUE` : matchesNameSql(sql`organization.name`, query)],
    order: [sql`organization.id`],
  };
  return findSqlPage(
    list,
    { page, isCapped: false },
    {
      load: (ids: string[]) =>
        db().organization.findMany({ where: { id: { in: ids } }, select: summarySelect }),
      idOf: ({ id }) => id,
    },
  );
}

/** Finds an organization by its id or its vanity slug. */
export const findOrganizationSummary = (key: string): Promise<SummaryRow | null> =>
  db().organization.findFirst({
    where: isUuid(key) ? { id: key } : { vanitySlug: key },
    select: summarySelect,
  });

export const findWorkforceEnabled = (id: string) =>
  db().organization.findUnique({ where: { id }, select: { workforceEnabled: true } });

/** Checks which of these organizations are test organizations. */
export async function findTestIds(ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db().organization.findMany({
    where: { id: { in: ids }, testOfId: { not: null } },
    select: { id: true },
  });
  return new Set(rows.map(({ id }) => id));
}

/** Renames the test organization of an organization, if it has one. */
export const renameTestOrganization = (testOfId: string, name: string) =>
  db().organization.updateMany({ where: { testOfId }, data: { name } });

export const saveOrganization = (id: string, data: Prisma.OrganizationUpdateInput) =>
  db().organization.update({ where: { id }, data, select: organizationSelect });

export async function saveWebhookUrl(id: string, url: string | null): Promise<void> {
  const now = clock.now();
  await db().$executeRaw`
    UPDATE organizations SET webhook_url = ${url}, webhook_failing_since = NULL, webhook_failure_mailed_at = NULL,
      updated_at = ${now}
    WHERE id = ${id}::uuid AND webhook_url IS DISTINCT FROM ${url}`;
}

export const insertOrganization = (data: Prisma.OrganizationUncheckedCreateInput) =>
  db().organization.create({ data, select: { id: true } });

export const insertMembership = (organizationId: string, userId: string, role: MemberRole) =>
  db().membership.upsert({
    where: { organizationId_userId: { organizationId, userId } },
    create: { organizationId, userId, role, createdAt: clock.now() },
    update: { role },
    select: { role: true },
  });

/** Makes a person a member, also in test mode. An existing member keeps their role. */
export const ensureMembership = (organizationId: string, userId: string, role: MemberRole) =>
  db().$executeRaw`
    INSERT INTO memberships (organization_id, user_id, role, created_at)
    SELECT id, ${userId}::uuid, ${role}::member_role, ${clock.now()} FROM organizations
    WHERE ${organizationId}::uuid IN (id, test_of_id)
    ON CONFLICT DO NOTHING`;

export const findMembership = (organizationId: string, userId: string) =>
  db().membership.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    select: { role: true },
  });

export const findFirstAdministrator = (organizationId: string) =>
  db().membership.findFirst({
    where: { organizationId, role: "administrator" },
    select: { userId: true },
    orderBy: [{ createdAt: "asc" }, { userId: "asc" }],
  });

export const isSlugTaken = async (vanitySlug: string): Promise<boolean> =>
  (await db().organization.count({ where: { vanitySlug } })) > 0;

export const countOrganizations = () => db().organization.count();

/** Tries to get the lock under which the first organization is created. It lasts until the transaction ends. */
export async function tryLockFirstOrganization(): Promise<boolean> {
  const rows = await db().$queryRaw<{ locked: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended('first_organization', 0)) AS locked`;
  return rows[0]?.locked === true;
}

/** Locks the members and invitations of an organization against other changes of them. */
export const lockOrganizationMembers = (organizationId: string) => takeNamedLock(`members:${organizationId}`);

/** Finds the organizations that accounts are members of, in the order in which their members are locked. */
export async function findOrganizationIdsByUsers(userIds: string[]): Promise<string[]> {
  const rows = await db().membership.findMany({
    where: { userId: { in: userIds } },
    select: { organizationId: true },
    distinct: ["organizationId"],
    orderBy: { organizationId: "asc" },
  });
  return rows.map(({ organizationId }) => organizationId);
}
