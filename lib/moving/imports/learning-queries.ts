import type pg from "pg";
import type { Row } from "./write-queries";

/** Finds those of these keys of learning apps that are in use, in any organization. */
export async function findTakenKeys(client: pg.Client, keys: string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ key: string }>(
    "SELECT consumer_key AS key FROM learning_apps WHERE consumer_key = ANY ($1::text[])",
    [keys],
  );
  return new Set(rows.map(({ key }) => key));
}

/** Finds the administrator who has been a member for the longest time; null when the organization has none. */
export async function findAdministrator(client: pg.Client, organizationId: string): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT user_id::text AS id FROM memberships
     WHERE organization_id = $1 AND role = 'administrator' ORDER BY created_at, user_id LIMIT 1`,
    [organizationId],
  );
  return rows[0]?.id ?? null;
}

/** Finds those of these accounts that proved an address. Their addresses are locked: a proof waits until the commit. */
export async function lockProvedPeople(client: pg.Client, userIds: string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ userId: string; isProved: boolean }>(
    `SELECT user_id::text AS "userId", confirmed_at IS NOT NULL AS "isProved" FROM user_emails
     WHERE user_id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE`,
    [userIds],
  );
  return new Set(rows.filter(({ isProved }) => isProved).map(({ userId }) => userId));
}

/** Finds those of these people of the source whose accounts a move into the organization created, and which are in use. */
export async function findCreatedPeople(
  client: pg.Client,
  organizationId: string,
  oldIds: string[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ oldId: string }>(
    `SELECT old_id AS "oldId" FROM moved_records AS moved JOIN users ON users.id = moved.new_id::uuid
     WHERE moved.organization_id = $1 AND moved.kind = 'person' AND moved.old_id = ANY ($2::text[])
       AND moved.is_created AND users.deleted_at IS NULL AND users.merged_into_id IS NULL`,
    [organizationId, oldIds],
  );
  return new Set(rows.map(({ oldId }) => oldId));
}

/** Writes the requirements of rules, which are in their rows, in place of those that the rules have. */
export async function replaceRequirements(client: pg.Client, rules: Row[]): Promise<void> {
  await client.query("DELETE FROM learning_rule_requirements WHERE rule_id = ANY ($1::int[])", [
    rules.map(({ id }) => id),
  ]);
  await client.query(
    `INSERT INTO learning_rule_requirements (rule_id, integration_id, gradable_id, position, operator, value, rank)
     SELECT rule.id, rule.integration_id, gradable_id, position, operator, value, rank
     FROM jsonb_to_recordset($1::jsonb) AS rule(id int, integration_id int, requirements jsonb),
       jsonb_to_recordset(rule.requirements)
         AS required(gradable_id int, position int, operator rule_operator, value text, rank numeric)`,
    [JSON.stringify(rules)],
  );
}
