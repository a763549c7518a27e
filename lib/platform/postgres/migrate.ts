import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { withClient } from "@/lib/platform/postgres/database";
import {
  resolveFolders,
  buildMigrationsList,
  NO_FILTERS,
  readMigrations,
  type Migration,
  type MigrationFolders,
} from "@/lib/platform/postgres/migration-files";
import { SchemaEngineError, withSchemaEngine } from "@/lib/platform/postgres/schema-engine";

// The only part of the schema that the engine needs for applying scripts.
const PROVIDER_ONLY_SCHEMA = [
  { path: "provider.prisma", content: 'datasource db {\n  provider = "postgresql"\n}\n' },
];

const UNDEFINED_TABLE = "42P01";

interface MigrationRow {
  migration_name: string;
  finished: boolean;
}

async function listRecordedMigrations(client: pg.Client): Promise<MigrationRow[]> {
  const sql = `SELECT migration_name, finished_at IS NOT NULL AS finished
    FROM _prisma_migrations WHERE rolled_back_at IS NULL`;
  try {
    return (await client.query<MigrationRow>(sql)).rows;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return [];
    throw error;
  }
}

interface MigrationState {
  pending: string[];
  /** Migrations that were started but not finished: the script failed, or its process was killed. */
  failed: string[];
}

async function readMigrationState(client: pg.Client, migrations: Migration[]): Promise<MigrationState> {
  const rows = await listRecordedMigrations(client);
  const finished = new Set(rows.filter((row) => row.finished).map((row) => row.migration_name));
  return {
    pending: migrations.map(({ name }) => name).filter((name) => !finished.has(name)),
    failed: rows.filter((row) => !row.finished).map((row) => row.migration_name),
  };
}

/** Compares the migrations of this version with those of a database. `unknown`: recorded ones of another version. */
export async function compareMigrations(
  databaseUrl: string,
  options: MigrationFolders = {},
): Promise<MigrationState & { unknown: string[] }> {
  const migrations = await readMigrations(resolveFolders(options).migrationsDir);
  const known = new Set(migrations.map(({ name }) => name));
  return withClient(databaseUrl, async (client) => {
    const recorded = await listRecordedMigrations(client);
    return {
      ...(await readMigrationState(client, migrations)),
      unknown: recorded.map((row) => row.migration_name).filter((name) => !known.has(name)),
    };
  });
}

/** Returns the names of the migrations that are missing in the database, or that failed there, with one query. */
export async function listPendingMigrations(
  databaseUrl: string,
  options: MigrationFolders = {},
): Promise<string[]> {
  const migrations = await readMigrations(resolveFolders(options).migrationsDir);
  return withClient(databaseUrl, async (client) => (await readMigrationState(client, migrations)).pending);
}

// Any number except Prisma's (72707369), which the engine locks on its own connection.
const ADVISORY_LOCK = 7_270_736_901;

/** Whether a script cannot run in a transaction: its statement builds an index concurrently, or commits by itself. */
const mustRunAlone = ({ sql }: Migration): boolean =>
  /\b(CONCURRENTLY|COMMIT)\b/i.test(sql.replace(/--.*$/gm, ""));

/** Chooses the next migrations to apply together: those before one that must run alone, or only that one. */
function chooseNextMigrations(
  migrations: Migration[],
  pending: string[],
): { upTo: Migration[]; alone: boolean } {
  const isPending = ({ name }: Migration) => pending.includes(name);
  const first = migrations.find(isPending);
  if (first && mustRunAlone(first))
    return { upTo: migrations.slice(0, migrations.indexOf(first) + 1), alone: true };
  const end = migrations.findIndex((migration) => isPending(migration) && mustRunAlone(migration));
  return { upTo: end < 0 ? migrations : migrations.slice(0, end), alone: false };
}

