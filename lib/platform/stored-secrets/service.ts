import { tokenSecrets } from "@/lib/access/authorization-tokens/serializer";
import { transaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { getKeyring, type EncryptedColumn } from "@/lib/kernel/secrets";
import { appSecrets } from "@/lib/learning/apps/serializer";
import { privateKeys } from "@/lib/credentials/open-badges/serializer";
import { previousWebhookSecrets, webhookSecrets } from "@/lib/organizations/profile/serializer";
import { findEnd, lockOld, saveValues, type StoredSecret } from "./queries";

/** Every column whose values stay; what ends by itself within a day is not encrypted again. */
const COLUMNS = [tokenSecrets, webhookSecrets, previousWebhookSecrets, appSecrets, privateKeys];

const UNREADABLE = "stored secrets cannot be read with ENCRYPTION_KEY and ENCRYPTION_KEY_PREVIOUS";

/** Rows that one turn reads. */
export const STEP = 500;

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** Where the next turn of this process goes on. It is lost with the process, which costs reading again alone. */
let position = { index: 0, after: BEFORE_ALL };

/** The value as it is written now; null when none of the keys reads it. */
function encryptAgain(column: EncryptedColumn, { row, value }: StoredSecret): StoredSecret | null {
  try {
    return { row, value: column.encrypt(column.decrypt(value, row), row) };
  } catch {
    return null;
  }
}

/** Encrypts anew what is old among the next rows of a column; returns the last row read, null at the end. */
function renewRows(column: EncryptedColumn, after: string): Promise<string | null> {
  return transaction(async () => {
    const end = await findEnd(column, after, STEP);
    const old = await lockOld(column, getKeyring().header, { after, end });
    const renewed = old.map((stored) => encryptAgain(column, stored)).filter((stored) => stored !== null);
    if (renewed.length > 0) await saveValues(column, renewed);
    const unread = old.length - renewed.length;
    if (unread > 0) log.warn({ table: column.table, column: column.column, unread }, UNREADABLE);
    return end;
  });
}

/**
 * Encrypts anew what is not written as values are now: from before values were bound to their row, or under a key of
 * before. A turn reads at most 500 rows of each column, in one transaction, so that a process that dies leaves values as
 * they were. True while more rows are to be read; then all begins again.
 */
export async function renewSecrets(): Promise<boolean> {
  for (const [index, column] of COLUMNS.entries()) {
    if (index < position.index) continue;
    const after = index === position.index ? position.after : BEFORE_ALL;
    const end = await renewRows(column, after);
    if (end !== null) {
      position = { index, after: end };
      return true;
    }
  }
  position = { index: 0, after: BEFORE_ALL };
  return false;
}
