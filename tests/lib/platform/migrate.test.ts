import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { withClient } from "@/lib/platform/postgres/database";
import { applyMigrations, listPendingMigrations } from "@/lib/platform/postgres/migrate";
import { diffMigrationsWithSchema } from "@/lib/platform/postgres/schema-diff";
import { createTestDatabase, startTestPostgres } from "../../support/platform/postgres";

const project = resolve(import.meta.dirname, "../../..");

const query = async (url: string, sql: string): Promise<unknown[]> =>
  withClient(url, async (client) => (await client.query<Record<string, unknown>>(sql)).rows);

const SCHEMA = `
datasource db {
  provider = "postgresql"
}
`;
const MODEL = `
model Thing {
  id   Int    @id
  name String

  @@map("things")
}
`;
const FIRST = `CREATE TABLE "things" ("id" INTEGER NOT NULL, "name" TEXT NOT NULL, CONSTRAINT "things_pkey" PRIMARY KEY ("id"));`;
const BY_HAND = `
-- what Prisma's schema cannot say; with a semicolon
CREATE EXTENSION pg_trgm;
CREATE UNIQUE INDEX things_partial ON things (name) WHERE id > 0;
CREATE INDEX things_expression ON things USING gin (lower(name) gin_trgm_ops);
CREATE FUNCTION one() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 1; END; $$;
INSERT INTO things VALUES (1, 'a; b');
`;

let scratch = "";
let server: Awaited<ReturnType<typeof startTestPostgres>>;
let folders = { migrationsDir: "", schemaDir: "" };
let database = { url: "", drop: () => Promise.resolve() };

const addMigration = async (name: string, sql: string) => {
  await mkdir(join(folders.migrationsDir, name), { recursive: true });
  await writeFile(join(folders.migrationsDir, name, "migration.sql"), sql);
};

/** Returns folders that contain only these migrations. */
const only = async (...names: string[]) => {
  const migrationsDir = join(scratch, "some");
  for (const name of names)
    await cp(join(folders.migrationsDir, name), join(migrationsDir, name), { recursive: true });
  return { ...folders, migrationsDir };
};

beforeAll(async () => {
  server = await startTestPostgres({ migrationsDir: "/nowhere" });
});
afterAll(() => server.stop());
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), "migrations-test-"));
  folders = { migrationsDir: join(scratch, "migrations"), schemaDir: join(scratch, "schema") };
  await mkdir(folders.schemaDir);
  await writeFile(join(folders.schemaDir, "main.prisma"), SCHEMA);
  await writeFile(join(folders.schemaDir, "thing.prisma"), MODEL);
  await addMigration("20260101000000_first", FIRST);
  await addMigration("20260102000000_by_hand", BY_HAND);
  database = await createTestDatabase(server.url);
});
afterEach(async () => {
  await database.drop();
  await rm(scratch, { recursive: true, force: true });
});

