import type { Columns } from "@/lib/workforce/employees/columns";
import { db } from "@/lib/kernel/db";

/**
 * Locks the batches of an organization, so that they run one after the other: two that lock the same rows in
 * different orders would deadlock.
 */
export const lockBatches = (organizationId: string) =>
  db()
    .$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`employees:${organizationId}`}, 0)) IS NULL AS locked`;

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

/** Inserts the employees whose address and external id are free, in one statement. Returns their ids. */
export async function insertEmployees(
  organizationId: string,
  employees: NewEmployee[],
  at: Date,
): Promise<Set<string>> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    INSERT INTO employees (id, organization_id, email, first_name, last_name, team, external_id, position_title,
      manager_first_name, manager_last_name, manager_external_id, country, zip_code, state_or_province, department,
      job_family, organization_level_1, organization_level_2, organization_level_3, state_updated_at, created_at,
      updated_at, last_updated_by_organization_at)
    SELECT given.id, ${organizationId}::uuid, given.email, given."firstName", given."lastName", given.team,
      given."externalId", given."positionTitle", given."managerFirstName", given."managerLastName",
      given."managerExternalId", given.country, given."zipCode", given."stateOrProvince", given.department,
      given."jobFamily", given."organizationLevel1", given."organizationLevel2", given."organizationLevel3",
      ${at}, ${at}, ${at}, ${at}
    FROM jsonb_to_recordset(${JSON.stringify(employees)}::jsonb) AS given (
      id uuid, email text, "firstName" text, "lastName" text, team text, "externalId" text, "positionTitle" text,
      "managerFirstName" text, "managerLastName" text, "managerExternalId" text, country text, "zipCode" text,
      "stateOrProvince" text, department text, "jobFamily" text, "organizationLevel1" text,
      "organizationLevel2" text, "organizationLevel3" text)
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
