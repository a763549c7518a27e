import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { takeNamedLock } from "@/lib/kernel/named-lock";
import { currentTraceparent } from "@/lib/kernel/tracing";
import { type EmployeeState, Prisma } from "@/prisma/generated/client";

type EmployeeList = { type: "email" | "external_id"; values: string[] };

const column = ({ type }: EmployeeList): Prisma.Sql =>
  type === "email" ? Prisma.sql`employees.email` : Prisma.sql`employees.external_id`;

/** Finds the positions in a list (from 0) of entries that match no employee of the organization, at most 50. */
export async function findUnknownPlaces(organizationId: string, list: EmployeeList): Promise<number[]> {
  const rows = await db().$queryRaw<{ place: number }[]>`
    SELECT (place - 1)::int AS place FROM unnest(${list.values}::text[]) WITH ORDINALITY AS given(value, place)
    WHERE NOT EXISTS (
      SELECT FROM employees WHERE organization_id = ${organizationId}::uuid AND ${column(list)} = given.value)
    ORDER BY place LIMIT 50`;
  return rows.map(({ place }) => place);
}

/** Invitations within this time, without a change of the employee's state in between, count as one. */
const SAME_INVITATION_MS = 5 * 60_000;

/** Locks an organization's invitations until the end of the transaction, so that requests run one after the other. */
const lockInvitations = (organizationId: string) => takeNamedLock(`invitations:${organizationId}`);

/**
 * Queues an invitation for each active employee in one of the states, in the list or in all, or only those never invited, in
 * one statement. An employee whose invitation is queued already, or was sent within five minutes and since the last
 * change of their state, gets no second one.
 */
export async function insertInvitations(
  organizationId: string,
  states: readonly EmployeeState[],
  { list, isFirst }: { list: EmployeeList | null; isFirst: boolean },
  at: Date,
): Promise<void> {
  const listWhere = list ? Prisma.sql`AND ${column(list)} = ANY (${list.values}::text[])` : Prisma.empty;
  const uninvitedWhere = isFirst ? Prisma.sql`AND last_invitation_sent_at IS NULL` : Prisma.empty;
  const recent = new Date(at.getTime() - SAME_INVITATION_MS);
  await lockInvitations(organizationId);
  await db().$executeRaw`
    INSERT INTO outbox_messages (id, kind, organization_id, subject_id, payload, created_at, next_attempt_at,
      traceparent)
    SELECT gen_random_uuid(), 'mail', organization_id, id, '{"template": "employee_invitation"}', ${at}, ${at},
      ${currentTraceparent()}::text
    FROM employees
    WHERE organization_id = ${organizationId}::uuid AND deactivated_at IS NULL AND state::text = ANY (${[...states]}::text[]) ${listWhere} ${uninvitedWhere}
      AND (last_invitation_sent_at IS NULL OR last_invitation_sent_at <= ${recent}
        OR last_invitation_sent_at < state_updated_at)
    -- In the words of the unique index: whose invitation waits already, or is being written elsewhere.
    ON CONFLICT (subject_id) WHERE state = 'due' AND kind = 'mail' AND payload ->> 'template' = 'employee_invitation'
      DO NOTHING`;
}

/** Records when invitations were sent. */
export const recordInvitations = (employeeIds: string[]) =>
  db().$executeRaw`
    UPDATE employees SET last_invitation_sent_at = ${clock.now()}
    WHERE id IN (SELECT id FROM employees WHERE id = ANY (${employeeIds}::uuid[]) ORDER BY id FOR UPDATE)`;
