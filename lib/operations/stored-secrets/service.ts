import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { getKeyring, type EncryptedColumn } from "@/lib/kernel/secrets";
import { SECRET_COLUMNS } from "./columns";
import { keyProbes } from "./key-probe";
import { countOutdated, findBatchEnd, lockOutdated, saveValues, type StoredSecret } from "./queries";

/** The probe is last: while it is encrypted with a previous key, other values may be too. */
const COLUMNS = [...SECRET_COLUMNS, keyProbes];

const UNREADABLE = "stored secrets cannot be read with ENCRYPTION_KEY and ENCRYPTION_KEY_PREVIOUS";

/** The most rows that one turn reads. */
export const BATCH_SIZE = 500;

const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** Where the next turn of this process continues. When the process ends it is lost, and rows are read again. */
let position = { index: 0, after: FIRST_ID };

/** How many values were re-encrypted, and how many no key can decrypt. */
type Counts = { reencrypted: number; unreadable: number };

/** Encrypts a value again in the current form; null when no key can decrypt it. */
function reencryptValue(column: EncryptedColumn, { row, value }: StoredSecret): StoredSecret | null {
  try {
    return { row, value: column.encrypt(column.decrypt(value, row), row) };
  } catch {
    return null;
  }
}

/** Encrypts the outdated values among the next rows of a column again. `end`: the last row read, null at the end. */
function reencryptBatch(column: EncryptedColumn, after: string): Promise<Counts & { end: string | null }> {
  return transaction(async () => {
    const end = await findBatchEnd(column, after, BATCH_SIZE);
    const outdated = await lockOutdated(column, getKeyring().header, { after, end });
    const renewed = outdated
      .map((stored) => reencryptValue(column, stored))
      .filter((stored) => stored !== null);
    if (renewed.length > 0) await saveValues(column, renewed);
    return { end, reencrypted: renewed.length, unreadable: outdated.length - renewed.length };
  });
}

/**
 * Encrypts stored values again that are in an outdated form: not bound to their row, or encrypted with a previous key.
 * A turn reads at most 500 rows of each column, in one transaction, so a process that dies leaves the values unchanged.
 * True while there are more rows to read; then it starts again from the beginning.
 */
export async function reencryptSecrets(): Promise<boolean> {
  for (const [index, column] of COLUMNS.entries()) {
    if (index < position.index) continue;
    const after = index === position.index ? position.after : FIRST_ID;
    const { end, unreadable } = await reencryptBatch(column, after);
    if (unreadable > 0)
      log.warn({ table: column.table, column: column.column, unread: unreadable }, UNREADABLE);
    if (end !== null) {
      position = { index, after: end };
      return true;
    }
  }
  position = { index: 0, after: FIRST_ID };
  return false;
}

/** Counts of one column, whose name is `table.column`. */
export type ColumnCounts = Counts & { name: string };

/** Reads a whole column once, in batches. `report` gets the counts so far after each batch. */
async function reencryptColumn(column: EncryptedColumn, report: (counts: Counts) => void): Promise<Counts> {
  const counts: Counts = { reencrypted: 0, unreadable: 0 };
  for (let after: string | null = FIRST_ID; after !== null;) {
    const { end, reencrypted, unreadable } = await reencryptBatch(column, after);
    counts.reencrypted += reencrypted;
    counts.unreadable += unreadable;
    report(counts);
    after = end;
  }
  return counts;
}

// Longer together than a transaction may take, whose rows a pass skips.
const PASSES = 20;
const PAUSE_MS = 2_000;

/** Reads a column until no outdated value is left but those that no key can decrypt. */
async function completeColumn(
  column: EncryptedColumn,
  report: (counts: ColumnCounts) => void,
): Promise<ColumnCounts> {
  const name = `${column.table}.${column.column}`;
  let reencrypted = 0;
  for (let pass = 1; ; pass += 1) {
    const counts = await reencryptColumn(column, (now) =>
      report({ name, reencrypted: reencrypted + now.reencrypted, unreadable: now.unreadable }),
    );
    reencrypted += counts.reencrypted;
    const skipped = (await countOutdated(column, getKeyring().header)) - counts.unreadable;
    if (skipped <= 0) return { name, reencrypted, unreadable: counts.unreadable };
    if (pass === PASSES)
      throw new Error(
        `${skipped} values of ${name} are in use by other transactions. Run the command again.`,
      );
    await clock.wait(PAUSE_MS);
  }
}

/**
 * Encrypts all outdated values again, as the hourly job does over its turns, and returns the counts of each column.
 * `report` gets those of the current column after each batch. If it ends early, it can be repeated. Throws if values
 * are in use for longer than a transaction may take.
 */
export async function reencryptAllSecrets(report: (counts: ColumnCounts) => void): Promise<ColumnCounts[]> {
  const all: ColumnCounts[] = [];
  for (const column of COLUMNS) all.push(await completeColumn(column, report));
  return all;
}

/** Whether the last rotation of the key is complete: the probe is encrypted again last. */
export const isRotationComplete = async (): Promise<boolean> =>
  (await countOutdated(keyProbes, getKeyring().header)) === 0;
