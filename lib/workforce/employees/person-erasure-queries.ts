import { pseudonymSql } from "@/lib/platform/recording/pseudonym";
import { db } from "@/lib/kernel/db";
import { Prisma } from "@/prisma/generated/client";

const countRows = async (rows: Promise<{ count: number }[]>): Promise<number> => (await rows)[0]?.count ?? 0;

/** Which employees are one person: those at the addresses since before a time, and those that were connected with the account. */
export type EmployedPerson = { addresses: string[]; employeeIds: string[]; before: Date };

const isPersonSql = ({ addresses, employeeIds, before }: EmployedPerson): Prisma.Sql =>
  Prisma.sql`((email = ANY (${addresses}::text[]) AND created_at < ${before}) OR id = ANY (${employeeIds}::uuid[]))`;

export const countEmployeesAt = (person: EmployedPerson): Promise<number> =>
  countRows(db().$queryRaw`SELECT count(*)::int AS count FROM employees WHERE ${isPersonSql(person)}`);

export type ErasedEmployee = { id: string; organizationId: string; pseudonym: string };

/** Locks up to `limit` employees who are the person, in the order of their ids. */
export const lockEmployeesAt = (
  person: EmployedPerson,
  key: string,
  limit: number,
): Promise<ErasedEmployee[]> =>
  db().$queryRaw<ErasedEmployee[]>`
    SELECT id, organization_id AS "organizationId", ${pseudonymSql(key)} AS pseudonym FROM employees
    WHERE ${isPersonSql(person)} ORDER BY id LIMIT ${limit} FOR UPDATE`;

/**
 * Removes these employees as managers of others, whom a record names by the external id of the manager, or else by a name
 * that nobody else has in the organization.
 */
export async function removeManagers(ids: string[]): Promise<void> {
  const without = Prisma.sql`UPDATE employees AS other
    SET manager_first_name = NULL, manager_last_name = NULL, manager_external_id = NULL FROM employees AS manager
    WHERE manager.id = ANY (${ids}::uuid[]) AND other.organization_id = manager.organization_id`;
  // Two statements, each of which has an index. One with OR would read all employees of the organization.
  await db().$executeRaw`
    ${without} AND other.manager_external_id = manager.external_id AND other.manager_external_id IS NOT NULL`;
  await db().$executeRaw`
    ${without} AND other.manager_external_id IS NULL AND other.manager_last_name = manager.last_name
      AND other.manager_last_name IS NOT NULL AND other.manager_first_name = manager.first_name
      AND NOT EXISTS (
        SELECT FROM employees AS namesake
        WHERE namesake.organization_id = manager.organization_id AND namesake.id <> manager.id
          AND namesake.first_name = manager.first_name AND namesake.last_name = manager.last_name)`;
}

export const deleteEmployees = (ids: string[]): Promise<number> =>
  db().$executeRaw`DELETE FROM employees WHERE id = ANY (${ids}::uuid[])`;

/** Removes what receivers answered to webhooks about these employees. */
export const removeEmployeeAnswers = (ids: string[]): Promise<number> =>
  db().$executeRaw`
    UPDATE webhook_attempts SET response_excerpt = NULL, response_headers = NULL WHERE (response_excerpt IS NOT NULL OR response_headers IS NOT NULL) AND outbox_message_id IN (
      SELECT message.id FROM events JOIN outbox_messages AS message ON message.subject_id = events.id
      WHERE events.subject_id = ANY (${ids}::uuid[]))`;

const deletionEventsSql = (addresses: string[]): Prisma.Sql => Prisma.sql`
  SELECT id FROM events WHERE event_type = 'employment.deleted' AND data ->> 'email' = ANY (${addresses}::text[])`;

/** Counts the events of employees who were deleted earlier, which have their address. */
export const countDeletionEvents = (addresses: string[]): Promise<number> =>
  countRows(db().$queryRaw`SELECT count(*)::int AS count FROM (${deletionEventsSql(addresses)}) AS found`);

/** Replaces the addresses in up to `limit` events. Returns how many. */
export const eraseDeletionEvents = (addresses: string[], key: string, limit: number): Promise<number> =>
  db().$executeRaw`
    UPDATE events SET data = jsonb_build_object('email', ${pseudonymSql(key)}, 'external_id', NULL)
    WHERE id = ANY (ARRAY(${deletionEventsSql(addresses)} LIMIT ${limit}))`;
