import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { EmployeeState, Prisma } from "@/prisma/generated/client";
import { earnerEmploymentSelect, type EarnerEmploymentRow } from "./serializer";

/** What events need of an employment. */
export type EmploymentKey = { id: string; organizationId: string };

/** Associates the unclaimed employments of the person's confirmed addresses with their account. */
export const attachEmployees = (userId: string) =>
  db().$queryRaw<EmploymentKey[]>`
    UPDATE employees SET user_id = ${userId}::uuid
    FROM user_emails
    WHERE user_emails.user_id = ${userId}::uuid AND user_emails.confirmed_at IS NOT NULL
      AND employees.email = user_emails.email AND employees.user_id IS NULL
    RETURNING employees.id, employees.organization_id AS "organizationId"`;

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
 * Sets a person's employments to pending: new ones, and rejected ones that were invited again since, in organizations
 * with access to workforce data.
 */
export const setEmployeesPending = (userId: string) =>
  db().$queryRaw<EmploymentKey[]>`
    UPDATE employees SET state = 'pending', state_updated_at = ${clock.now()}
    FROM organizations
    WHERE organizations.id = employees.organization_id AND organizations.workforce_enabled
      AND employees.user_id = ${userId}::uuid
      AND (state = 'created' OR (state = 'rejected' AND last_invitation_sent_at > state_updated_at))
    RETURNING employees.id, organization_id AS "organizationId"`;

/** Changes the state of a person's employment. Null when it was not in the state `from`. */
export async function setEmployeeState(
  userId: string,
  id: string,
  from: EmployeeState,
  to: EmployeeState,
): Promise<EmploymentKey | null> {
  const rows = await db().$queryRaw<EmploymentKey[]>`
    UPDATE employees SET state = ${to}::employee_state, state_updated_at = ${clock.now()}
    WHERE id = ${id}::uuid AND user_id = ${userId}::uuid AND state = ${from}::employee_state
    RETURNING id, organization_id AS "organizationId"`;
  return rows[0] ?? null;
}

export const findEmploymentState = (userId: string, id: string) =>
  db().employee.findFirst({ where: { id, userId }, select: { state: true } });

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
    where: { ...earnerWhere(userId), state: "pending" },
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
};

/**
 * Finds the employments of these accounts and addresses, with a shared lock until the transaction ends, so that a
 * concurrent acceptance or end of a connection comes before or after.
 */
export const lockEmploymentsShared = (userIds: string[], emails: string[]) =>
  db().$queryRaw<EmploymentForBadges[]>`
    SELECT employees.id AS "employeeId", organization_id AS "organizationId", email, user_id AS "userId", state
    FROM employees JOIN organizations ON organizations.id = organization_id AND workforce_enabled
    WHERE user_id = ANY (${userIds}::uuid[]) OR email = ANY (${emails}::text[])
    ORDER BY employees.id FOR SHARE OF employees`;
