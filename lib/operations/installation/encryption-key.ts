import { dirname } from "node:path";
import { clock } from "@/lib/kernel/clock";
import { runAsJob } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { replaceKeys } from "@/lib/kernel/secrets";
import {
  acquireInstanceLock,
  InstanceLockedError,
  type InstanceLock,
} from "@/lib/platform/postgres/instance-lock";
import {
  isRotationComplete,
  reencryptAllSecrets,
  type ColumnCounts,
} from "@/lib/operations/stored-secrets/service";
import { storeChangedSecrets } from "@/lib/operations/backups/secret-files";
import { findBackupStore } from "./backup-store";
import { addEncryptionKey } from "./secrets";
import { printProgress } from "@/lib/kernel/program-log";

// Responses that are stored for an Idempotency-Key are not re-encrypted. They expire after a day.
const OLD_KEY_MS = 86_400_000;
const PROGRESS_MS = 1_000;

/** Backups of a database of one's own do not contain the key. Those of an embedded one have the file with the secrets. */
const KEEP_FOR_BACKUPS =
  "Keep it, where BACKUP_KEY is kept, as long as a backup from before exists, because it needs this key.";

const STEPS = `ENCRYPTION_KEY_PREVIOUS is not set, so there is no older key to re-encrypt from. To change the key:
  1. Create a key with "openssl rand -base64 32". Set it as ENCRYPTION_KEY and the present key as
     ENCRYPTION_KEY_PREVIOUS, in all processes, and start them. To do so without a stop, see “Change the encryption
     key” in docs/operating.md.
  2. Run this command again with the same two variables.`;

type Rotation = {
  reencrypted: number;
  unreadable: number;
  /** Values that no key can decrypt, by column; left out if there are none. */
  unreadable_columns?: string[];
  /** When the old key may be removed at the earliest; null while values are unreadable. */
  old_key_needed_until: string | null;
  next_step: string;
};

const describeCounts = ({ name, reencrypted, unreadable }: ColumnCounts): string =>
  `${name}: ${reencrypted} re-encrypted${unreadable > 0 ? `, ${unreadable} unreadable` : ""}`;

/** Re-encrypts everything, and prints a line about once a second and after each column. */
async function reencryptWithProgress(): Promise<ColumnCounts[]> {
  let printedAt = Date.now();
  const all = await runAsJob(() =>
    reencryptAllSecrets((counts) => {
      if (Date.now() - printedAt < PROGRESS_MS) return;
      printedAt = Date.now();
      printProgress(`${describeCounts(counts)} so far`);
    }),
  );
  for (const counts of all) printProgress(describeCounts(counts));
  return all;
}

function describeNextStep(unreadable: number, until: string, secretsFile: string | null): string {
  if (unreadable > 0)
    return (
      "Keep all old keys. Set ENCRYPTION_KEY_PREVIOUS to the key of the unreadable values as well, and run this " +
      "command again. If that key is lost, create these secrets again."
    );
  const place =
    secretsFile === null ? "ENCRYPTION_KEY_PREVIOUS" : `ENCRYPTION_KEY_PREVIOUS in ${secretsFile}`;
  return (
    `${secretsFile === null ? "" : "Start the service. "}From ${until} you may remove the old key from ${place}. ` +
    `Links in e-mails that were sent under the old key then stop working.${secretsFile === null ? ` ${KEEP_FOR_BACKUPS}` : ""}`
  );
}

function buildResult(all: ColumnCounts[], secretsFile: string | null): Rotation {
  const sum = (key: "reencrypted" | "unreadable") => all.reduce((total, counts) => total + counts[key], 0);
  const unreadable = sum("unreadable");
  const until = new Date(clock.now().getTime() + OLD_KEY_MS).toISOString();
  const columns = all
    .filter((counts) => counts.unreadable > 0)
    .map((counts) => `${counts.name}:${counts.unreadable}`);
  return {
    reencrypted: sum("reencrypted"),
    unreadable,
    ...(unreadable > 0 ? { unreadable_columns: columns } : {}),
    old_key_needed_until: unreadable > 0 ? null : until,
    next_step: describeNextStep(unreadable, until, secretsFile),
  };
}

/**
 * Takes the data directory, so that no server runs and none starts. A server that knows only the old key could not read
 * what this command writes. This process may already hold the directory with its database.
 */
async function lockStoppedInstallation(dataDir: string): Promise<InstanceLock> {
  try {
    return await acquireInstanceLock(dataDir, { temporary: true });
  } catch (error) {
    if (!(error instanceof InstanceLockedError)) throw error;
    throw new Error(
      `Stop the service first (process ${error.holderPid}): it does not know the new key that this command creates. ` +
        "Then run this command again, and start the service.",
      { cause: error },
    );
  }
}

/** Creates a new key in the file with the secrets, unless an earlier run that was interrupted did. */
async function changeKeyInFile(secretsFile: string): Promise<void> {
  const keepInArchive = (text?: string): Promise<void> =>
    storeChangedSecrets(env().DATABASE_URL, dirname(secretsFile), text, findBackupStore);
  if (!(await isRotationComplete())) {
    printProgress(`Continuing with the key that an earlier run created in ${secretsFile}.`);
    await keepInArchive();
    return;
  }
  const { ENCRYPTION_KEY, ENCRYPTION_KEY_PREVIOUS } = env();
  const secrets = await addEncryptionKey(secretsFile, keepInArchive);
  replaceKeys(Buffer.from(secrets.ENCRYPTION_KEY, "base64"), [ENCRYPTION_KEY, ...ENCRYPTION_KEY_PREVIOUS]);
  printProgress(`Created a new key in ${secretsFile}, beside the old one.`);
}

/**
 * Re-encrypts all stored secrets with the current key (decision 0096). If the key is from the environment, that is
 * ENCRYPTION_KEY, and ENCRYPTION_KEY_PREVIOUS must be set. If it is from the file with the secrets, the key is created
 * there first, and the service must be stopped. Values that no key can decrypt stay as they are and are counted. Can
 * be repeated after it was interrupted.
 */
export async function rotateEncryptionKey({
  secretsFile,
}: {
  secretsFile: string | null;
}): Promise<Rotation> {
  if (secretsFile === null) {
    if (env().ENCRYPTION_KEY_PREVIOUS.length === 0) throw new Error(STEPS);
    return buildResult(await reencryptWithProgress(), null);
  }
  const lock = await lockStoppedInstallation(dirname(secretsFile));
  try {
    await changeKeyInFile(secretsFile);
    return buildResult(await reencryptWithProgress(), secretsFile);
  } finally {
    await lock.release();
  }
}
