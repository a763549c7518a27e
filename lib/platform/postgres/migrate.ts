import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { withClient } from "@/lib/platform/postgres/database";
import {
  dropAttemptedIndex,
  endLostSessions,
  requireFreeName,
  SCRIPT_LOCK,
} from "@/lib/platform/postgres/lost-migrations";
import {
  resolveFolders,
  buildMigrationsList,
  NO_FILTERS,
  readMigrations,
  type Migration,
  type MigrationFolders,
} from "@/lib/platform/postgres/migration-files";
import {
  mustRunAlone,
  recordWithScript,
  toRepeatableRemoval,
} from "@/lib/platform/postgres/migration-scripts";
import { SchemaEngineError, withSchemaEngine } from "@/lib/platform/postgres/schema-engine";

// The only part of the schema that the engine needs for applying scripts.
const PROVIDER_ONLY_SCHEMA = [
  { path: "provider.prisma", content: 'datasource db {\n  provider = "postgresql"\n}\n' },
];

const UNDEFINED_TABLE = "42P01";

interface MigrationRow {
  migration_name: string;
  finished: boolean;
  closed: boolean;
}

async function listRecordedMigrations(client: pg.Client): Promise<MigrationRow[]> {
  const sql = `SELECT migration_name, finished_at IS NOT NULL AND rolled_back_at IS NULL AS finished,
      finished_at IS NOT NULL OR rolled_back_at IS NOT NULL AS closed
    FROM _prisma_migrations`;
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
  /** The pending ones that were started before, also those whose record was closed by `prisma migrate resolve`. */
  attempted: Set<string>;
}

const summarize = (rows: MigrationRow[], migrations: Migration[]): MigrationState => {
  const finished = new Set(rows.filter((row) => row.finished).map((row) => row.migration_name));
  const pending = migrations.map(({ name }) => name).filter((name) => !finished.has(name));
  const recorded = new Set(rows.map((row) => row.migration_name));
  return {
    pending,
    failed: rows.filter((row) => !row.closed).map((row) => row.migration_name),
    attempted: new Set(pending.filter((name) => recorded.has(name))),
  };
};

const readMigrationState = async (client: pg.Client, migrations: Migration[]): Promise<MigrationState> =>
  summarize(await listRecordedMigrations(client), migrations);

/** Compares the migrations of this version with those of a database. `unknown`: recorded ones of another version. */
export async function compareMigrations(
  databaseUrl: string,
  options: MigrationFolders = {},
): Promise<MigrationState & { unknown: string[] }> {
  const migrations = await readMigrations(resolveFolders(options).migrationsDir);
  const known = new Set(migrations.map(({ name }) => name));
  return withClient(databaseUrl, async (client) => {
    const recorded = await listRecordedMigrations(client);
    const names = new Set(
      recorded.filter((row) => row.finished || !row.closed).map((row) => row.migration_name),
    );
    return { ...summarize(recorded, migrations), unknown: [...names].filter((name) => !known.has(name)) };
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

// Any number except Prisma's, which the engine locks on its own connection (lost-migrations.ts).
const ADVISORY_LOCK = 7_270_736_901;

interface NextMigrations {
  /** All migrations up to the last one to apply now, with those that are applied already. */
  upTo: Migration[];
  /** Whether only the last one is pending, and its script cannot run in a transaction. */
  alone: boolean;
}

/** Chooses the next migrations to apply together: those before one that must run alone, or only that one. */
function chooseNextMigrations(migrations: Migration[], pending: string[]): NextMigrations {
  const isPending = ({ name }: Migration) => pending.includes(name);
  const first = migrations.find(isPending);
  if (first && mustRunAlone(first.sql))
    return { upTo: migrations.slice(0, migrations.indexOf(first) + 1), alone: true };
  const end = migrations.findIndex((migration) => isPending(migration) && mustRunAlone(migration.sql));
  return { upTo: end < 0 ? migrations : migrations.slice(0, end), alone: false };
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

/** Drops what is left of earlier attempts at the next migration, and returns how its script is to be run. */
async function prepareNext(
  client: pg.Client,
  { upTo, alone }: NextMigrations,
  { attempted }: MigrationState,
): Promise<(sql: string) => string> {
  const scripts = new Set(upTo.map(({ sql }) => sql));
  const next = upTo.at(-1);
  const isAttempted = next !== undefined && attempted.has(next.name);
  if (next && alone) await (isAttempted ? dropAttemptedIndex(client, next) : requireFreeName(client, next));
  return (sql) => {
    // The engine runs statements of its own in the same way.
    if (!scripts.has(sql)) return sql;
    return recordWithScript(sql) ?? (isAttempted ? toRepeatableRemoval(sql) : null) ?? sql;
  };
}

/** Applies the next migrations. Returns false if a table was in use, so they must be tried again. */
async function applyNextMigrations(
  client: pg.Client,
  { databaseUrl, migrationsDir, lockMs }: { databaseUrl: string; migrationsDir: string; lockMs: number },
  state: MigrationState & { migrations: Migration[] },
): Promise<boolean> {
  const next = chooseNextMigrations(state.migrations, state.pending);
  const connection = {
    databaseUrl,
    // An index that is built concurrently waits for all transactions that began earlier.
    lockMs: next.alone ? 0 : lockMs,
    sessionLock: SCRIPT_LOCK,
    prepareScript: await prepareNext(client, next, state),
  };
  try {
    await withSchemaEngine(connection, PROVIDER_ONLY_SCHEMA, async (engine) => {
      // A failed script left no changes, or continues where it stopped, so it can be tried again.
      for (const migrationName of state.failed) await engine.markMigrationRolledBack({ migrationName });
      const migrationsList = buildMigrationsList(migrationsDir, next.upTo);
      await engine.applyMigrations({ migrationsList, filters: NO_FILTERS });
    });
    return true;
  } catch (error) {
    if (error instanceof SchemaEngineError && error.code === LOCK_TIMEOUT_CODE) return false;
    throw error;
  }
}

/**
 * Applies the pending migrations in the order of their names and records them as Prisma's command line does. Returns
 * their names. Several processes may call it at once: one applies, the others wait.
 * A script that could not lock a table within `lockMs` is tried again for some minutes.
 * `databaseUrl` must lead to the server itself or to a pooler in session mode, because of the advisory locks.
 * Throws an error with PostgreSQL's message if a script fails. The next call tries it again, also after this process was
 * killed at any point: it ends the session that was lost, and drops what the script had left.
 */
export async function applyMigrations(
  databaseUrl: string,
  { lockMs = LOCK_TIMEOUT_MS, ...folders }: MigrationFolders & { lockMs?: number } = {},
): Promise<string[]> {
  const { migrationsDir } = resolveFolders(folders);
  const migrations = await readMigrations(migrationsDir);
  return withClient(databaseUrl, async (client) => {
    // Checked first, because loading the engine takes most of a second.
    if ((await readMigrationState(client, migrations)).pending.length === 0) return [];
    await waitForTurn(client);
    await endLostSessions(client);
    const pendingNames = (await readMigrationState(client, migrations)).pending;
    for (let attempt = 1; ; attempt += 1) {
      const state = await readMigrationState(client, migrations);
      if (state.pending.length === 0) return pendingNames;
      const options = { databaseUrl, migrationsDir, lockMs };
      if (await applyNextMigrations(client, options, { ...state, migrations })) continue;
      if (attempt >= LOCK_ATTEMPTS)
        throw new Error(
          `Migration ${state.pending[0]} failed: its tables were in use for minutes. Try again.`,
        );
      await setTimeout(LOCK_PAUSE_MS);
    }
  });
}
