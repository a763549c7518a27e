import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { findBuiltIndex } from "@/lib/platform/postgres/migration-scripts";
import type { Migration } from "@/lib/platform/postgres/migration-files";

/**
 * The lock that each session holds in which scripts run. PostgreSQL finishes a statement whose client is gone, so the
 * session of a runner that was killed may still build an index for hours.
 */
export const SCRIPT_LOCK = 7_270_736_906;

/** The lock that Prisma's engine holds while it applies migrations, also in Prisma's own command line. */
const ENGINE_LOCK = 72_707_369;

const PAUSE_MS = 200;
const INSUFFICIENT_PRIVILEGE = "42501";

async function listHolders(client: pg.Client, lock: number): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND classid::bigint << 32 | objid::bigint = $1`,
    [lock],
  );
  return rows.map(({ pid }) => pid);
}

async function endSessions(client: pg.Client, pids: number[]): Promise<void> {
  try {
    await client.query("SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid", [pids]);
  } catch (error) {
    // Of another role: its statement is waited for.
    if (!(error instanceof pg.DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error;
  }
}

/**
 * Ends the sessions of runners that are gone, and waits until Prisma's command line has finished, if it applies
 * migrations. To be called by the only runner whose turn it is.
 */
export async function endLostSessions(client: pg.Client): Promise<void> {
  for (;;) {
    const lost = await listHolders(client, SCRIPT_LOCK);
    if (lost.length > 0) await endSessions(client, lost);
    else if ((await listHolders(client, ENGINE_LOCK)).length === 0) return;
    await setTimeout(PAUSE_MS);
  }
}

const isIndex = async (client: pg.Client, name: string): Promise<boolean> => {
  const { rowCount } = await client.query("SELECT FROM pg_index WHERE indexrelid = to_regclass($1)", [name]);
  return rowCount !== 0;
};

/**
 * Drops the index that an earlier attempt of this migration built, completely or not: whether it is what the script
 * describes is not known.
 */
export async function dropAttemptedIndex(client: pg.Client, { sql }: Migration): Promise<void> {
  const name = findBuiltIndex(sql);
  if (name !== null && (await isIndex(client, name)))
    await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
}

/**
 * Throws if a migration that was never tried is to build an index of a name that exists. Nothing is recorded then, so
 * that no later run takes this index for a part of the migration and drops it.
 */
export async function requireFreeName(client: pg.Client, { name, sql }: Migration): Promise<void> {
  const index = findBuiltIndex(sql);
  if (index !== null && (await isIndex(client, index)))
    throw new Error(
      `Migration ${name} failed: an index ${index} exists that no migration built. Rename or drop it, and try again.`,
    );
}
