import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { v7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withClient } from "@/lib/platform/postgres/database";
import { applyMigrations } from "@/lib/platform/postgres/migrate";
import { migrationsDirectory, readMigrations } from "@/lib/platform/postgres/migration-files";
import { createTestDatabase, startTestPostgres } from "../../support/platform/postgres";

const FIRST_OF_PARTITIONS = "20261124010000_partition_bounds";
const DAY_MS = 24 * 3_600_000;
const ORGANIZATION = "00000000-0000-4000-8000-000000000001";

let scratch = "";
let server: Awaited<ReturnType<typeof startTestPostgres>>;
let database = { url: "", drop: () => Promise.resolve() };

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "partition-migration-"));
  server = await startTestPostgres({ migrationsDir: "/nowhere" });
  database = await createTestDatabase(server.url);
});
afterAll(async () => {
  await server.stop();
  await rm(scratch, { recursive: true, force: true });
});

/** Applies the migrations up to a name, without that one. */
async function applyBefore(end: string): Promise<void> {
  for (const { name } of await readMigrations(migrationsDirectory))
    if (name < end) await cp(join(migrationsDirectory, name), join(scratch, name), { recursive: true });
  await applyMigrations(database.url, { migrationsDir: scratch });
}

const insertRow = async (client: pg.Client, days: number): Promise<string> => {
  const at = new Date(Date.now() + days * DAY_MS);
  const id = v7({ msecs: at.getTime() });
  await client.query(
    "INSERT INTO events (id, organization_id, event_type, occurred_at, subject_id) VALUES ($1, $2, 'badge.created', $3, $1)",
    [id, ORGANIZATION, at],
  );
  await client.query(
    `INSERT INTO audit_entries (id, organization_id, occurred_at, actor_type, actor_id, actor_name, action)
     VALUES ($1, $2, $3, 'User', 'x', 'Ada', 'badge.issue')`,
    [id, ORGANIZATION, at],
  );
  return id;
};

/** Where the rows of a table are stored: its file, and each row with its place there. */
const readPlaces = async (client: pg.Client, table: string) => ({
  file: (await client.query(`SELECT pg_relation_filenode('${table}') AS file`)).rows,
  rows: (await client.query(`SELECT id, ctid::text, xmin::text FROM ${table} ORDER BY id`)).rows,
});

describe("the migration to partitions", { timeout: 60_000 }, () => {
  it("keeps the rows of an installation where they are, and finds a place for those of the future", async () => {
    await applyBefore(FIRST_OF_PARTITIONS);
    await withClient(database.url, async (client) => {
      await client.query(
        "INSERT INTO organizations (id, name, vanity_slug, webhook_secret, updated_at) VALUES ($1, 'Harbor College', 'harbor', '', now())",
        [ORGANIZATION],
      );
      for (const days of [-3_000, -30, 0, 20]) await insertRow(client, days);
      const tables = ["events", "audit_entries"];
      const before = await Promise.all(tables.map((table) => readPlaces(client, table)));
      const ahead = await insertRow(client, 4_000);
      await applyMigrations(database.url);
      expect(await Promise.all(tables.map((table) => readPlaces(client, `${table}_first`)))).toEqual(before);
      for (const table of tables) {
        const { rows } = await client.query(
          `SELECT tableoid::regclass::text AS name FROM ${table} WHERE id = $1`,
          [ahead],
        );
        expect(rows).toEqual([{ name: `${table}_default` }]);
      }
      // Deleting the organization still deletes its events, in every partition.
      await client.query("DELETE FROM organizations WHERE id = $1", [ORGANIZATION]);
      expect((await client.query("SELECT FROM events")).rowCount).toBe(0);
      expect((await client.query("SELECT FROM audit_entries")).rowCount).toBe(5);
    });
  });
});
