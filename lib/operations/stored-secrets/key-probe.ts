import type pg from "pg";
import { InvalidEnvironment } from "@/lib/kernel/env";
import { defineEncryptedColumn, type EncryptedColumn } from "@/lib/kernel/secrets";

/** A known text, encrypted with the key of the installation (decision 0096). There is one row. */
export const keyProbes = defineEncryptedColumn("encryption_key_probes", "value");

const PROBE_ID = "00000000-0000-4000-8000-000000000001";
const PROBE_TEXT = "ENCRYPTION_KEY";

type EncryptedValue = { row: string; value: Buffer };

/** Whether ENCRYPTION_KEY or one of ENCRYPTION_KEY_PREVIOUS can decrypt a value. */
function isReadable(column: EncryptedColumn, { row, value }: EncryptedValue): boolean {
  try {
    column.decrypt(value, row);
    return true;
  } catch {
    return false;
  }
}

async function findProbe(client: pg.Client): Promise<EncryptedValue | null> {
  const sql = `SELECT id AS "row", value FROM encryption_key_probes WHERE id = $1`;
  return (await client.query<EncryptedValue>(sql, [PROBE_ID])).rows[0] ?? null;
}

/** Finds the newest value of a column. Ids of rows begin with their time. */
async function findNewestValue(
  client: pg.Client,
  { table, column, key }: EncryptedColumn,
): Promise<EncryptedValue | null> {
  const { rows } = await client.query<EncryptedValue>(
    `SELECT "${key}" AS "row", "${column}" AS value FROM "${table}" WHERE "${column}" IS NOT NULL
     ORDER BY "${key}" DESC LIMIT 1`,
  );
  return rows[0] ?? null;
}

/**
 * Whether the keys fit a database without a probe: they can decrypt the newest value of a column, or there are no
 * values. One readable value is enough, so that an installation that lost a key long ago, and goes on with a new one,
 * still starts.
 */
async function canReadStoredSecrets(client: pg.Client): Promise<boolean> {
  // Loaded only for the first probe, because a start that finds one needs none of these modules.
  const { SECRET_COLUMNS } = await import("./columns");
  const results: boolean[] = [];
  for (const column of SECRET_COLUMNS) {
    const newest = await findNewestValue(client, column);
    if (newest) results.push(isReadable(column, newest));
  }
  return results.length === 0 || results.includes(true);
}

/** Writes the probe, unless another process wrote it first. Returns the stored one. */
async function createProbe(client: pg.Client): Promise<EncryptedValue | null> {
  await client.query(
    "INSERT INTO encryption_key_probes (id, value) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING",
    [PROBE_ID, keyProbes.encrypt(PROBE_TEXT, PROBE_ID)],
  );
  return findProbe(client);
}

const buildMessage = (secretsFile: string | null): string =>
  secretsFile === null
    ? "ENCRYPTION_KEY does not fit this database, which was encrypted with another key: " +
      "set ENCRYPTION_KEY or ENCRYPTION_KEY_PREVIOUS to that key."
    : `The ENCRYPTION_KEY in ${secretsFile} does not fit this database, which was encrypted with another key: ` +
      "restore that file from the backup, or set ENCRYPTION_KEY_PREVIOUS to that key.";

/**
 * Checks that ENCRYPTION_KEY or one of ENCRYPTION_KEY_PREVIOUS is the key of this database, with one query. The first
 * start with a key stores what later ones check. `secretsFile`: the file that the key was read from, if it is not from
 * the environment. Throws InvalidEnvironment if no key fits.
 */
export async function checkEncryptionKey(client: pg.Client, secretsFile: string | null): Promise<void> {
  const probe =
    (await findProbe(client)) ?? ((await canReadStoredSecrets(client)) ? await createProbe(client) : null);
  if (!probe || !isReadable(keyProbes, probe)) throw new InvalidEnvironment(buildMessage(secretsFile));
}
