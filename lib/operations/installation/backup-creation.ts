import { resolve } from "node:path";
import type pg from "pg";
import { createFilesBackup, createTablesBackup } from "@/lib/operations/backups/create";
import { hasDatabase } from "@/lib/operations/backups/file-restore";
import type { Manifest } from "@/lib/operations/backups/manifest";
import { BackupError } from "@/lib/operations/backups/object-cipher";
import { prepareArchive, requireStoreOfService } from "@/lib/operations/backups/prepare-archive";
import type { BackupStore } from "@/lib/operations/backups/store";
import { claimStore } from "@/lib/operations/backups/store-marker";
import { withClient } from "@/lib/platform/postgres/database";
import { openEmbeddedPostgres } from "@/lib/platform/postgres/embedded";

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

async function createOfEmbedded(
  dataDir: string,
  store: BackupStore,
  log: (line: string) => void,
): Promise<Manifest> {
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
export async function createInStore(store: BackupStore, log: (line: string) => void): Promise<Manifest> {
  const databaseUrl = process.env.DATABASE_URL;
  if (!databaseUrl) return createOfEmbedded(resolve(process.env.DATA_DIR || ".data"), store, log);
  await claimForBackup(databaseUrl, store);
  return createTablesBackup(databaseUrl, store, log);
}
