import { tokenSecrets } from "@/lib/access/authorization-tokens/serializer";
import { transaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { getKeyring, type EncryptedColumn } from "@/lib/kernel/secrets";
import { appSecrets } from "@/lib/learning/apps/serializer";
import { privateKeys } from "@/lib/credentials/issuer-keys/serializer";
import { previousWebhookSecrets, webhookSecrets } from "@/lib/organizations/profile/serializer";
import { findBatchEnd, lockOutdated, saveValues, type StoredSecret } from "./queries";

/** Every column with permanent encrypted values. Values that expire within a day are not encrypted again. */
const COLUMNS = [tokenSecrets, webhookSecrets, previousWebhookSecrets, appSecrets, privateKeys];

const UNREADABLE = "stored secrets cannot be read with ENCRYPTION_KEY and ENCRYPTION_KEY_PREVIOUS";

/** The most rows that one turn reads. */
export const BATCH_SIZE = 500;

const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** Where the next turn of this process continues. When the process ends it is lost, and rows are read again. */
let position = { index: 0, after: FIRST_ID };

/** Encrypts a value again in the current form; null when no key can decrypt it. */
function reencryptValue(column: EncryptedColumn, { row, value }: StoredSecret): StoredSecret | null {
  try {
    return { row, value: column.encrypt(column.decrypt(value, row), row) };
  } catch {
    return null;
  }
}

/** Encrypts the outdated values among the next rows of a column again; returns the last row read, null at the end. */
function reencryptRows(column: EncryptedColumn, after: string): Promise<string | null> {
  return transaction(async () => {
    const end = await findBatchEnd(column, after, BATCH_SIZE);
    const outdated = await lockOutdated(column, getKeyring().header, { after, end });
    const renewed = outdated
      .map((stored) => reencryptValue(column, stored))
      .filter((stored) => stored !== null);
    if (renewed.length > 0) await saveValues(column, renewed);
    const unreadable = outdated.length - renewed.length;
    if (unreadable > 0)
      log.warn({ table: column.table, column: column.column, unread: unreadable }, UNREADABLE);
    return end;
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
    const end = await reencryptRows(column, after);
    if (end !== null) {
      position = { index, after: end };
      return true;
    }
  }
  position = { index: 0, after: FIRST_ID };
  return false;
}
