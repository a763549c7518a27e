import type pg from "pg";

/** A store that this installation has made backups in, or (not confirmed) begins to. */
type KnownStore = { id: string; isConfirmed: boolean };

const COLUMNS = `id, confirmed_at IS NOT NULL AS "isConfirmed"`;

/** Finds a store by the id in its marker. */
export async function findKnownStore(client: pg.Client, id: string): Promise<KnownStore | null> {
  const { rows } = await client.query<KnownStore>(`SELECT ${COLUMNS} FROM backup_stores WHERE id = $1`, [id]);
  return rows[0] ?? null;
}

/** Finds the store that was at an address: the newest that is confirmed, or the newest. */
export async function findStoreByAddress(client: pg.Client, address: string): Promise<KnownStore | null> {
  const { rows } = await client.query<KnownStore>(
    `SELECT ${COLUMNS} FROM backup_stores WHERE address = $1 ORDER BY confirmed_at IS NULL, created_at DESC, id LIMIT 1`,
    [address],
  );
  return rows[0] ?? null;
}

/** Remembers the id that the marker of a new store gets. */
export async function reserveStore(client: pg.Client, id: string, address: string): Promise<void> {
  await client.query("INSERT INTO backup_stores (id, address) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING", [
    id,
    address,
  ]);
}

/** Forgets the id of a store whose marker another process wrote first. */
export async function dropReservation(client: pg.Client, id: string): Promise<void> {
  await client.query("DELETE FROM backup_stores WHERE id = $1 AND confirmed_at IS NULL", [id]);
}

/** Remembers a store that has its marker, and where it is now. */
export async function rememberStore(client: pg.Client, id: string, address: string): Promise<void> {
  await client.query(
    `INSERT INTO backup_stores (id, address, confirmed_at) VALUES ($1, $2, now())
     ON CONFLICT (id) DO UPDATE SET address = EXCLUDED.address, confirmed_at = COALESCE(backup_stores.confirmed_at, now())`,
    [id, address],
  );
}
