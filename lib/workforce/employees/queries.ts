import { db } from "@/lib/kernel/db";
import { normalizeEmailAddress } from "@/lib/kernel/email-address";
import { isUuid, newId } from "@/lib/kernel/ids";
import { selectedColumns } from "@/lib/kernel/json-rows";
import { toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import { type EmployeeState, Prisma } from "@/prisma/generated/client";
import { identitySelect, type EmploymentIdentity } from "./identity";
import {
  badgeSelect,
  employeeSelect,
  employmentSelect,
  historiesSelect,
  type EmployeeRow,
  type EmployeeBadgeRow,
  earnerEmploymentSelect,
  type EarnerEmploymentRow,
} from "./serializer";
import type { EventBadgeRow } from "./event-badge";
import { clock } from "@/lib/kernel/clock";

/** What events need of an employment. */
export type EmploymentKey = { id: string; organizationId: string };

/**
 * Associates the employments of the person's confirmed addresses with their account. One of another account, whose address was
 * changed since, is one of this person, who has not been asked yet.
 */
export const attachEmployees = (userId: string) =>
  db().$queryRaw<(EmploymentKey & { isTaken: boolean })[]>`
    WITH found AS (
      SELECT employees.id, employees.user_id IS NOT NULL AS is_taken
      FROM employees JOIN user_emails ON user_emails.email = employees.email
      WHERE user_emails.user_id = ${userId}::uuid AND user_emails.confirmed_at IS NOT NULL
        AND employees.user_id IS DISTINCT FROM ${userId}::uuid
      ORDER BY employees.id FOR UPDATE OF employees
    )
    UPDATE employees SET user_id = ${userId}::uuid,
      state_updated_at = CASE WHEN is_taken THEN ${clock.now()} ELSE state_updated_at END,
      state = CASE WHEN is_taken THEN 'created' ELSE state END,
      last_invitation_sent_at = CASE WHEN is_taken THEN NULL ELSE last_invitation_sent_at END
    FROM found WHERE employees.id = found.id
    RETURNING employees.id, employees.organization_id AS "organizationId", is_taken AS "isTaken"`;

/**
 * Disassociates employments from an account, those of one address or all. Pending and accepted ones return to
 * `created`.
 */
export const detachEmployees = (userId: string, email: string | null) =>
  db().$queryRaw<EmploymentKey[]>`
    UPDATE employees SET user_id = NULL,
      state_updated_at = CASE WHEN state IN ('pending', 'accepted') THEN ${clock.now()} ELSE state_updated_at END,
      state = CASE WHEN state IN ('pending', 'accepted') THEN 'created' ELSE state END
    WHERE user_id = ${userId}::uuid AND (${email}::text IS NULL OR email = ${email})
    RETURNING id, organization_id AS "organizationId"`;

/** Locks the employments of an account and those of an address, in the order of their ids (decision 0067). */
export const lockEmployees = (userId: string | null, email: string) =>
  db().$queryRaw`
    SELECT count(*)::int FROM (
      SELECT id FROM employees WHERE user_id = ${userId}::uuid OR email = ${email}
      ORDER BY id FOR UPDATE) AS locked`;

/** Moves all employments of an account to another one, with their states. */
export const moveEmployeesToUser = (fromUserId: string, toUserId: string) =>
  db().$queryRaw<EmploymentKey[]>`
    UPDATE employees SET user_id = ${toUserId}::uuid WHERE user_id = ${fromUserId}::uuid
    RETURNING id, organization_id AS "organizationId"`;

/**
 * Sets a person's active employments to pending: new ones, and rejected ones that were invited again since, in organizations
 * with access to workforce data.
 */
export const setEmployeesPending = (userId: string) =>
  db().$queryRaw<EmploymentKey[]>`
    UPDATE employees SET state = 'pending', state_updated_at = ${clock.now()}
    FROM organizations
    WHERE organizations.id = employees.organization_id AND organizations.workforce_enabled
      AND employees.user_id = ${userId}::uuid AND deactivated_at IS NULL
      AND (state = 'created' OR (state = 'rejected' AND last_invitation_sent_at > state_updated_at))
    RETURNING employees.id, organization_id AS "organizationId"`;

/** Changes the state of a person's employment. Null when it was not in the state `from`, or is to be accepted while inactive. */
export async function setEmployeeState(
  userId: string,
  id: string,
  from: EmployeeState,
  to: EmployeeState,
): Promise<EmploymentKey | null> {
  const rows = await db().$queryRaw<EmploymentKey[]>`
    UPDATE employees SET state = ${to}::employee_state, state_updated_at = ${clock.now()}
    WHERE id = ${id}::uuid AND user_id = ${userId}::uuid AND state = ${from}::employee_state
      AND (deactivated_at IS NULL OR ${to} <> 'accepted')
    RETURNING id, organization_id AS "organizationId"`;
  return rows[0] ?? null;
}

export const findEmploymentState = (userId: string, id: string) =>
  db().employee.findFirst({ where: { id, userId }, select: { state: true, deactivatedAt: true } });

const earnerWhere = (userId: string): Prisma.EmployeeWhereInput => ({
  userId,
  organization: { workforceEnabled: true },
});

/** Finds the employments of a person for their own pages, in organizations with access to workforce data. */
export async function findEarnerEmploymentPage(
  userId: string,
  page: PageRequest,
): Promise<Page<EarnerEmploymentRow>> {
  const where = earnerWhere(userId);
  const [rows, total] = await Promise.all([
    db().employee.findMany({
      where,
      select: earnerEmploymentSelect,
      orderBy: [{ stateUpdatedAt: "desc" }, { id: "desc" }],
      relationLoadStrategy: "join",
      ...toSkipTake(page),
    }),
    db().employee.count({ where }),
  ]);
  return { ...page, rows, total };
}

/** Finds the employments that wait for the person's decision, the latest first. */
export const findPendingEmployments = (userId: string, take: number): Promise<EarnerEmploymentRow[]> =>
  db().employee.findMany({
    where: { ...earnerWhere(userId), state: "pending", deactivatedAt: null },
    select: earnerEmploymentSelect,
    orderBy: [{ stateUpdatedAt: "desc" }, { id: "desc" }],
    relationLoadStrategy: "join",
    take,
  });

export const findEarnerEmployment = (userId: string, id: string): Promise<EarnerEmploymentRow | null> =>
  db().employee.findFirst({
    where: { ...earnerWhere(userId), id },
    select: earnerEmploymentSelect,
    relationLoadStrategy: "join",
  });

type EmploymentForBadges = {
  employeeId: string;
  organizationId: string;
  email: string;
  userId: string | null;
  state: EmployeeState;
  deactivatedAt: Date | null;
};

/**
 * Finds the employments of these accounts and addresses, with a shared lock until the transaction ends, so that a
 * concurrent acceptance or end of a connection comes before or after.
 */
export const lockEmploymentsShared = (userIds: string[], emails: string[]) =>
  db().$queryRaw<EmploymentForBadges[]>`
    SELECT employees.id AS "employeeId", organization_id AS "organizationId", email, user_id AS "userId", state,
      deactivated_at AS "deactivatedAt"
    FROM employees JOIN organizations ON organizations.id = organization_id AND workforce_enabled
    WHERE user_id = ANY (${userIds}::uuid[]) OR email = ANY (${emails}::text[])
    ORDER BY employees.id FOR SHARE OF employees`;

const columns = Prisma.sql`${Prisma.raw(selectedColumns("IssuedBadge", badgeSelect, "badge"))}, template.id AS "templateId",
  template.name AS "templateName", template.description, template.skills, template.image_id AS "imageId",
  issuer.name AS "issuerName", issuer.photo_id AS "issuerPhotoId"`;

const joins = Prisma.sql`
  JOIN badge_templates AS template ON template.id = badge.badge_template_id
  JOIN organizations AS issuer ON issuer.id = badge.organization_id`;

/**
 * Finds the badges that an organization sees of each of these employees, newest first and at most `most` of each, in
 * one query (lib/workforce/employees/visibility.ts has the rule). Employees who are not connected have none.
 */
export async function findVisibleBadges(
  organizationId: string,
  employeeIds: string[],
  most: number,
): Promise<Map<string, EmployeeBadgeRow[]>> {
  if (employeeIds.length === 0) return new Map();
  const rows = await db().$queryRaw<(EmployeeBadgeRow & { employeeId: string })[]>`
    SELECT employee.id AS "employeeId", ${columns}
    FROM employees AS employee
    CROSS JOIN LATERAL (
      SELECT held.* FROM (
        SELECT claimed.* FROM issued_badges AS claimed
        WHERE claimed.user_id = employee.user_id AND claimed.deleted_at IS NULL
          AND (claimed.organization_id = employee.organization_id
            OR claimed.template_organization_id = employee.organization_id
            OR (claimed.public AND claimed.state = 'accepted'))
        UNION ALL
        SELECT unclaimed.* FROM issued_badges AS unclaimed
        WHERE unclaimed.organization_id = employee.organization_id AND unclaimed.recipient_email = employee.email
          AND unclaimed.user_id IS NULL AND unclaimed.deleted_at IS NULL
      ) AS held
      ORDER BY held.issued_at DESC, held.id DESC LIMIT ${most}
    ) AS badge
    ${joins}
    WHERE employee.organization_id = ${organizationId}::uuid AND employee.id = ANY (${employeeIds}::uuid[])
      AND employee.state = 'accepted' AND employee.deactivated_at IS NULL AND employee.user_id IS NOT NULL
    ORDER BY badge.issued_at DESC, badge.id DESC`;
  const byEmployee = new Map<string, EmployeeBadgeRow[]>();
  for (const { employeeId, ...badge } of rows) {
    byEmployee.set(employeeId, [...(byEmployee.get(employeeId) ?? []), badge]);
  }
  return byEmployee;
}

/** Finds badges by id for events, in any state, and whether the organization issued them or owns their templates. */
export const findEventBadges = (organizationId: string, ids: string[]) =>
  db().$queryRaw<EventBadgeRow[]>`
    SELECT ${columns}, ${organizationId}::uuid IN (badge.organization_id, badge.template_organization_id) AS "isOwn" FROM issued_badges AS badge ${joins} WHERE badge.id = ANY (${ids}::uuid[])`;

/** Counts the active employees in each state, and those who were never invited. */
export async function countStates(organizationId: string) {
  const rows = await db().$queryRaw<{ state: EmployeeState; count: number; uninvited: number }[]>`
    SELECT state, count(*)::int AS count,
      (count(*) FILTER (WHERE last_invitation_sent_at IS NULL))::int AS uninvited
    FROM employees WHERE organization_id = ${organizationId}::uuid AND deactivated_at IS NULL GROUP BY state`;
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
