import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readMigrations, migrationsDirectory } from "@/lib/platform/postgres/migration-files";
import { isRepeatable } from "@/lib/platform/postgres/migration-scripts";

const run = promisify(execFile);

let scratch = "";
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "migration-rules-"));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

/** Returns the linter's findings for a migration under the project's rules. Empty if there are none. */
async function lint(sql: string): Promise<string> {
  const directory = join(scratch, "prisma", "migrations", "20991231000000_sample");
  await mkdir(directory, { recursive: true });
  const file = join(directory, "migration.sql");
  await writeFile(file, sql);
  const args = ["-c", ".config/squawk.toml", "--reporter", "gcc", file];
  return run("node_modules/.bin/squawk", args).then(
    () => "",
    (error: { stdout: string }) => error.stdout,
  );
}

/** Finds changes of rows that are not in batches, that is, outside of a DO block that commits. */
function unboundedChanges(sql: string): string[] {
  const outside = sql
    .replace(/--.*$/gm, "")
    .replace(/\bDO\s+\$(\w*)\$[\s\S]*?\bCOMMIT\b[\s\S]*?\$\1\$/gi, "")
    // A change inside a function is made later and not by the migration.
    .replace(/\bFUNCTION\b[^;]*?\bAS\s+\$(\w*)\$[\s\S]*?\$\1\$/gi, "");
  return [...outside.matchAll(/(?:^|;|BEGIN|LOOP)\s*(UPDATE|DELETE\s+FROM)\s+("?\w+"?)/gi)].map(
    ([, verb, table]) => `${verb} ${table}`,
  );
}

describe("the rules for migrations", () => {
  it.each([
    [
      "a column that rewrites the table",
      'ALTER TABLE "users" ADD COLUMN "serial" SERIAL;',
      "prefer-identity",
    ],
    [
      "an index that blocks all changes",
      'CREATE INDEX "users_x" ON "users" ("email");',
      "require-concurrent-index-creation",
    ],
    ["a column that is renamed", 'ALTER TABLE "users" RENAME COLUMN "email" TO "mail";', "renaming-column"],
    ["a table that is renamed", 'ALTER TABLE "users" RENAME TO "people";', "renaming-table"],
    ["a column that is dropped", 'ALTER TABLE "users" DROP COLUMN "email";', "ban-drop-column"],
    ["a table that is dropped", 'DROP TABLE "users";', "ban-drop-table"],
    [
      "a type that is changed",
      'ALTER TABLE "users" ALTER COLUMN "email" TYPE integer USING 1;',
      "changing-column-type",
    ],
    [
      "a column that old servers do not fill",
      'ALTER TABLE "users" ADD COLUMN "x" text NOT NULL;',
      "adding-required-field",
    ],
    [
      "a constraint that reads the whole table under a lock",
      'ALTER TABLE "users" ADD CONSTRAINT "users_c" CHECK ("email" <> \'\');',
      "constraint-missing-not-valid",
    ],
    [
      "a reference that reads both tables under locks",
      'ALTER TABLE "badges" ADD CONSTRAINT "f" FOREIGN KEY ("u") REFERENCES "users"("id");',
      "adding-foreign-key-constraint",
    ],
  ])("refuse %s", async (_what, sql, rule) => {
    expect(await lint(sql)).toContain(rule);
  });

  it.each([
    [
      "an optional column",
      'ALTER TABLE "users" ADD COLUMN "x" TEXT, ADD COLUMN "y" INTEGER NOT NULL DEFAULT 0;',
    ],
    ["an index built beside the work", 'CREATE INDEX CONCURRENTLY "users_x" ON "users" ("email");'],
    [
      "a new table with its indexes",
      'CREATE TABLE "a" ("id" UUID PRIMARY KEY);\nCREATE INDEX "a_i" ON "a" ("id");',
    ],
    [
      "a constraint that is checked for new rows",
      'ALTER TABLE "users" ADD CONSTRAINT "users_c" CHECK ("email" <> \'\') NOT VALID;',
    ],
    ["what says why it may", '-- squawk-ignore ban-drop-column\nALTER TABLE "users" DROP COLUMN "email";'],
  ])("allow %s", async (_what, sql) => {
    expect(await lint(sql)).toBe("");
  });

  it("find changes of rows that are not in batches", () => {
    const batch =
      "DO $$ BEGIN LOOP UPDATE users SET x = 1 WHERE id IN (SELECT 1); EXIT WHEN NOT FOUND; COMMIT; END LOOP; END $$;";
    expect(unboundedChanges(batch)).toEqual([]);
    expect(unboundedChanges("UPDATE users SET x = 1;")).toEqual(["UPDATE users"]);
    expect(unboundedChanges('ALTER TABLE a ADD b int;\nDELETE FROM "a";')).toEqual(['DELETE FROM "a"']);
    expect(unboundedChanges("DO $$ BEGIN UPDATE users SET x = 1; END $$;")).toEqual(["UPDATE users"]);
    const later =
      "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE users SET x = 1; END $$;";
    expect(unboundedChanges(`${later}\nUPDATE users SET x = 2;`)).toEqual(["UPDATE users"]);
    expect(unboundedChanges(later)).toEqual([]);
  });

  it("pass for every migration written since", async () => {
    const config = await readFile(".config/squawk.toml", "utf8");
    const before = [...config.matchAll(/migrations\/(\d{8})\*/g)].map(([, day]) => String(day));
    const migrations = (await readMigrations(migrationsDirectory)).filter(
      ({ name }) => !before.some((day) => name.startsWith(day)),
    );
    expect(before).toEqual(["20261121", "20261122"]);
    expect(
      migrations.flatMap(({ name, sql }) => unboundedChanges(sql).map((change) => `${name}: ${change}`)),
    ).toEqual([]);
  });

  it("demand that the runner can repeat a script after it was interrupted", async () => {
    const migrations = await readMigrations(migrationsDirectory);
    expect(migrations.filter(({ sql }) => !isRepeatable(sql)).map(({ name }) => name)).toEqual([]);
  });

  it.each([
    ["an index without a name", "CREATE INDEX CONCURRENTLY ON users (email);"],
    ["an index that may be half built", "CREATE INDEX CONCURRENTLY IF NOT EXISTS users_x ON users (email);"],
    ["an index that is built again", "REINDEX INDEX CONCURRENTLY users_x;"],
    ["statements between transactions", "UPDATE users SET x = 1; COMMIT; UPDATE users SET x = 2;"],
  ])("refuse %s", (_, sql) => expect(isRepeatable(sql)).toBe(false));
});
