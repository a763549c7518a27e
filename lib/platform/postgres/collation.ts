import type pg from "pg";
import { withClient } from "./database";

type OutdatedCollation = { name: string; stored: string | null; actual: string | null };

/**
 * Lists our collations whose recorded version differs from the server's ICU library. An upgrade of the library may
 * change the order of texts, and queries by an index in the old order miss rows.
 */
export async function listOutdatedCollations(client: pg.Client): Promise<OutdatedCollation[]> {
  const { rows } = await client.query<OutdatedCollation>(`
    SELECT quote_ident(nspname) || '.' || quote_ident(collname) AS name, collversion AS stored,
      pg_collation_actual_version(pg_collation.oid) AS actual
    FROM pg_collation JOIN pg_namespace ON pg_namespace.oid = collnamespace
    WHERE collprovider = 'i' AND nspname = current_schema()
      AND collversion IS DISTINCT FROM pg_collation_actual_version(pg_collation.oid)`);
  return rows;
}

const listIndexNames = async (client: pg.Client, collation: string): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT indexrelid::regclass::text AS name FROM pg_index
     WHERE $1::regcollation::oid = ANY (indcollation::oid[]) ORDER BY indexrelid`,
    [collation],
  );
  return rows.map(({ name }) => name);
};

// Any number that no other advisory lock here uses.
const ADVISORY_LOCK = 7_270_736_902;

/**
 * Rebuilds the indexes of collations whose version in the server's ICU library has changed, and records the new
 * version. Runs in one transaction, so if the process dies nothing has changed, and the next start repeats it. If
 * several processes start at once, one of them does the work. Returns the names of the rebuilt indexes.
 */
export const refreshCollations = (databaseUrl: string): Promise<string[]> =>
  withClient(databaseUrl, async (client) => {
    if ((await listOutdatedCollations(client)).length === 0) return [];
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock($1)", [ADVISORY_LOCK]);
    const rebuilt: string[] = [];
    for (const { name } of await listOutdatedCollations(client)) {
      for (const index of await listIndexNames(client, name)) {
        await client.query(`REINDEX INDEX ${index}`);
        rebuilt.push(index);
      }
      await client.query(`ALTER COLLATION ${name} REFRESH VERSION`);
    }
    await client.query("COMMIT");
    return rebuilt;
  });
