import { resolve } from "node:path";
import { restoreFiles, hasDatabase } from "@/lib/operations/backups/file-restore";
import {
  backupPrefix,
  listBackups as listEntries,
  type Manifest,
  readManifest,
} from "@/lib/operations/backups/manifest";
import {
  BackupError,
  DamagedObjectError,
  StoreUnavailableError,
} from "@/lib/operations/backups/object-cipher";
import { removeOldBackups } from "@/lib/operations/backups/retention";
import type { BackupStore } from "@/lib/operations/backups/store";
import {
  rememberRestoredStore,
  requireReadableStore,
  claimStore,
} from "@/lib/operations/backups/store-marker";
import { restoreTables } from "@/lib/operations/backups/table-restore";
import { writeVerification } from "@/lib/operations/backups/verification";
import { verifyBackup as verify, type Verified } from "@/lib/operations/backups/verify";
import { type Continuation, describeEnd, describeGap } from "@/lib/operations/backups/continuation";
import { withClient } from "@/lib/platform/postgres/database";
import { openBackupStore } from "./backup-store";
import { prepareInstallation } from "./prepare";
import type pg from "pg";
import { createFilesBackup, createTablesBackup } from "@/lib/operations/backups/create";
import { prepareArchive, requireStoreOfService } from "@/lib/operations/backups/prepare-archive";
import { openEmbeddedPostgres } from "@/lib/platform/postgres/embedded";
import { printProgress, type ProgramLog } from "@/lib/kernel/program-log";

async function claimForBackup(databaseUrl: string, store: BackupStore): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ isMigrated: boolean }>(
      `SELECT to_regclass('backup_stores') IS NOT NULL AS "isMigrated"`,
    );
    if (!rows[0]?.isMigrated)
      throw new BackupError(
        "The database lacks the migrations of this version. Create the backup with the version that wrote the database, or " +
          'run "npm run migrate" first.',
      );
    await claimStore(client, store);
  });
}

async function createOfEmbedded(dataDir: string, store: BackupStore, log: ProgramLog): Promise<Manifest> {
  if (!(await hasDatabase(dataDir)))
    throw new BackupError(`${dataDir} has no database. Set DATA_DIR or DATABASE_URL as for the service.`);
  const database = await openEmbeddedPostgres({ dataDir, log });
  try {
    const asSuperuser = (work: (client: pg.Client) => Promise<void>) =>
      withClient(database.superuserUrl, work);
    await asSuperuser((client) => requireStoreOfService(client, store));
    await claimForBackup(database.url, store);
    await asSuperuser((client) => prepareArchive(client, store, { isStopped: database.isStartedHere, log }));
    return await createFilesBackup({ ...database, dataDir }, store, log);
  } finally {
    await database.stop();
  }
}

/** Stores a backup of the database of this installation, while its service runs or is stopped. */
async function createInStore(store: BackupStore, log: ProgramLog): Promise<Manifest> {
  const databaseUrl = process.env.DATABASE_URL;
  if (!databaseUrl) return createOfEmbedded(resolve(process.env.DATA_DIR || ".data"), store, log);
  await claimForBackup(databaseUrl, store);
  return createTablesBackup(databaseUrl, store, log);
}

const dataDir = (): string => resolve(process.env.DATA_DIR || ".data");

/** Opens the store for a command that reads it. */
async function openReadableStore(): Promise<BackupStore> {
  const store = openBackupStore();
  await requireReadableStore(store, printProgress);
  return store;
}

type Created = {
  backup: string;
  kind: string;
  contains_until: string;
  archive: string;
  removed: string[];
  /** Why older backups could not be deleted; null if they were, or were to be kept. */
  removal_failed: string | null;
};

const describeArchive = ({ content }: Manifest): string => {
  if (content.kind === "tables") return "none: a backup of tables is restored as it is";
  return content.archive === null
    ? "none: start the service with BACKUP_TO, so that later moments can be restored too"
    : "continues while the service runs with BACKUP_TO";
};

type Removal = Pick<Created, "removed" | "removal_failed">;
const NOTHING_REMOVED: Removal = { removed: [], removal_failed: null };

