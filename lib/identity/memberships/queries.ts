import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { parseChoices } from "@/lib/kernel/list/filter-values";
import { escapeLike, type Filters } from "@/lib/kernel/list/filter";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Sorts } from "@/lib/kernel/list/sort";
import type { MemberRole, Prisma } from "@/prisma/generated/client";
import { MEMBER_ROLES } from "./choices";
import { memberSelect, ownMembershipSelect, type MemberRow, type OwnMembershipRow } from "./serializer";

type Where = Prisma.MembershipWhereInput;
type Order = Prisma.MembershipOrderByWithRelationInput;

/** Returns the condition for a person with this word in a name or in the primary address. */
const nameOrEmailWhere = (word: string): Where => {
  const match = { contains: escapeLike(word), mode: "insensitive" as const };
  return {
    user: {
      OR: [{ firstName: match }, { lastName: match }, { emails: { some: { primary: true, email: match } } }],
    },
  };
};

export const filters: Filters<Where> = {
  name_or_email: (value) => ({
    AND: value.split(/\s+/).filter(Boolean).slice(0, 10).map(nameOrEmailWhere),
  }),
  role: (value) => ({ role: { in: parseChoices("role", MEMBER_ROLES, value) } }),
};

export const sorts: Sorts<Order> = {
  first_name: (direction) => ({ user: { firstNameOrder: direction } }),
  last_name: (direction) => ({ user: { lastNameOrder: direction } }),
  role: (direction) => ({ role: direction }),
  created_at: (direction) => ({ createdAt: direction }),
};

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
  filter: Where[],
  order: Order[],
  page: PageRequest,
): Promise<Page<MemberRow>> {
  const where = { organizationId, AND: filter };
  const found = await loadPage(
    page,
    db().membership.findMany({
      where,
      select: memberSelect,
      orderBy: [...order, { userId: "asc" }],
      relationLoadStrategy: "join",
      ...toSkipTake(page),
    }),
    db().membership.count({ where }),
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

/** Changes a member's role. Returns false when there is no such member. */
export async function saveRole(organizationId: string, userId: string, role: MemberRole): Promise<boolean> {
  const where = { userId, ...inBothModes(organizationId) };
  const { count } = await db().membership.updateMany({ where, data: { role } });
  return count > 0;
}

/** Deletes a membership. Returns false when there was none. */
export async function deleteMembership(organizationId: string, userId: string): Promise<boolean> {
  const { count } = await db().membership.deleteMany({ where: { userId, ...inBothModes(organizationId) } });
  return count > 0;
}

/**
 * Makes a person a member. An existing member keeps the higher of the two roles: they are declared from the highest
 * down.
 */
export const addMembership = (organizationId: string, userId: string, role: MemberRole) =>
  db().$executeRaw`
    INSERT INTO memberships AS own (organization_id, user_id, role, created_at)
    SELECT id, ${userId}::uuid, ${role}::member_role, ${clock.now()} FROM organizations
    WHERE ${organizationId}::uuid IN (id, test_of_id)
    ON CONFLICT (organization_id, user_id) DO UPDATE SET role = LEAST(own.role, EXCLUDED.role)`;

/** Checks whether an address belongs to a member, as a confirmed or primary address. */
export const isMemberAddress = async (organizationId: string, email: string): Promise<boolean> =>
  (await db().membership.count({
    where: {
      organizationId,
      user: { emails: { some: { email, OR: [{ primary: true }, { confirmedAt: { not: null } }] } } },
    },
    take: 1,
  })) > 0;
