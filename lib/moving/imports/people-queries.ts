import type pg from "pg";
import type { Kind } from "@/lib/moving/records/kind";
import { listStoredFields } from "@/lib/moving/records/kinds";
import type { RecordOf } from "@/lib/moving/records/schema";
import { selectColumn, type Row } from "./write-queries";

export type PersonRecord = RecordOf<"person">;

/** Finds the accounts that these addresses belong to. One that proved its address comes first. */
export async function findAddressOwners(client: pg.Client, emails: string[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ email: string; userId: string }>(
    `SELECT email, user_id::text AS "userId" FROM user_emails
     WHERE email = ANY ($1::text[]) AND (confirmed_at IS NOT NULL OR "primary")`,
    [emails],
  );
  return new Map(rows.map(({ email, userId }) => [email, userId]));
}

/** Returns which of these accounts exist: those neither deleted nor merged into another account. */
export async function findLivePeople(client: pg.Client, ids: string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id::text FROM users
     WHERE id = ANY ($1::uuid[]) AND deleted_at IS NULL AND merged_into_id IS NULL`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Returns which of these addresses of public profiles are taken. */
export async function findTakenSlugs(client: pg.Client, slugs: string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ slug: string }>(
    `SELECT vanity_slug AS slug FROM users WHERE vanity_slug = ANY ($1::text[])
     UNION SELECT slug FROM profile_addresses WHERE slug = ANY ($1::text[])`,
    [slugs],
  );
  return new Set(rows.map(({ slug }) => slug));
}

const ADDRESS_COLUMNS = `id uuid, user_id uuid, email text, "primary" boolean, confirmed_at timestamptz, created_at timestamptz`;

/** Adds accounts without passwords, with their addresses. */
export async function insertPeople(
  client: pg.Client,
  kind: Kind,
  people: Row[],
  addresses: Row[],
): Promise<void> {
  const columns = listStoredFields(kind).map(({ column }) => column);
  await client.query(
    `INSERT INTO users (${columns.map((column) => `"${column}"`).join(", ")})
     SELECT ${columns.map((column) => selectColumn(kind, column)).join(", ")}
     FROM jsonb_populate_recordset(NULL::users, $1::jsonb) AS row`,
    [JSON.stringify(people)],
  );
  await client.query(
    `INSERT INTO user_emails (id, user_id, email, "primary", confirmed_at, created_at)
     SELECT id, user_id, email, "primary", confirmed_at, created_at
     FROM jsonb_to_recordset($1::jsonb) AS row(${ADDRESS_COLUMNS})`,
    [JSON.stringify(addresses)],
  );
}

/** The columns of an account that a later run changes. */
const CHANGEABLE = [
  "first_name",
  "middle_name",
  "last_name",
  "locale",
  "headline",
  "bio",
  "current_position_name",
  "current_organization_name",
  "photo_id",
  "updated_at",
];

/**
 * Changes accounts that a move created and that are unused since. Used accounts stay as they are. Returns the
 * ids of those that were changed.
 */
export async function updateUnusedPeople(
  client: pg.Client,
  people: Row[],
  notGiven: readonly string[],
): Promise<string[]> {
  const columns = CHANGEABLE.filter((column) => !notGiven.includes(column));
  const { rows } = await client.query<{ id: string }>(
    `UPDATE users AS t SET ${columns.map((column) => `${column} = row.${column}`).join(", ")}
     FROM jsonb_populate_recordset(NULL::users, $1::jsonb) AS row
     WHERE t.id = row.id AND t.password_hash IS NULL AND t.deleted_at IS NULL AND t.merged_into_id IS NULL
       AND NOT EXISTS (SELECT FROM sessions WHERE sessions.user_id = t.id)
     RETURNING t.id::text`,
    [JSON.stringify(people)],
  );
  return rows.map(({ id }) => id);
}

/** Finds those of these ids of addresses that are taken. */
export async function findTakenAddressIds(client: pg.Client, ids: string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    "SELECT id::text FROM user_emails WHERE id = ANY ($1::uuid[])",
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}
