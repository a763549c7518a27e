import { clock } from "@/lib/kernel/clock";
import { appendAuditEntries, signAuditHeads } from "@/lib/oversight/audit-chain/jobs";
import { verifyChain } from "@/lib/oversight/audit-chain/verify-chain";
import type { CheckResult } from "@/lib/oversight/audit-chain/verification";
import { createTestOrganization, type TestOrganization } from "../builders";
import { openConnection, sql } from "../platform/database";

/** Appends everything that waits. */
export async function appendAll(): Promise<void> {
  while (await appendAuditEntries());
}

/** Appends everything that waits and signs the heads. */
export async function signAll(): Promise<void> {
  while (await signAuditHeads());
}

/** Stores audit entries by the path that every change takes, a millisecond apart, the first now or at `start`. Returns their ids. */
export async function insertEntries(
  organizationId: string,
  count: number,
  { start = clock.now().toISOString() } = {},
): Promise<string[]> {
  const rows = await sql(
    `INSERT INTO audit_entries (id, organization_id, occurred_at, actor_type, actor_id, actor_name, action, subject_id,
       address, browser, request_id, changes)
     SELECT gen_random_uuid(), $1, $3::timestamptz + number * interval '1 millisecond', 'User', 'person-1', 'Mara Lind',
       'badge_template.update', 'template-' || number, '203.0.113.' || number % 250, 'Firefox on Linux',
       gen_random_uuid(), '[{"field": "name", "from": "Old", "to": "New"}]'
     FROM generate_series(1, $2::integer) AS number RETURNING id`,
    [organizationId, count, start],
  );
  return rows.map(({ id }) => String(id));
}

/** Changes stored rows as the owner of the tables can, without triggers. */
export async function tamper(statement: string, values: unknown[] = []): Promise<void> {
  const connection = await openConnection();
  try {
    await connection.query("BEGIN");
    await connection.query("ALTER TABLE audit_entries DISABLE TRIGGER USER");
    await connection.query(statement, values);
    await connection.query("ALTER TABLE audit_entries ENABLE TRIGGER USER");
    await connection.query("COMMIT");
  } finally {
    await connection.end();
  }
}

/** An organization with a signed chain of some entries. */
export async function createSignedChain(count = 6): Promise<TestOrganization> {
  const organization = await createTestOrganization();
  await insertEntries(organization.id, count);
  await signAll();
  return organization;
}

/** Verifies a chain and returns what is wrong: null, or the position and the fault. */
export const findFault = async (
  organizationId: string,
  options?: Parameters<typeof verifyChain>[1],
): Promise<CheckResult["finding"]> => (await verifyChain(organizationId, options)).finding;
