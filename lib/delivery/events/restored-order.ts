import type pg from "pg";
import { withClient } from "@/lib/platform/postgres/database";

/** Whether an event claims a transaction that this server has yet to begin; one look at an index for each organization. */
async function isAhead(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`
    SELECT FROM organizations CROSS JOIN LATERAL (
      SELECT recorded_in FROM events WHERE events.organization_id = organizations.id
      ORDER BY recorded_in DESC, id DESC LIMIT 1
    ) AS newest
    WHERE newest.recorded_in >= pg_snapshot_xmax(pg_current_snapshot()) LIMIT 1`);
  return rows.length > 0;
}

// Any number that nothing else here takes.
const ADVISORY_LOCK = 7_270_736_903;

/**
 * Events are read forward in the order of the transactions that wrote them. A dump or logical replication brings them to
 * a server that counts transactions anew, where they stand in the future: readers would wait for them, and what is
 * recorded now would come before them. So they get the number of a transaction before all others, and among them the
 * order of their ids, which is that of time. One statement: who dies within it leaves all as it was, and the next start
 * does it. Returns how many events were given another place; `begin` is called before any is.
 */
export const placeRestoredEvents = (
  databaseUrl: string,
  begin: () => void = () => undefined,
): Promise<number> =>
  withClient(databaseUrl, async (client) => {
    if (!(await isAhead(client))) return 0;
    await client.query("SELECT pg_advisory_lock($1)", [ADVISORY_LOCK]);
    if (!(await isAhead(client))) return 0;
    begin();
    // All of them: what was recorded before the dump and what was recorded since cannot be told apart by the number.
    const { rowCount } = await client.query("UPDATE events SET recorded_in = '3' WHERE recorded_in <> '3'");
    return rowCount ?? 0;
  });