describe("migrations", { timeout: 60_000 }, () => {
  it("are applied in order, once, and recorded like Prisma's command line does", async () => {
    const names = ["20260101000000_first", "20260102000000_by_hand"];
    expect(await listPendingMigrations(database.url, folders)).toEqual(names);
    expect(await applyMigrations(database.url, folders)).toEqual(names);
    expect(await applyMigrations(database.url, folders)).toEqual([]);
    expect(await listPendingMigrations(database.url, folders)).toEqual([]);
    expect(await query(database.url, "SELECT name FROM things")).toEqual([{ name: "a; b" }]);
    const rows = await query(
      database.url,
      "SELECT length(checksum), applied_steps_count FROM _prisma_migrations",
    );
    expect(rows).toEqual(names.map(() => ({ length: 64, applied_steps_count: 1 })));
  });

  it("are applied once if two processes start at the same time", async () => {
    const results = await Promise.all(
      Array.from({ length: 4 }, () => applyMigrations(database.url, folders)),
    );
    expect(
      results
        .map((names) => names.length)
        .join("")
        .replaceAll("0", ""),
    ).toBe("2");
  });

  it("that build an index concurrently do not wait for other processes that wait for their turn", async () => {
    await addMigration("20260103000000_index", "CREATE INDEX CONCURRENTLY things_name ON things (name);");
    const results = await Promise.all(
      Array.from({ length: 3 }, () => applyMigrations(database.url, folders)),
    );
    expect(results.flat()).toContain("20260103000000_index");
    expect(await listPendingMigrations(database.url, folders)).toEqual([]);
  });

  it("that fail leave no changes, and are applied after a correction", async () => {
    await addMigration("20260103000000_broken", "CREATE TABLE half (id int); CREATE TABLE things (id int);");
    await expect(applyMigrations(database.url, folders)).rejects.toThrow(
      /Migration 20260103000000_broken failed: .*"things" already exists/s,
    );
    expect(await listPendingMigrations(database.url, folders)).toEqual(["20260103000000_broken"]);
    await addMigration("20260103000000_broken", "CREATE TABLE half (id int);");
    expect(await applyMigrations(database.url, folders)).toEqual(["20260103000000_broken"]);
  });

  it("build an index concurrently, and build it again after a failure left half of it", async () => {
    await addMigration(
      "20260103000000_index",
      "CREATE UNIQUE INDEX CONCURRENTLY things_name ON things (name);",
    );
    await addMigration(
      "20260104000000_more",
      "CREATE TABLE more (id int); INSERT INTO things VALUES (9, 'z');",
    );
    await applyMigrations(database.url, await only("20260101000000_first", "20260102000000_by_hand"));
    await query(database.url, "INSERT INTO things VALUES (2, 'b'), (-3, 'b')");
    await expect(applyMigrations(database.url, folders)).rejects.toThrow(/20260103000000_index failed/);
    const index = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('things_name')";
    expect(await query(database.url, index)).toEqual([{ indisvalid: false }]);
    await query(database.url, "DELETE FROM things WHERE id = -3");
    expect(await applyMigrations(database.url, folders)).toEqual([
      "20260103000000_index",
      "20260104000000_more",
    ]);
    expect(await query(database.url, index)).toEqual([{ indisvalid: true }]);
  });

  it("fill a column in batches that are committed, and continue where a failure stopped them", async () => {
    await addMigration("20260103000000_column", "CREATE TABLE many (id int PRIMARY KEY, filled int);");
    await applyMigrations(database.url, folders);
    await query(database.url, "INSERT INTO many SELECT id FROM generate_series(1, 1000) AS id");
    await query(
      database.url,
      "ALTER TABLE many ADD CHECK (id <> 700 OR filled IS NULL), ADD COLUMN changes int DEFAULT 0",
    );
    await addMigration(
      "20260104000000_fill",
      `DO $$ BEGIN
         LOOP
           UPDATE many SET filled = id, changes = changes + 1
           WHERE id IN (SELECT id FROM many WHERE filled IS NULL ORDER BY id LIMIT 100);
           EXIT WHEN NOT FOUND;
           COMMIT;
         END LOOP;
       END $$;`,
    );
    await expect(applyMigrations(database.url, folders)).rejects.toThrow(/20260104000000_fill failed/);
    const counts = "SELECT count(filled)::int AS filled, sum(changes)::int AS changes FROM many";
    expect(await query(database.url, counts)).toEqual([{ filled: 600, changes: 600 }]);
    await query(database.url, "ALTER TABLE many DROP CONSTRAINT many_check");
    expect(await applyMigrations(database.url, folders)).toEqual(["20260104000000_fill"]);
    expect(await query(database.url, counts)).toEqual([{ filled: 1000, changes: 1000 }]);
  });

  it("wait for a table in use with short timeouts, so that its readers do not wait behind them", async () => {
    await applyMigrations(database.url, folders);
    await addMigration("20260103000000_change", "ALTER TABLE things ADD COLUMN more int;");
    await withClient(database.url, async (reader) => {
      await reader.query("BEGIN");
      await reader.query("SELECT * FROM things");
      let isApplied = false;
      const applying = applyMigrations(database.url, { ...folders, lockMs: 100 }).then((names) => {
        isApplied = true;
        return names;
      });
      const failures = "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NULL";
      await expect.poll(() => query(database.url, failures), { timeout: 20_000 }).not.toEqual([]);
      // Would wait for the reader's end behind a migration that waits for it.
      expect(await query(database.url, "SELECT id FROM things")).toHaveLength(1);
      expect(isApplied).toBe(false);
      await reader.query("COMMIT");
      expect(await applying).toEqual(["20260103000000_change"]);
    });
  });

  it("match the schema, except for hand-written SQL, or the missing SQL is shown", async () => {
    expect(await diffMigrationsWithSchema(server.url, folders)).toBe("");
    await writeFile(join(folders.schemaDir, "more.prisma"), "model More {\n  id Int @id\n}\n");
    expect(await diffMigrationsWithSchema(server.url, folders)).toMatch(
      /^-- CreateTable\nCREATE TABLE "More"/,
    );
    const left = "SELECT datname FROM pg_database WHERE datname LIKE 'migration_shadow_%'";
    expect(await query(server.url, left)).toEqual([]);
  });
});

describe("the tests' server", { timeout: 60_000 }, () => {
  it("provides many databases at once, and is removed when its process is killed", async () => {
    const script = join(scratch, "run.mts");
    await writeFile(
      script,
      `import { startTestPostgres, createTestDatabase } from "${project}/tests/support/platform/postgres.ts";
       const server = await startTestPostgres({ migrationsDir: "/nowhere" });
       await Promise.all(Array.from({ length: 8 }, () => createTestDatabase(server.url)));
       console.log(server.url);
       setInterval(() => undefined, 1000);`,
    );
    const env = { ...process.env, TMPDIR: scratch, TSX_TSCONFIG_PATH: join(project, "tsconfig.json") };
    const args = ["--import", "tsx", script];
    const child = spawn(process.execPath, args, { cwd: project, env, stdio: ["ignore", "pipe", "inherit"] });
    let url = "";
    for await (const line of createInterface(child.stdout)) {
      url = line;
      break;
    }
    expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    const gone = async () => (await readdir(scratch)).every((name) => !name.startsWith("badges-scratch-"));
    await expect.poll(gone, { timeout: 20_000 }).toBe(true);
  });
});
