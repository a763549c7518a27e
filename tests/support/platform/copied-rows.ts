import { sql } from "./database";

/** Tables of which each copied row refers to another row. They are copied first. */
export const REFERRED_TABLES = [
  "users",
  "issued_badges",
  "employees",
  "badge_imports",
  "outbox_messages",
  "badge_bulk_actions",
  "external_badges",
];

type Column = { name: string; type: string; isKey: boolean; isReference: boolean; target: string | null };

/** The columns of a table that can be written, with what decides how a copy of a row differs in them. */
async function listColumns(table: string): Promise<Column[]> {
  const rows = await sql(
    `SELECT attribute.attname AS name, format_type(attribute.atttypid, NULL) AS type,
       EXISTS (SELECT FROM pg_index WHERE indrelid = attribute.attrelid AND indisunique
         AND attribute.attnum = ANY (indkey)) AS "isKey",
       EXISTS (SELECT FROM pg_constraint WHERE conrelid = attribute.attrelid AND contype = 'f'
         AND attribute.attnum = ANY (conkey)) AS "isReference",
       (SELECT confrelid::regclass::text FROM pg_constraint WHERE conrelid = attribute.attrelid AND contype = 'f'
         AND cardinality(conkey) = 1 AND conkey[1] = attribute.attnum LIMIT 1) AS target
     FROM pg_attribute AS attribute
     WHERE attribute.attrelid = $1::regclass AND attribute.attnum > 0 AND NOT attribute.attisdropped
       AND attribute.attgenerated = '' AND attribute.attidentity = ''`,
    [table],
  );
  return rows as Column[];
}

const VARIED_TEXT = /email|address|slug|digest|last_name|external_id|recipient_name/;

const KEYS_BY_TYPE: Record<string, (column: string) => string> = {
  uuid: () => "gen_random_uuid()",
  bytea: () => "sha256(convert_to(i::text, 'UTF8'))",
  integer: (column) => `${column} + i`,
  bigint: (column) => `${column} + i`,
};

const isSpread = ({ target }: Column): boolean => target !== null && REFERRED_TABLES.includes(target);

const spreadReference = (column: string, table: string): string => `CASE WHEN ${column} IS NOT NULL THEN (
  SELECT list[1 + i % cardinality(list)] FROM ${table}_ids) END`;

function copyText(column: string, { name, type, isKey }: Column): string {
  if (type === "text" && (isKey || VARIED_TEXT.test(name))) return `'c' || i || ${column}`;
  if (name === "cells") return "ARRAY['c' || i || '@example.com', 'Copy ' || i]";
  return column;
}

/** The expression of a column in the i-th copy of `source`. */
function copyColumn(one: Column): string {
  const column = `source."${one.name}"`;
  if (isSpread(one)) return spreadReference(column, String(one.target));
  if (one.isReference) return column;
  if (one.name === "subject_id" && one.type === "uuid") return "gen_random_uuid()";
  return (one.isKey && KEYS_BY_TYPE[one.type]?.(column)) || copyText(column, one);
}

/** Copies a row that fulfils a condition so many times, with other keys, addresses and references. */
export async function copyRows(table: string, condition: string, count: number): Promise<void> {
  const columns = await listColumns(table);
  const targets = [...new Set(columns.filter(isSpread).map(({ target }) => String(target)))];
  const lists = targets.map(
    (target) => `${target}_ids AS MATERIALIZED (SELECT array_agg(id ORDER BY id) AS list FROM ${target}),`,
  );
  await sql(
    `WITH ${lists.join(" ")} source AS (SELECT * FROM "${table}" AS source WHERE ${condition} LIMIT 1)
     INSERT INTO "${table}" (${columns.map(({ name }) => `"${name}"`).join()})
     SELECT ${columns.map(copyColumn).join()} FROM source, generate_series(1, ${count}) AS i
     ON CONFLICT DO NOTHING`,
  );
}
