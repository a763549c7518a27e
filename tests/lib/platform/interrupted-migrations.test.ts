import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { applyMigrations, compareMigrations } from "@/lib/platform/postgres/migrate";
import { migrationsDirectory, readMigrations } from "@/lib/platform/postgres/migration-files";
import {
  holdTable,
  startKillableMigrator,
  untilFound,
  type KillableMigrator,
} from "../../support/platform/killable-migrator";
import { isLong } from "../../support/platform/long";
import { createTestDatabase, startTestPostgres } from "../../support/platform/postgres";

const INDEX = /^(CREATE|DROP)(?: UNIQUE)? INDEX CONCURRENTLY "(\w+)"(?:\s+ON "(\w+)")?/m;

const all = await readMigrations(migrationsDirectory);

/** The table of an index that a migration drops: another one built it. */
const tableOf = (index: string): string => {
  const built = new RegExp(`INDEX (?:CONCURRENTLY )?"${index}"\\s+ON "(\\w+)"`);
  const [table] = all.flatMap(({ sql }) => built.exec(sql)?.[1] ?? []);
  if (table === undefined) throw new Error(`No migration builds ${index}.`);
  return table;
};

const concurrent = all.flatMap(({ name, sql }) => {
  const [, verb, index, named] = INDEX.exec(sql) ?? [];
  if (index === undefined) return [];
  const table = named ?? tableOf(index);
  const [statement = "", method = "btree"] = [
    /^(?:CREATE|DROP)(?: UNIQUE)? INDEX/m.exec(sql)?.[0],
    /USING (\w+)/.exec(sql)?.[1],
  ];
  return [{ name, isBuilt: verb === "CREATE", index, table, kind: `${statement} ${method}` }];
});

type Concurrent = (typeof concurrent)[number];
/** The first of each kind: unique, dropped, another, another method. `npm run test:long` kills the runs of every index. */
const representative = concurrent.filter(
  ({ kind }, index) => concurrent.findIndex((other) => other.kind === kind) === index,
);
/** Of the first three kinds the run is killed three times. The index of another method is built in the same way. */
const chosen = representative.slice(0, 3);

let scratch = "";
let server: Awaited<ReturnType<typeof startTestPostgres>>;
let database = { url: "", drop: () => Promise.resolve() };
let observer: pg.Client;
let reserve: Promise<KillableMigrator>[] = [];

/** A process that was started earlier, while others worked. */
const takeMigrator = (): Promise<KillableMigrator> => {
  reserve.push(startKillableMigrator(scratch));
  const first = reserve.shift();
  if (!first) throw new Error("No process was started.");
  return first;
};

beforeAll(async () => {
  server = await startTestPostgres({ migrationsDir: "/nowhere" });
});
afterAll(() => server.stop());
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), "interrupted-migrations-"));
  database = await createTestDatabase(server.url);
  observer = new pg.Client(database.url);
  await observer.connect();
  reserve = [startKillableMigrator(scratch)];
});
afterEach(async () => {
  for (const migrator of await Promise.all(reserve)) await migrator.kill();
  await observer.end();
  await database.drop();
  await rm(scratch, { recursive: true, force: true });
});

const rows = async (sql: string, values: unknown[] = []) =>
  (await observer.query<Record<string, unknown>>(sql, values)).rows;

const VALID = { indisvalid: true, indislive: true };
const readIndex = (index: string) =>
  rows("SELECT indisvalid, indislive FROM pg_index WHERE indexrelid = to_regclass($1)", [index]);

const addMigration = async (name: string, sql: string) => {
  await mkdir(join(scratch, name), { recursive: true });
  await writeFile(join(scratch, name, "migration.sql"), sql);
};

/** Copies the project's migrations before this one, or up to it. */
const addProjectMigrations = async (isChosen: (name: string) => boolean) => {
  for (const { name } of all)
    if (isChosen(name)) await cp(join(migrationsDirectory, name), join(scratch, name), { recursive: true });
};

