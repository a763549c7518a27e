import type pg from "pg";
import { env } from "@/lib/kernel/env";
import type { Kind } from "@/lib/moving/records/kind";
import { listStoredFields, type StoredField } from "@/lib/moving/records/kinds";
import type { KindName } from "@/lib/moving/records/schema";
import { withClient } from "@/lib/platform/postgres/database";

/** Bytes that a batch of images may have at most: they are a hundred times as large as other records. */
const ROWS = 1_000;
const IMAGE_ROWS = 20;

function selectField({ field, column, type }: StoredField): string {
  const value = `t."${column}"`;
  if (type === "timestamp")
    return `to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "${field}"`;
  if (type === "bytes") return `replace(encode(${value}, 'base64'), E'\\n', '') AS "${field}"`;
  return `${value} AS "${field}"`;
}

const time = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Rows as a list of JSON, without the line breaks of `json_agg`: a record is one line. */
const listOf = (row: string, order: string): string =>
  `COALESCE(array_to_json(array_agg(${row} ORDER BY ${order})), '[]')`;

/** The addresses that belong to a person. An unproven claim of another address says nothing. */
const ADDRESSES = `(SELECT ${listOf("a", "a.email")} FROM (
    SELECT id, email, "primary", ${time("confirmed_at")} AS confirmed_at, ${time("created_at")} AS created_at
    FROM user_emails WHERE user_id = t.id AND (confirmed_at IS NOT NULL OR "primary")) AS a) AS addresses`;

/** The requirements of a rule. Their order is their position. */
const REQUIREMENTS = `(SELECT ${listOf("r", "r.position")} FROM (
    SELECT gradable_id, position, operator, value, rank
    FROM learning_rule_requirements WHERE rule_id = t.id) AS r) AS requirements`;

/** Fields that are rows of another table. */
const NESTED: Partial<Record<KindName, string>> = { person: ADDRESSES, learning_rule: REQUIREMENTS };

/** An account; null if it was deleted. What it created stays with the organization. */
const liveAccount = (column: string): string =>
  `(SELECT id FROM users WHERE id = t.${column} AND deleted_at IS NULL AND merged_into_id IS NULL) AS ${column}`;

/** Fields that are not exported as they are stored. */
const EXPRESSIONS: Partial<Record<KindName, Record<string, string>>> = {
  // The account of a deleted badge may not be exported, and nothing shows it.
  issued_badge: { user_id: "CASE WHEN t.deleted_at IS NULL THEN t.user_id END AS user_id" },
  learning_app: { owner_id: liveAccount("owner_id") },
  learning_gradable: { creator_id: liveAccount("creator_id") },
};

/** The statement that selects the records of a kind as texts of JSON, in the order of their key. */
function selectRecords(kind: Kind): string {
  const fields = listStoredFields(kind);
  const key = kind.key.map((field) => fields.find((stored) => stored.field === field)?.column ?? field);
  const expressions = EXPRESSIONS[kind.name] ?? {};
  const columns = [
    `'${kind.name}' AS kind`,
    ...fields.map((field) => expressions[field.field] ?? selectField(field)),
  ];
  const nested = NESTED[kind.name];
  if (nested !== undefined) columns.push(nested);
  return `SELECT row_to_json(r)::text AS text FROM (
      SELECT ${columns.join(", ")} FROM ${kind.table} AS t WHERE ${kind.where}
      ORDER BY ${key.map((column) => `t."${column}"`).join(", ")}) AS r`;
}

/** Reads the records of a kind in batches of lines. Only one batch is in memory. */
async function* readKind(client: pg.Client, kind: Kind, organizationId: string): AsyncGenerator<string[]> {
  const rows = kind.name === "image" ? IMAGE_ROWS : ROWS;
  // A cursor takes no parameters of its own when it is declared by a simple query.
  await client.query({
    text: `DECLARE records NO SCROLL CURSOR FOR ${selectRecords(kind).replaceAll("$1", `'${organizationId}'::uuid`)}`,
  });
  for (;;) {
    const { rows: found } = await client.query<{ text: string }>(`FETCH ${rows} FROM records`);
    if (found.length > 0) yield found.map(({ text }) => text);
    if (found.length < rows) break;
  }
  await client.query("CLOSE records");
}

/** Reads records of an organization as one transaction sees them, kind by kind. Throws when it is unknown. */
export const withRecords = (
  organizationId: string,
  work: (read: (kind: Kind) => AsyncGenerator<string[]>) => Promise<void>,
): Promise<void> =>
  withClient(env().DATABASE_URL, async (client) => {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    // All rows are read, so the fastest plan for all is wanted, not the one with the earliest first row.
    await client.query("SET LOCAL cursor_tuple_fraction = 1");
    await work((kind) => readKind(client, kind, organizationId));
    await client.query("COMMIT");
  });