/** Removes old backups. A failure does not take back that the new one is complete. */
async function tryRemoval(store: BackupStore, keep: number, created: string): Promise<Removal> {
  try {
    return {
      removed: await removeOldBackups(store, { keep, created, now: new Date() }),
      removal_failed: null,
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    printProgress(
      `Backup ${created} is complete, but older backups could not be deleted: ${reason}`,
      "error",
    );
    return { removed: [], removal_failed: reason };
  }
}

/** Creates a backup while the service runs or is stopped, and then removes old ones if only some are to be kept. */
export async function createBackup({ keep }: { keep?: number | undefined }): Promise<Created> {
  const store = openBackupStore();
  const manifest = await createInStore(store, printProgress);
  const removal = keep === undefined ? NOTHING_REMOVED : await tryRemoval(store, keep, manifest.id);
  return {
    backup: manifest.id,
    kind: manifest.content.kind,
    contains_until: manifest.contains_until,
    archive: describeArchive(manifest),
    ...removal,
  };
}

/** Finds a backup by its id, or the newest one that a moment can be restored from. */
async function chooseBackup(store: BackupStore, id?: string, moment?: string): Promise<Manifest> {
  if (id !== undefined) return readManifest(store, id);
  const complete = (await listEntries(store)).filter((entry) => entry.isComplete).toReversed();
  for (const entry of complete) {
    const manifest = await readManifest(store, entry.id);
    if (moment === undefined || Date.parse(manifest.finished_at) <= Date.parse(moment)) return manifest;
  }
  const reason = moment === undefined ? "" : ` that was finished before ${moment}`;
  throw new BackupError(`${store.address} has no complete backup${reason}.`);
}

/** Stores the result of a verification for the metrics of the service. It holds also where the store cannot be written to. */
async function recordVerification(store: BackupStore, backup: string, passed: boolean): Promise<void> {
  await writeVerification(store, { backup, at: new Date().toISOString(), passed }).catch((error: unknown) =>
    printProgress(`The result could not be stored for the metrics: ${String(error)}`, "warn"),
  );
}

/** Records that a backup is damaged. One that is not there at all was removed, or its disk is not mounted any more. */
async function recordDamage(store: BackupStore, backup: string): Promise<void> {
  const { length } = await store.list(backupPrefix(backup)).catch(() => []);
  if (length > 0) await recordVerification(store, backup, false);
}

async function findNewestId(store: BackupStore): Promise<string> {
  const newest = (await listEntries(store)).findLast(({ isComplete }) => isComplete);
  if (newest === undefined) throw new BackupError(`${store.address} has no complete backup.`);
  return newest.id;
}

/** Reads a whole backup and its archive, the newest by default. Throws when anything is missing or was changed. */
export async function verifyBackup({
  backup,
}: {
  backup?: string | undefined;
}): Promise<{ backup: string; result: string } & Verified> {
  const store = await openReadableStore();
  const id = backup ?? (await findNewestId(store));
  const manifest = await readManifest(store, id).catch(async (error: unknown) => {
    // Other errors are of a wrong id, or of another version of the service.
    if (error instanceof DamagedObjectError) await recordDamage(store, id);
    throw error;
  });
  printProgress(`Reading backup ${id} in ${store.address}.`);
  const { verified, log } = await verify(store, manifest).catch(async (error: unknown) => {
    if (error instanceof BackupError && !(error instanceof StoreUnavailableError))
      await recordDamage(store, id);
    throw error;
  });
  await recordVerification(store, id, true);
  if (log.ended !== null) printProgress(describeEnd(log), "warn");
  return { backup: id, result: "complete and unchanged", ...verified };
}

type RestoreOptions = {
  backup?: string | undefined;
  moment?: string | undefined;
  /** Restore what is before a gap of the archive, instead of refusing. */
  "until-gap": boolean;
  replace: boolean;
};
type Restored = {
  backup: string;
  restored_to: string;
  into: string;
  replaced_data: string[];
  next_step: string;
};

/** Throws `BackupError` when the archive does not reach to the moment. Returns what is restored. */
function requireMoment(manifest: Manifest, { until, gap }: Continuation, moment?: string): string {
  if (moment === undefined) return until ?? manifest.contains_until;
  const [from, to] = [manifest.finished_at, until ?? manifest.finished_at];
  if (Date.parse(moment) < Date.parse(from))
    throw new BackupError(`Backup ${manifest.id} cannot be restored to a moment before ${from}.`);
  if (Date.parse(moment) > Date.parse(to))
    throw new BackupError(
      `The archive of backup ${manifest.id} ends at ${to}, before the moment ${moment}.` +
        (gap === null ? "" : ` ${describeGap(gap)}`),
    );
  return moment;
}

async function restoreIntoDirectory(
  store: BackupStore,
  manifest: Manifest,
  continuation: Continuation,
  { moment, replace, "until-gap": isPartAccepted }: RestoreOptions,
): Promise<Omit<Restored, "backup" | "next_step">> {
  if (manifest.content.kind !== "files")
    throw new BackupError(
      `Backup ${manifest.id} is of a database of your own. Set DATABASE_URL to an empty database.`,
    );
  const restoredTo = requireMoment(manifest, continuation, moment);
  if (continuation.gap !== null) printProgress(describeGap(continuation.gap), "warn");
  const { kept, until } = await restoreFiles({
    store,
    content: manifest.content,
    chunks: continuation.chunks,
    moment: moment ?? null,
    dataDir: dataDir(),
    isReplacing: replace,
    isPartAccepted,
    log: printProgress,
  });
  return { restored_to: until ?? restoredTo, into: dataDir(), replaced_data: kept };
}

async function restoreIntoDatabase(
  databaseUrl: string,
  store: BackupStore,
  manifest: Manifest,
  { moment, replace }: RestoreOptions,
): Promise<Omit<Restored, "backup" | "next_step">> {
  const { content } = manifest;
  if (content.kind !== "tables")
    throw new BackupError(`Backup ${manifest.id} is of an embedded database. Unset DATABASE_URL.`);
  if (moment !== undefined)
    throw new BackupError(
      `Backup ${manifest.id} is of tables, which are restored as they were at ${manifest.contains_until}. Leave out --moment.`,
    );
  if (replace)
    throw new BackupError("--replace is only for an embedded database. Create an empty database instead.");
  await restoreTables(databaseUrl, store, content, (name, rows) => {
    if (rows > 0) printProgress(`Restored ${rows} rows of ${name}.`);
  });
  // Without name and password.
  const address = databaseUrl.replace(/^.*\/\/(.*@)?|\?.*$/g, "");
  return { restored_to: manifest.contains_until, into: address, replaced_data: [] };
}

/**
 * Applies later migrations, puts events in order and checks the encryption key, as a start of the service does. The
 * restored database also remembers the store.
 */
async function prepareRestored(store: BackupStore, into: string): Promise<void> {
  try {
    const installation = await prepareInstallation(printProgress, { temporary: true });
    try {
      const url = installation.database?.url ?? process.env.DATABASE_URL ?? "";
      await withClient(url, (client) => rememberRestoredStore(client, store));
    } finally {
      await installation.stop();
    }
  } catch (error) {
    printProgress(
      `The data is restored into ${into}, but the service cannot be started with it yet:`,
      "error",
    );
    throw error;
  }
}

/**
 * Restores a backup, the newest by default, into DATA_DIR or into the empty database of DATABASE_URL. Verifies it first,
 * and writes nothing if anything is missing or was changed.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const store = await openReadableStore();
  const manifest = await chooseBackup(store, options.backup, options.moment);
  const isGapAccepted = options["until-gap"] || options.moment !== undefined;
  printProgress(`Verifying backup ${manifest.id} in ${store.address}.`);
  const { log } = await verify(store, manifest, { isGapAccepted });
  const databaseUrl = process.env.DATABASE_URL;
  const restored = databaseUrl
    ? await restoreIntoDatabase(databaseUrl, store, manifest, options)
    : await restoreIntoDirectory(store, manifest, log, options);
  await prepareRestored(store, restored.into);
  return {
    backup: manifest.id,
    ...restored,
    next_step: "Start the service, and create a backup of the restored data.",
  };
}