const untilWaiting = (table: string) =>
  untilFound<{ pid: number }>(
    observer,
    `a statement that waits for ${table}`,
    "SELECT pid FROM pg_locks WHERE NOT granted AND relation = $1::regclass",
    [`"${table}"`],
  );

/** An index that is being built or dropped while a transaction is open that may have changed its table. */
const untilHalfDone = (index: string) =>
  untilFound<{ pid: number }>(
    observer,
    `${index} half built or half dropped`,
    `SELECT pid FROM pg_stat_activity, pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid
       AND datname = current_database() AND wait_event = 'virtualxid' AND query ~ 'INDEX CONCURRENTLY'`,
    [index],
  );

const untilGone = (pid: number) =>
  untilFound(
    observer,
    "the lost session has ended",
    "SELECT WHERE NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = $1)",
    [pid],
  );

/** Starts a run and halts it between what it drops and its script. */
async function startHalted(meanwhile: () => Promise<unknown>) {
  const records = await holdTable(database.url, "_prisma_migrations", "SHARE ROW EXCLUSIVE");
  const migrator = await takeMigrator();
  migrator.run(database.url, { migrationsDir: scratch });
  await meanwhile();
  await untilWaiting("_prisma_migrations");
  return { migrator, release: records.release };
}

/** Kills a run when its statement is done and not recorded. */
async function killBeforeRecord(
  { index, table, isBuilt }: Concurrent,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
) {
  const { migrator, release } = await startHalted(meanwhile);
  const writer = await holdTable(database.url, `"${table}"`, "ROW EXCLUSIVE");
  await release();
  await untilHalfDone(index);
  const records = await holdTable(database.url, "_prisma_migrations", "SHARE ROW EXCLUSIVE");
  await writer.release();
  await untilWaiting("_prisma_migrations");
  expect(await readIndex(index), "the statement is done").toEqual(isBuilt ? [VALID] : []);
  await migrator.kill();
  await records.release();
}

/** Kills a run before its statement can begin, the next one in the middle, and the third before its record. */
async function killThrice(migration: Concurrent) {
  const { index, table } = migration;
  const changes = await holdTable(database.url, `"${table}"`, "SHARE UPDATE EXCLUSIVE");
  const first = await takeMigrator();
  first.run(database.url, { migrationsDir: scratch });
  const { pid: firstPid } = await untilWaiting(table);
  await first.kill();

  const second = await startHalted(() => untilGone(firstPid));
  const writer = await holdTable(database.url, `"${table}"`, "ROW EXCLUSIVE");
  await changes.release();
  await second.release();
  const { pid: secondPid } = await untilHalfDone(index);
  await second.migrator.kill();

  await killBeforeRecord(migration, async () => {
    await untilGone(secondPid);
    await writer.release();
  });
}

