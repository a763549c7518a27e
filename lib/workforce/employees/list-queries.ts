import { db } from "@/lib/kernel/db";
import type { Filters } from "@/lib/kernel/list/filter";
import { parseBooleanFilter, parseChoices } from "@/lib/kernel/list/filter-values";
import type { Page, PageRequest } from "@/lib/kernel/list/page";
import type { Sorts } from "@/lib/kernel/list/sort";
import { findSqlPage, sortBy } from "@/lib/kernel/list/sql-list";
import { matchesWordsSql } from "@/lib/kernel/search-text";
import { LEVELS } from "@/lib/organizations/badge-facts/choices";
import { Prisma } from "@/prisma/generated/client";
import { EMPLOYEE_STATES } from "./schema";
import { employeeSelect, type EmployeeRow } from "./serializer";

const { sql } = Prisma;

/** The names and the address of `employee`, folded, as the index employees_search_idx has them. */
const FOLDED_EMPLOYEE = sql`COALESCE(employee.search_text, lower(employee.name_or_email COLLATE "C"))`;

/**
 * Whether the person of `employee` holds a valid badge of these levels that the employer sees (lib/workforce/employees/visibility.ts has
 * the rule).
 */
const holdsLevelSql = (organizationId: string, levels: string[]): Prisma.Sql => sql`EXISTS (
  SELECT FROM issued_badges AS badge JOIN badge_templates AS template
    ON template.organization_id = badge.template_organization_id AND template.id = badge.badge_template_id
  WHERE badge.user_id = employee.user_id AND badge.deleted_at IS NULL AND template.level = ANY (${levels}::text[])
    AND ((badge.public AND badge.state = 'accepted') OR (badge.state IN ('pending', 'accepted')
      AND ${organizationId}::uuid IN (badge.organization_id, badge.template_organization_id))))`;

/** Filters as SQL over `employees AS employee`. */
export const filters = (organizationId: string): Filters<Prisma.Sql> => ({
  name_or_email: (value) => matchesWordsSql(FOLDED_EMPLOYEE, value),
  active: (value) =>
    parseBooleanFilter("active", value)
      ? sql`employee.deactivated_at IS NULL`
      : sql`employee.deactivated_at IS NOT NULL`,
  employee_state: (value) =>
    sql`employee.state = ANY (${parseChoices("employee_state", EMPLOYEE_STATES, value)}::employee_state[])`,
  badge_level: (value) => sql`(employee.state = 'accepted' AND employee.deactivated_at IS NULL
    AND ${holdsLevelSql(organizationId, parseChoices("badge_level", LEVELS, value))})`,
});

export const sorts: Sorts<Prisma.Sql> = {
  email: sortBy("employee.email"),
  created_at: sortBy("employee.created_at"),
  first_name: sortBy("employee.first_name_order"),
  last_name: sortBy("employee.last_name_order"),
};

export const newestFirst = [sortBy("employee.created_at")("desc")];

/** Finds a page of employees. Without a filter the total is exact, with one it counts as far as pages reach. */
export const findEmployeePage = (
  organizationId: string,
  filter: Prisma.Sql[],
  order: Prisma.Sql[],
  page: PageRequest,
): Promise<Page<EmployeeRow>> =>
  findSqlPage(
    {
      from: sql`employees AS employee`,
      id: sql`employee.id`,
      where: [sql`employee.organization_id = ${organizationId}::uuid`, ...filter],
      order: [...order, sql`employee.id DESC`],
    },
    { page, isCapped: filter.length > 0 },
    {
      load: (ids: string[]) =>
        db().employee.findMany({
          where: { organizationId, id: { in: ids } },
          select: employeeSelect,
          relationLoadStrategy: "join",
        }),
      idOf: ({ id }) => id,
    },
  );
