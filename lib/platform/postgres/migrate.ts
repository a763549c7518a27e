import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { withClient } from "@/lib/platform/postgres/database";
import {
  folders,
  migrationsList,
  NO_FILTERS,
  readMigrations,
  type Migration,
  type MigrationFolders,
} from "@/lib/platform/postgres/migration-files";
import { SchemaEngineError, withSchemaEngine } from "@/lib/platform/postgres/schema-engine";

// All the engine needs to know of the schema to apply scripts.
const PROVIDER_ONLY = [
  { path: "provider.prisma", content: 'datasource db {\n  provider = "postgresql"\n}\n' },
];

const UNDEFINED_TABLE = "42P01";

interface MigrationRow {
  migration_name: string;
  finished: boolean;
}

async function recordedMigrations(client: pg.Client): Promise<MigrationRow[]> {
  const sql = `SELECT migration_name, finished_at IS NOT NULL AS finished
    FROM _prisma_migrations WHERE rolled_back_at IS NULL`;
  try {
    return (await client.query<MigrationRow>(sql)).rows;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return [];
    throw error;
  }
}

interface State {
  pending: string[];
  /** Begun but not finished: the script failed, or its process was killed. */
  failed: string[];
}

async function stateOf(client: pg.Client, migrations: Migration[]): Promise<State> {
  const rows = await recordedMigrations(client);
  const finished = new Set(rows.filter((row) => row.finished).map((row) => row.migration_name));
  return {
    pending: migrations.map(({ name }) => name).filter((name) => !finished.has(name)),
    failed: rows.filter((row) => !row.finished).map((row) => row.migration_name),
  };
}

/** Names of the migrations that the database lacks (or that failed there), by one plain query. */
export async function pendingMigrations(
  databaseUrl: string,
  options: MigrationFolders = {},
): Promise<string[]> {
  const migrations = await readMigrations(folders(options).migrationsDir);
  return withClient(databaseUrl, async (client) => (await stateOf(client, migrations)).pending);
}

// Any number but Prisma's own (72707369), which the engine takes on a connection of its own.
const ADVISORY_LOCK = 7_270_736_901;

/** A script that is no transaction: the one statement in it builds an index beside the work, or commits by itself. */
const standsAlone = ({ sql }: Migration): boolean =>
  /\b(CONCURRENTLY|COMMIT)\b/i.test(sql.replace(/--.*$/gm, ""));

/** The first pending migrations that can be applied together: up to one that stands alone, or that one. */
function nextMigrations(migrations: Migration[], pending: string[]): { upTo: Migration[]; alone: boolean } {
  const isPending = ({ name }: Migration) => pending.includes(name);
  const alone = migrations.find(isPending);
  if (alone && standsAlone(alone))
    return { upTo: migrations.slice(0, migrations.indexOf(alone) + 1), alone: true };
  const end = migrations.findIndex((one) => isPending(one) && standsAlone(one));
  return { upTo: end < 0 ? migrations : migrations.slice(0, end), alone: false };
}

/** Indexes whose building failed or was cut off: they are kept up to date, and nothing reads them. */
async function dropInvalidIndexes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT indexrelid::regclass::text AS name FROM pg_index
    JOIN pg_class ON pg_class.oid = indexrelid
    WHERE NOT indisvalid AND relnamespace = 'public'::regnamespace`);
  for (const { name } of rows) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
}

// Whoever waits for a table's lock keeps all others waiting behind it: not for longer than a reader notices.
const LOCK_MS = 2_000;
const LOCK_PAUSE_MS = 1_000;
const LOCK_ATTEMPTS = 100;

const LOCK_TIMEOUT = "55P03";

/** Applies what can be applied together; false when a table was in use, and it is to be tried again. */
async function applyNext(
  databaseUrl: string,
  { migrationsDir, lockMs }: { migrationsDir: string; lockMs: number },
  { pending, failed, migrations }: State & { migrations: Migration[] },
): Promise<string[] | null> {
  const { upTo, alone } = nextMigrations(migrations, pending);
  // An index that is built beside the work waits for all that began before it.
  const urls = { databaseUrl, lockMs: alone ? 0 : lockMs };
  try {
    return await withSchemaEngine(urls, PROVIDER_ONLY, async (engine) => {
      // A script is sent whole, so PostgreSQL runs it as one transaction: of a failed one nothing remains, and it
      // may be tried again. One that stands alone goes on where it was.
      for (const migrationName of failed) await engine.markMigrationRolledBack({ migrationName });
      const input = { migrationsList: migrationsList(migrationsDir, upTo), filters: NO_FILTERS };
      return (await engine.applyMigrations(input)).appliedMigrationNames;
    });
  } catch (error) {
    if (error instanceof SchemaEngineError && error.code === LOCK_TIMEOUT) return null;
    throw error;
  }
}

/**
 * Applies the pending migrations, in the order of their names, and records them as Prisma's command line does.
 * Returns the names applied. Several processes may call it at once: one applies, the others wait for it.
 * A script that waits `lockMs` for a table in vain is tried again, for some minutes.
 * `databaseUrl` must lead to the server itself or to a pooler in session mode (advisory locks).
 * Throws with PostgreSQL's message if a script fails; nothing of it remains, and the next call tries it again.
 */
export async function applyMigrations(
  databaseUrl: string,
  { lockMs = LOCK_MS, ...options }: MigrationFolders & { lockMs?: number } = {},
): Promise<string[]> {
  const { migrationsDir } = folders(options);
  const migrations = await readMigrations(migrationsDir);
  return withClient(databaseUrl, async (client) => {
    // The engine takes most of a second to load; a start-up with nothing to do does not pay for it.
    if ((await stateOf(client, migrations)).pending.length === 0) return [];
    await client.query("SELECT pg_advisory_lock($1)", [ADVISORY_LOCK]);
    const before = (await stateOf(client, migrations)).pending;
    for (let attempt = 1; ; attempt += 1) {
      const state = await stateOf(client, migrations);
      if (state.pending.length === 0) return before;
      if (state.failed.length > 0) await dropInvalidIndexes(client);
      const applied = await applyNext(databaseUrl, { migrationsDir, lockMs }, { ...state, migrations });
      if (applied) continue;
      if (attempt >= LOCK_ATTEMPTS)
        throw new Error(
          `Migration ${state.pending[0]} failed: its tables were in use for minutes. Try again.`,
        );
      await setTimeout(LOCK_PAUSE_MS);
    }
  });
}