/** Drops indexes that were not built completely. They would be updated with every change, but never used. */
async function dropInvalidIndexes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT indexrelid::regclass::text AS name FROM pg_index
    JOIN pg_class ON pg_class.oid = indexrelid
    WHERE NOT indisvalid AND relnamespace = 'public'::regnamespace`);
  for (const { name } of rows) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
}

const TURN_PAUSE_MS = 200;

/**
 * Waits until no other process applies migrations. It asks again and again, because a statement that waits for the lock
 * has a snapshot, for which an index that the other process builds concurrently would wait: forever.
 */
async function waitForTurn(client: pg.Client): Promise<void> {
  const tryLock = async (): Promise<boolean> => {
    const sql = "SELECT pg_try_advisory_lock($1) AS locked";
    const { rows } = await client.query<{ locked: boolean }>(sql, [ADVISORY_LOCK]);
    return rows[0]?.locked === true;
  };
  while (!(await tryLock())) await setTimeout(TURN_PAUSE_MS);
}

// All queries of a table wait behind a statement that waits for its lock, so it waits only briefly. Less than
// deadlock_timeout (one second): in a deadlock the script gives way, and not a request.
const LOCK_TIMEOUT_MS = 500;
const LOCK_PAUSE_MS = 1_000;
const LOCK_ATTEMPTS = 100;

const LOCK_TIMEOUT_CODE = "55P03";

/** Applies the next migrations and returns their names; null if a table was in use, so they must be tried again. */
async function applyNextMigrations(
  databaseUrl: string,
  { migrationsDir, lockMs }: { migrationsDir: string; lockMs: number },
  { pending, failed, migrations }: MigrationState & { migrations: Migration[] },
): Promise<string[] | null> {
  const { upTo, alone } = chooseNextMigrations(migrations, pending);
  // An index that is built concurrently waits for all transactions that began earlier.
  const connection = { databaseUrl, lockMs: alone ? 0 : lockMs };
  try {
    return await withSchemaEngine(connection, PROVIDER_ONLY_SCHEMA, async (engine) => {
      // A script is sent whole, so PostgreSQL runs it as one transaction. A failed script leaves no changes and can be
      // tried again. One that must run alone continues where it stopped.
      for (const migrationName of failed) await engine.markMigrationRolledBack({ migrationName });
      const input = { migrationsList: buildMigrationsList(migrationsDir, upTo), filters: NO_FILTERS };
      return (await engine.applyMigrations(input)).appliedMigrationNames;
    });
  } catch (error) {
    if (error instanceof SchemaEngineError && error.code === LOCK_TIMEOUT_CODE) return null;
    throw error;
  }
}

/**
 * Applies the pending migrations in the order of their names and records them as Prisma's command line does. Returns
 * their names. Several processes may call it at once: one applies, the others wait.
 * A script that could not lock a table within `lockMs` is tried again for some minutes.
 * `databaseUrl` must lead to the server itself or to a pooler in session mode, because of the advisory locks.
 * Throws an error with PostgreSQL's message if a script fails. The script leaves no changes, and the next call tries it
 * again.
 */
export async function applyMigrations(
  databaseUrl: string,
  { lockMs = LOCK_TIMEOUT_MS, ...options }: MigrationFolders & { lockMs?: number } = {},
): Promise<string[]> {
  const { migrationsDir } = resolveFolders(options);
  const migrations = await readMigrations(migrationsDir);
  return withClient(databaseUrl, async (client) => {
    // Checked first, because loading the engine takes most of a second.
    if ((await readMigrationState(client, migrations)).pending.length === 0) return [];
    await waitForTurn(client);
    const pendingNames = (await readMigrationState(client, migrations)).pending;
    for (let attempt = 1; ; attempt += 1) {
      const state = await readMigrationState(client, migrations);
      if (state.pending.length === 0) return pendingNames;
      if (state.failed.length > 0) await dropInvalidIndexes(client);
      const applied = await applyNextMigrations(
        databaseUrl,
        { migrationsDir, lockMs },
        { ...state, migrations },
      );
      if (applied) continue;
      if (attempt >= LOCK_ATTEMPTS)
        throw new Error(
          `Migration ${state.pending[0]} failed: its tables were in use for minutes. Try again.`,
        );
      await setTimeout(LOCK_PAUSE_MS);
    }
  });
}
