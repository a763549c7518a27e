import { db } from "@/lib/kernel/db";
import { normalizeEmailAddress } from "@/lib/kernel/email-address";
import { isUuid, newId } from "@/lib/kernel/ids";
import { parseChoices } from "@/lib/kernel/list/filter-values";
import { escapeLike, type Filters } from "@/lib/kernel/list/filter";
import {
  loadPage,
  maxReachableRows,
  loadCappedPage,
  toSkipTake,
  type Page,
  type PageRequest,
} from "@/lib/kernel/list/page";
import type { Sorts } from "@/lib/kernel/list/sort";
import { LEVELS } from "@/lib/organizations/badge-facts/choices";
import { type EmployeeState, Prisma } from "@/prisma/generated/client";
import { EMPLOYEE_STATES } from "./schema";
import { identitySelect, type EmploymentIdentity } from "./identity";
import { employeeSelect, employmentSelect, historiesSelect, type EmployeeRow } from "./serializer";

type Where = Prisma.EmployeeWhereInput;
type Order = Prisma.EmployeeOrderByWithRelationInput;

/**
 * The condition for an earner's valid badges that an employer sees (lib/workforce/employees/visibility.ts has the
 * rule), of these levels.
 */
const badgesOfLevelWhere = (organizationId: string, levels: string[]): Prisma.IssuedBadgeWhereInput => ({
  deletedAt: null,
  badgeTemplate: { level: { in: levels } },
  OR: [
    { public: true, state: "accepted" },
    {
      state: { in: ["pending", "accepted"] },
      OR: [{ organizationId }, { templateOrganizationId: organizationId }],
    },
  ],
});

export const filters = (organizationId: string): Filters<Where> => ({
  name_or_email: (value) => ({ nameOrEmail: { contains: escapeLike(value.trim()), mode: "insensitive" } }),
  employee_state: (value) => ({ state: { in: parseChoices("employee_state", EMPLOYEE_STATES, value) } }),
  badge_level: (value) => ({
    state: "accepted",
    user: {
      badges: { some: badgesOfLevelWhere(organizationId, parseChoices("badge_level", LEVELS, value)) },
    },
  }),
});

export const sorts: Sorts<Order> = {
  email: (direction) => ({ email: direction }),
  created_at: (direction) => ({ createdAt: direction }),
  first_name: (direction) => ({ firstNameOrder: direction }),
  last_name: (direction) => ({ lastNameOrder: direction }),
};

/** Finds a page of employees. Without a filter the total is exact, with one it counts as far as pages reach. */
export async function findEmployeePage(
  organizationId: string,
  filter: Where[],
  order: Order[],
  page: PageRequest,
): Promise<Page<EmployeeRow>> {
  const where = { organizationId, AND: filter };
  const rows = db().employee.findMany({
    where,
    select: employeeSelect,
    orderBy: [...order, { id: "desc" }],
    relationLoadStrategy: "join",
    ...toSkipTake(page),
  });
  if (filter.length === 0) return loadPage(page, rows, db().employee.count({ where }));
  return loadCappedPage(page, rows, db().employee.count({ where, take: maxReachableRows(page) }));
}

/** Counts the employees in each state, and those who were never invited. */
export async function countStates(organizationId: string) {
  const rows = await db().$queryRaw<{ state: EmployeeState; count: number; uninvited: number }[]>`
    SELECT state, count(*)::int AS count,
      (count(*) FILTER (WHERE last_invitation_sent_at IS NULL))::int AS uninvited
    FROM employees WHERE organization_id = ${organizationId}::uuid GROUP BY state`;
  return rows;
}

/** Finds the employees that a path may mean: by e-mail, `external_id` or id. */
export const findEmployeesByKey = (organizationId: string, text: string): Promise<EmployeeRow[]> =>
  db().employee.findMany({
    where: {
      organizationId,
      OR: [
        { email: normalizeEmailAddress(text) },
        { externalId: text },
        ...(isUuid(text) ? [{ id: text }] : []),
      ],
    },
    select: employeeSelect,
    relationLoadStrategy: "join",
  });

export const findEmployee = (organizationId: string, id: string): Promise<EmployeeRow | null> =>
  db().employee.findFirst({
    where: { organizationId, id },
    select: employeeSelect,
    relationLoadStrategy: "join",
  });

/** Finds what identifies these employments. */
export const findEmploymentIdentities = (
  organizationId: string,
  ids: string[],
): Promise<EmploymentIdentity[]> =>
  db().employee.findMany({ where: { organizationId, id: { in: ids } }, select: identitySelect });

/** Finds employments as their events show them, without badges. */
export const findEmployments = (organizationId: string, ids: string[]) =>
  db().employee.findMany({
    where: { organizationId, id: { in: ids } },
    select: employmentSelect,
    relationLoadStrategy: "join",
  });

/** Finds the positions of an employee, the newest first. */
export const findPositions = (organizationId: string, employeeId: string) =>
  db().employmentHistory.findMany({ where: { organizationId, employeeId }, ...historiesSelect });

/** Locks an employee for a change, and returns it as it is after the lock. */
export async function lockEmployee(organizationId: string, id: string): Promise<EmployeeRow | null> {
  const rows = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM employees WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid FOR UPDATE`;
  return rows.length > 0 ? findEmployee(organizationId, id) : null;
}

/** Returns the field whose value another employee of the organization has, from the error of the unique index. */
export function takenField(error: unknown): "email" | "external_id" | null {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== "P2002") return null;
  return JSON.stringify(error.meta ?? {}).includes("external_id") ? "external_id" : "email";
}

export const insertEmployee = (data: Prisma.EmployeeUncheckedCreateInput) =>
  db().employee.create({ data, select: { id: true } });

export const saveEmployee = (organizationId: string, id: string, data: Prisma.EmployeeUncheckedUpdateInput) =>
  db().employee.update({ where: { organizationId_id: { organizationId, id } }, data, select: { id: true } });

/** Deletes an employee and returns what identified it. Null when there was none. */
export async function deleteEmployeeRow(organizationId: string, id: string) {
  const rows = await db().$queryRaw<{ email: string; externalId: string | null }[]>`
    DELETE FROM employees WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid
    RETURNING email, external_id AS "externalId"`;
  return rows[0] ?? null;
}

/** Ends the current position of an employee, and adds the next one unless `title` is null. */
export async function changePosition(
  organizationId: string,
  employeeId: string,
  title: string | null,
  at: Date,
): Promise<void> {
  const histories = db().employmentHistory;
  await histories.updateMany({
    where: { organizationId, employeeId, current: true },
    data: { current: false },
  });
  if (title === null) return;
  await histories.create({
    data: {
      id: newId(),
      organizationId,
      employeeId,
      current: true,
      employerJobTitle: title,
      createdAt: at,
    },
    select: { id: true },
  });
}
