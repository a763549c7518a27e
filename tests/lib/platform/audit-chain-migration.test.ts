import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withClient } from "@/lib/platform/postgres/database";
import { applyMigrations } from "@/lib/platform/postgres/migrate";
import { migrationsDirectory, readMigrations } from "@/lib/platform/postgres/migration-files";
import { createTestDatabase, startTestPostgres } from "../../support/platform/postgres";

const FIRST = "20261213200000_audit_chain";
const ORGANIZATION = "00000000-0000-4000-8000-000000000001";
const INSERT = `INSERT INTO audit_entries (id, organization_id, occurred_at, actor_type, actor_id, actor_name, action)
  SELECT gen_random_uuid(), '${ORGANIZATION}', now(), 'User', 'x', 'Ada', 'badge.issue' FROM generate_series(1, $1::integer)`;

let scratch = "";
let server: Awaited<ReturnType<typeof startTestPostgres>>;
let database = { url: "", drop: () => Promise.resolve() };

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "audit-chain-migration-"));
  server = await startTestPostgres({ migrationsDir: "/nowhere" });
  database = await createTestDatabase(server.url);
});
afterAll(async () => {
  await server.stop();
  await rm(scratch, { recursive: true, force: true });
});

describe("the migration to chains of audit entries", { timeout: 60_000 }, () => {
  it("queues the entries that exist, and each later one of a server of the version before", async () => {
    for (const { name } of await readMigrations(migrationsDirectory))
      if (name < FIRST) await cp(join(migrationsDirectory, name), join(scratch, name), { recursive: true });
    await applyMigrations(database.url, { migrationsDir: scratch });
    await withClient(database.url, async (client) => {
      // More than a batch of the migration.
      await client.query(INSERT, [5_200]);
      await applyMigrations(database.url);
      await client.query(INSERT, [3]);
      const { rows } = await client.query<{ missing: number; queued: number }>(
        `SELECT (count(*) FILTER (WHERE queue.entry_id IS NULL))::int AS missing, count(queue.entry_id)::int AS queued
         FROM audit_entries AS entry LEFT JOIN audit_queue AS queue ON queue.entry_id = entry.id`,
      );
      expect(rows).toEqual([{ missing: 0, queued: 5_203 }]);
    });
  });
});
