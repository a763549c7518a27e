import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { parseChoices } from "@/lib/kernel/list/filter-values";
import type { Filters } from "@/lib/kernel/list/filter";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Sorts } from "@/lib/kernel/list/sort";
import { findSqlPage, sortBy } from "@/lib/kernel/list/sql-list";
import { matchesColumnSql } from "@/lib/kernel/search-text";
import { Prisma, type MemberRole } from "@/prisma/generated/client";
import { MEMBER_ROLES } from "@/lib/access/callers/choices";
import { memberSelect, ownMembershipSelect, type MemberRow, type OwnMembershipRow } from "./serializer";

type Where = Prisma.MembershipWhereInput;

const { sql } = Prisma;

/** Filters as SQL over a membership as `member`, its person as `person` and the primary address as `address`. */
export const filters: Filters<Prisma.Sql> = {
  name_or_email: (value) =>
    matchesColumnSql(sql`concat_ws(' ', person.first_name, person.last_name, address.email)`, value),
  role: (value) => sql`member.role = ANY (${parseChoices("role", MEMBER_ROLES, value)}::member_role[])`,
};

export const sorts: Sorts<Prisma.Sql> = {
  first_name: sortBy("person.first_name_order"),
  last_name: sortBy("person.last_name_order"),
  role: sortBy("member.role"),
  created_at: sortBy("member.created_at"),
};

export const byName = [sortBy("person.last_name_order")("asc"), sortBy("person.first_name_order")("asc")];

/** Counts the unexpired authorization tokens that each of these people created, in one query. */
async function countTokens(organizationId: string, userIds: string[]): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map();
  const rows = await db().authorizationToken.groupBy({
    by: ["createdById"],
    where: {
      organizationId,
      createdByType: "User",
      createdById: { in: userIds },
      expiresAt: { gt: clock.now() },
    },
    _count: true,
  });
  return new Map(rows.map(({ createdById, _count }) => [createdById ?? "", _count]));
}

async function withTokenCounts(organizationId: string, rows: Omit<MemberRow, "authorizationTokensCount">[]) {
  const numbers = await countTokens(
    organizationId,
    rows.map(({ userId }) => userId),
  );
  return rows.map((row) => ({ ...row, authorizationTokensCount: numbers.get(row.userId) ?? 0 }));
}

export async function findMemberPage(
  organizationId: string,
  filter: Prisma.Sql[],
  order: Prisma.Sql[],
  page: PageRequest,
): Promise<Page<MemberRow>> {
  const found = await findSqlPage(
    {
      from: sql`memberships AS member JOIN users AS person ON person.id = member.user_id
        LEFT JOIN user_emails AS address ON address.user_id = person.id AND address."primary"`,
      id: sql`member.user_id`,
      where: [sql`member.organization_id = ${organizationId}::uuid`, ...filter],
      order: [...order, sql`member.user_id`],
    },
    { page, isCapped: false },
    {
      load: (userIds: string[]) =>
        db().membership.findMany({
          where: { organizationId, userId: { in: userIds } },
          select: memberSelect,
          relationLoadStrategy: "join",
        }),
      idOf: ({ userId }) => userId,
    },
  );
  return { ...found, rows: await withTokenCounts(organizationId, found.rows) };
}

export async function findMember(organizationId: string, userId: string): Promise<MemberRow | null> {
  const row = await db().membership.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    select: memberSelect,
    relationLoadStrategy: "join",
  });
  return row && ((await withTokenCounts(organizationId, [row]))[0] ?? null);
}

/** Finds the real organizations of a person. Each test organization has the members of its real one. */
export async function findOwnMembershipPage(
  userId: string,
  page: PageRequest,
): Promise<Page<OwnMembershipRow>> {
  const where = { userId, organization: { testOfId: null } };
  return loadPage(
    page,
    db().membership.findMany({
      where,
      select: ownMembershipSelect,
      orderBy: [{ createdAt: "asc" }, { organizationId: "asc" }],
      relationLoadStrategy: "join",
      ...toSkipTake(page),
    }),
    db().membership.count({ where }),
  );
}

/** Checks whether an organization has an administrator other than this person. */
export const hasOtherAdministrator = async (organizationId: string, userId: string): Promise<boolean> =>
  (await db().membership.count({
    where: {
      organizationId,
      role: "administrator",
      userId: { not: userId },
      user: { deletedAt: null, mergedIntoId: null },
    },
    take: 1,
  })) > 0;

/** A membership of an organization, and the same one of its test organization, which has the same members. */
const inBothModes = (organizationId: string): Where => ({
  organization: { OR: [{ id: organizationId }, { testOfId: organizationId }] },
});

/** Reads the role of a member, and whether a rule of the identity provider gave it. Null when there is no such member. */
export const findRole = (organizationId: string, userId: string) =>
  db().membership.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    select: { role: true, roleByRule: true },
  });

/**
 * Changes a member's role. `roleByRule`: a rule of the identity provider gives it. Returns false when there is no such
 * member.
 */
export async function saveRole(
  organizationId: string,
  userId: string,
  { role, roleByRule = false }: { role: MemberRole; roleByRule?: boolean },
): Promise<boolean> {
  const where = { userId, ...inBothModes(organizationId) };
  const { count } = await db().membership.updateMany({ where, data: { role, roleByRule } });
  return count > 0;
}

/** Deletes a membership. Returns false when there was none. */
export async function deleteMembership(organizationId: string, userId: string): Promise<boolean> {
  const { count } = await db().membership.deleteMany({ where: { userId, ...inBothModes(organizationId) } });
  return count > 0;
}

/** Stores that a membership of an organization has ended, until the person becomes a member again. */
export const insertEndedMembership = (organizationId: string, userId: string) =>
  db().$executeRaw`
    INSERT INTO ended_memberships (organization_id, user_id, ended_at)
    VALUES (${organizationId}::uuid, ${userId}::uuid, ${clock.now()}) ON CONFLICT DO NOTHING`;

/** Checks whether a person was removed from an organization, or left it, and has not become a member again. */
export const hasEndedMembership = async (organizationId: string, userId: string): Promise<boolean> =>
  (await db().endedMembership.count({ where: { organizationId, userId } })) > 0;

/**
 * Makes a person a member. An existing member keeps the higher of the two roles: they are declared from the highest
 * down. `roleByRule`: a rule of the identity provider gives the role.
 */
export const addMembership = (
  organizationId: string,
  userId: string,
  { role, roleByRule = false }: { role: MemberRole; roleByRule?: boolean },
) =>
  db().$executeRaw`
    INSERT INTO memberships AS own (organization_id, user_id, role, role_by_rule, created_at)
    SELECT id, ${userId}::uuid, ${role}::member_role, ${roleByRule}, ${clock.now()} FROM organizations
    WHERE ${organizationId}::uuid IN (id, test_of_id)
    ON CONFLICT (organization_id, user_id) DO UPDATE SET role = LEAST(own.role, EXCLUDED.role),
      role_by_rule = CASE WHEN own.role < EXCLUDED.role THEN own.role_by_rule ELSE EXCLUDED.role_by_rule END`;

/** Checks whether an address belongs to a member, as a confirmed or primary address. */
export const isMemberAddress = async (organizationId: string, email: string): Promise<boolean> =>
  (await db().membership.count({
    where: {
      organizationId,
      user: { emails: { some: { email, OR: [{ primary: true }, { confirmedAt: { not: null } }] } } },
    },
    take: 1,
  })) > 0;