describe("migrations whose process is killed", { timeout: 600_000 }, () => {
  it("are finished by the next run: indexes that are built or dropped concurrently, of each kind", async () => {
    expect(concurrent.length).toBe(all.filter(({ sql }) => /CONCURRENTLY/.test(sql)).length);
    expect(representative.length).toBeGreaterThanOrEqual(4);
    for (const migration of isLong ? concurrent : representative) {
      const { name, index, isBuilt } = migration;
      await addProjectMigrations((other) => other < name);
      await applyMigrations(database.url, { migrationsDir: scratch });
      await addProjectMigrations((other) => other === name);
      await (isLong || chosen.includes(migration) ? killThrice(migration) : killBeforeRecord(migration));
      expect(await applyMigrations(database.url, { migrationsDir: scratch })).toEqual([name]);
      expect(await readIndex(index), index).toEqual(isBuilt ? [VALID] : []);
    }
    expect(await compareMigrations(database.url)).toMatchObject({ failed: [], unknown: [] });
  });

  const GATE = 42;
  const names = ["20260101000000_first", "20260102000000_gated"];

  /** Kills a run whose script waits for the gate, and lets PostgreSQL finish the script before the next run. */
  const killAtGate = async (sql: string) => {
    await addMigration(names[0] ?? "", "CREATE TABLE things (id int);");
    await applyMigrations(database.url, { migrationsDir: scratch });
    await addMigration(names[1] ?? "", sql);
    await observer.query("SELECT pg_advisory_lock($1)", [GATE]);
    const migrator = await takeMigrator();
    migrator.run(database.url, { migrationsDir: scratch, lockMs: 0 });
    const waiting = "SELECT pid FROM pg_locks WHERE NOT granted AND locktype = 'advisory' AND objid = $1";
    const { pid } = await untilFound<{ pid: number }>(observer, "the gate", waiting, [GATE]);
    await migrator.kill();
    return pid;
  };
  const openGate = () => observer.query("SELECT pg_advisory_unlock($1)", [GATE]);

  it("are not repeated when PostgreSQL committed their script after the process was gone", async () => {
    const pid = await killAtGate(
      `CREATE TABLE one (id int); SELECT pg_advisory_lock(${GATE}); CREATE TABLE two (id int) -- end`,
    );
    await openGate();
    await untilGone(pid);
    expect(await rows("SELECT to_regclass('two') IS NOT NULL AS exists")).toEqual([{ exists: true }]);
    await applyMigrations(database.url, { migrationsDir: scratch });
    expect(await compareMigrations(database.url, { migrationsDir: scratch })).toMatchObject({
      pending: [],
      failed: [],
    });
  });

  it("are ended and repeated when their script is not done", async () => {
    const pid = await killAtGate(
      `CREATE TABLE one (id int); SELECT pg_advisory_lock(${GATE}); CREATE TABLE two (id int);`,
    );
    const repeated = applyMigrations(database.url, { migrationsDir: scratch, lockMs: 0 });
    await untilGone(pid);
    await openGate();
    expect(await repeated).toEqual([names[1]]);
    expect(await rows("SELECT to_regclass('two') IS NOT NULL AS exists")).toEqual([{ exists: true }]);
  });

  it("are not repeated when their last batch was committed after the process was gone", async () => {
    const pid = await killAtGate(
      `DO $$
       DECLARE finished_at integer := 0;
       BEGIN
         INSERT INTO things VALUES (1);
         COMMIT;
         PERFORM pg_advisory_lock(${GATE});
         CREATE INDEX things_id ON things (id);
       END
       $$;`,
    );
    await openGate();
    await untilGone(pid);
    await applyMigrations(database.url, { migrationsDir: scratch });
    expect(await rows("SELECT id FROM things")).toEqual([{ id: 1 }]);
    expect(await compareMigrations(database.url, { migrationsDir: scratch })).toMatchObject({ failed: [] });
  });

  it("wait for Prisma's command line, which may be at work", async () => {
    await addMigration(names[0] ?? "", "CREATE TABLE things (id int);");
    await observer.query("SELECT pg_advisory_lock(72707369)");
    let isApplied = false;
    const applying = applyMigrations(database.url, { migrationsDir: scratch }).then((applied) => {
      isApplied = true;
      return applied;
    });
    const asking =
      "SELECT FROM pg_stat_activity WHERE state = 'idle' AND query LIKE '%FROM pg_locks%' AND pid <> pg_backend_pid()";
    await untilFound(observer, "the runner sees the lock", asking);
    expect(isApplied).toBe(false);
    await observer.query("SELECT pg_advisory_unlock(72707369)");
    expect(await applying).toEqual([names[0]]);
  });

  it("drop no index that an operator built under their name", async () => {
    await addMigration(names[0] ?? "", "CREATE TABLE things (id int);");
    await applyMigrations(database.url, { migrationsDir: scratch });
    await observer.query("CREATE INDEX things_id ON things (id)");
    await addMigration(names[1] ?? "", `CREATE INDEX CONCURRENTLY "things_id" ON things (id);`);
    for (const attempt of [1, 2])
      await expect(applyMigrations(database.url, { migrationsDir: scratch }), `${attempt}`).rejects.toThrow(
        /an index "things_id" exists that no migration built/,
      );
    expect(await readIndex("things_id")).toEqual([VALID]);
    await observer.query("ALTER INDEX things_id RENAME TO mine");
    expect(await applyMigrations(database.url, { migrationsDir: scratch })).toEqual([names[1]]);
  });
});
