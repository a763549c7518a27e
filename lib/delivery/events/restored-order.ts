import type pg from "pg";
import { withClient } from "@/lib/platform/postgres/database";

/**
 * Whether an event has the number of a transaction that this server has not begun yet; one index lookup for each
 * organization.
 */
async function hasEventsAhead(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`
    SELECT FROM organizations CROSS JOIN LATERAL (
      SELECT recorded_in FROM events WHERE events.organization_id = organizations.id
      ORDER BY recorded_in DESC, id DESC LIMIT 1
    ) AS newest
    WHERE newest.recorded_in >= pg_snapshot_xmax(pg_current_snapshot()) LIMIT 1`);
  return rows.length > 0;
}

// Any number that no other lock uses.
const ADVISORY_LOCK = 7_270_736_903;

/**
 * Corrects the order of events after a restore. Events are read in the order of the transactions that wrote them. A
 * dump or logical replication moves them to a server that counts transactions from the beginning, so their numbers are
 * in the future: readers would wait for them, and new events would come before them. They all get the number of a
 * transaction before all others, and are then ordered by id, which is by time. It is one statement: if it fails,
 * nothing changes and the next start repeats it. Returns the number of changed events; calls `onStart` before the first
 * change.
 */
export const reorderRestoredEvents = (
  databaseUrl: string,
  onStart: () => void = () => undefined,
): Promise<number> =>
  withClient(databaseUrl, async (client) => {
    if (!(await hasEventsAhead(client))) return 0;
    await client.query("SELECT pg_advisory_lock($1)", [ADVISORY_LOCK]);
    if (!(await hasEventsAhead(client))) return 0;
    onStart();
    // All events: the number does not tell which were recorded before the dump and which after the restore.
    const { rowCount } = await client.query("UPDATE events SET recorded_in = '3' WHERE recorded_in <> '3'");
    return rowCount ?? 0;
  });
