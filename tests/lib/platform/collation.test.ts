import { readFile } from "node:fs/promises";
import { expect, inject, it } from "vitest";
import { refreshCollations } from "@/lib/platform/postgres/collation";
import { withClient } from "@/lib/platform/postgres/database";
import { createTestDatabase } from "../../support/platform/postgres";

it("rebuilds the indexes that an earlier version of the ICU library sorted, once", async () => {
  const database = await createTestDatabase(inject("databaseUrl"));
  const query = (text: string) =>
    withClient(database.url, async (client) => (await client.query<Record<string, unknown>>(text)).rows);
  try {
    expect(await refreshCollations(database.url)).toEqual([]);
    await query(`
      CREATE COLLATION "older" (provider = icu, locale = 'und-u-kn-true', version = '1');
      CREATE TABLE things (id int, name text COLLATE "older", other text);
      CREATE INDEX things_name ON things (id, name);
      CREATE INDEX things_other ON things (other);
      CREATE INDEX things_other_by_name ON things ((other COLLATE "older"))`);
    const versions = "SELECT collversion <> '1' AS fresh FROM pg_collation WHERE collname = 'older'";
    expect(await query(versions)).toEqual([{ fresh: false }]);
    const both = await Promise.all([refreshCollations(database.url), refreshCollations(database.url)]);
    expect(both.flat()).toEqual(["things_name", "things_other_by_name"]);
    expect(await query(versions)).toEqual([{ fresh: true }]);
    expect(await refreshCollations(database.url)).toEqual([]);
  } finally {
    await database.drop();
  }
});

it("explains that a server without ICU is not supported", async () => {
  const migration = "prisma/migrations/20261122110000_name_order/migration.sql";
  const [check = ""] = (await readFile(migration, "utf8")).split("CREATE COLLATION");
  await withClient(inject("databaseUrl"), async (client) => {
    // A catalog without an ICU collation precedes the real one.
    await client.query("CREATE TEMPORARY TABLE pg_collation (collprovider text)");
    await client.query("SET search_path = pg_temp, pg_catalog");
    await expect(client.query(check)).rejects.toThrow("built without ICU");
  });
});
