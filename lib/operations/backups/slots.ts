import { randomBytes } from "node:crypto";
import type pg from "pg";
import { parsePosition } from "./positions";

/** A replication slot: the server keeps the log from its position on, until the archive has it. */
export type Slot = { name: string; position: bigint; isLost: boolean };

const PREFIX = "backup_";

/** Finds the slot of the archive; null if there is none. */
export async function findSlot(client: pg.Client): Promise<Slot | null> {
  const { rows } = await client.query<{ name: string; position: string | null; isLost: boolean }>(
    `SELECT slot_name AS name, restart_lsn::text AS position, wal_status = 'lost' AS "isLost"
     FROM pg_replication_slots WHERE slot_type = 'physical' AND starts_with(slot_name, $1) ORDER BY slot_name`,
    [PREFIX],
  );
  const [row] = rows;
  if (!row) return null;
  return { name: row.name, position: parsePosition(row.position ?? "0/0"), isLost: row.isLost };
}

/** Creates a slot with a new name, which is the name of a new archive. */
export async function createSlot(client: pg.Client): Promise<Slot> {
  const name = `${PREFIX}${randomBytes(6).toString("hex")}`;
  const { rows } = await client.query<{ position: string }>(
    "SELECT lsn::text AS position FROM pg_create_physical_replication_slot($1, true)",
    [name],
  );
  return { name, position: parsePosition(rows[0]?.position ?? "0/0"), isLost: false };
}

/** Whether a service reads the log from a slot at this moment. */
export async function isStreamed(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query("SELECT FROM pg_replication_slots WHERE slot_name = $1 AND active", [
    name,
  ]);
  return rows.length > 0;
}

/** Finds the slot of the archive, or creates one. */
export const ensureSlot = async (client: pg.Client): Promise<Slot> =>
  (await findSlot(client)) ?? createSlot(client);

const END_MS = 10_000;

/**
 * Removes the slot of the archive, so that the server does not keep the log for it. Ends the stream of a service that
 * still uses it, which connects again by itself.
 */
export async function dropSlot(client: pg.Client, name: string): Promise<void> {
  await client.query(
    `SELECT pg_terminate_backend(active_pid, $2) FROM pg_replication_slots
     WHERE slot_name = $1 AND active_pid IS NOT NULL`,
    [name, END_MS],
  );
  await client.query("SELECT pg_drop_replication_slot($1)", [name]);
}
