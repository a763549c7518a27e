import { expect, it } from "vitest";
import { OTHER_COLUMNS, PERSONAL_COLUMNS } from "@/lib/oversight/erasures/personal-columns";
import { sql } from "../../support/platform/database";

/** Every column of the database that can hold a text, as `table.column`. Partitions have the columns of their table. */
async function listTextColumns(): Promise<string[]> {
  const rows = await sql(
    `SELECT class.relname || '.' || attribute.attname AS name
     FROM pg_class AS class JOIN pg_attribute AS attribute ON attribute.attrelid = class.oid
       JOIN pg_type AS type ON type.oid = attribute.atttypid
     WHERE class.relnamespace = 'public'::regnamespace AND class.relkind IN ('r', 'p') AND NOT class.relispartition
       AND class.relname NOT LIKE '\\_prisma%' AND attribute.attnum > 0 AND NOT attribute.attisdropped
       AND type.typname IN ('text', '_text', 'varchar', '_varchar', 'json', 'jsonb', '_jsonb', 'bytea', '_bytea')
     ORDER BY 1`,
  );
  return rows.map(({ name }) => String(name));
}

const listNames = (tables: [string, string[]][]): string[] =>
  tables.flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`));

it("every text, JSON and binary column is in the list of personal columns or in that of others, once", async () => {
  const personal = listNames(
    Object.entries(PERSONAL_COLUMNS).map(([table, columns]) => [table, Object.keys(columns)]),
  );
  const listed = [...personal, ...listNames(Object.entries(OTHER_COLUMNS))].toSorted();
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed).toEqual((await listTextColumns()).toSorted());
});
