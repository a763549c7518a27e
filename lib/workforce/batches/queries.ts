import { GIVEN_FIELDS, type Columns } from "@/lib/workforce/employees/columns";
import { db } from "@/lib/kernel/db";
import { takeNamedLock } from "@/lib/kernel/named-lock";
import { columnNames, toDatabaseRow } from "@/lib/kernel/json-rows";
import { Prisma } from "@/prisma/generated/client";

/**
 * Locks the batches of an organization, so that they run one after the other: two that lock the same rows in
 * different orders would deadlock.
 */
export const lockBatches = (organizationId: string) => takeNamedLock(`employees:${organizationId}`);

/** Finds which of these addresses and external ids employees of the organization already have. */
export async function findTakenKeys(organizationId: string, emails: string[], externalIds: string[]) {
  const rows = await db().$queryRaw<{ email: string; externalId: string | null }[]>`
    SELECT email, external_id AS "externalId" FROM employees
    WHERE organization_id = ${organizationId}::uuid
      AND (email = ANY (${emails}::text[]) OR external_id = ANY (${externalIds}::text[]))`;
  return {
    emails: new Set(rows.map(({ email }) => email)),
    externalIds: new Set(rows.map(({ externalId }) => externalId)),
  };
}

export type NewEmployee = { id: string; email: string } & Partial<Columns>;

const NEW_COLUMNS = Prisma.raw(
  columnNames("Employee", [
    "id",
    "organizationId",
    "email",
    ...GIVEN_FIELDS,
    "stateUpdatedAt",
    "createdAt",
    "updatedAt",
    "lastUpdatedByOrganizationAt",
  ]),
);

/** Inserts the employees whose address and external id are free, in one statement. Returns their ids. */
export async function insertEmployees(
  organizationId: string,
  employees: NewEmployee[],
  at: Date,
): Promise<Set<string>> {
  const given = employees.map((employee) =>
    toDatabaseRow("Employee", {
      ...employee,
      organizationId,
      stateUpdatedAt: at,
      createdAt: at,
      updatedAt: at,
      lastUpdatedByOrganizationAt: at,
    }),
  );
  const rows = await db().$queryRaw<{ id: string }[]>`
    INSERT INTO employees (${NEW_COLUMNS})
    SELECT ${NEW_COLUMNS} FROM jsonb_populate_recordset(NULL::employees, ${JSON.stringify(given)}::jsonb)
    ON CONFLICT DO NOTHING RETURNING id`;
  return new Set(rows.map(({ id }) => id));
}

export type NewPosition = { id: string; employeeId: string; title: string };

/** Inserts the current positions of new employees. */
export const insertPositions = (organizationId: string, positions: NewPosition[], at: Date) =>
  db().$executeRaw`
    INSERT INTO employment_histories (id, organization_id, employee_id, current, employer_job_title, created_at)
    SELECT id, ${organizationId}::uuid, "employeeId", true, title, ${at}
    FROM jsonb_to_recordset(${JSON.stringify(positions)}::jsonb) AS given (id uuid, "employeeId" uuid, title text)`;

/** Associates new employees with the accounts that confirmed their addresses. Returns their ids. */
export async function attachEmployeesToAccounts(organizationId: string, ids: string[]): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    UPDATE employees SET user_id = user_emails.user_id FROM user_emails
    WHERE organization_id = ${organizationId}::uuid AND employees.id = ANY (${ids}::uuid[])
      AND user_emails.email = employees.email AND user_emails.confirmed_at IS NOT NULL
    RETURNING employees.id`;
  return rows.map(({ id }) => id);
}
