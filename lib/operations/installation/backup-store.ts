import { relative, resolve } from "node:path";
import { parseBackupVariables, type BackupVariables } from "@/lib/kernel/backup-variables";
import { InvalidEnvironment } from "@/lib/kernel/env";
import { describeBackups } from "@/lib/operations/backups/metrics";
import { openFolderStore } from "@/lib/operations/backups/folder-store";
import { openS3Store } from "@/lib/operations/backups/s3-store";
import { watchStore } from "@/lib/operations/backups/store-watch";
import { type BackupStore, createBackupStore, type ObjectStore } from "@/lib/operations/backups/store";
import { isKnownAddress, requireOwnStore } from "@/lib/operations/backups/store-marker";
import { endWalArchive, startWalArchive } from "@/lib/operations/backups/wal-archive";
import { withClient } from "@/lib/platform/postgres/database";
import { setSupervisorMetrics } from "./metrics";
import type { ProgramLog } from "@/lib/kernel/program-log";

const dataDir = (): string => resolve(process.env.DATA_DIR || ".data");

function openBucket(address: string, variables: BackupVariables): ObjectStore {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = variables;
  const region = variables.AWS_REGION;
  if (!accessKeyId || !secretAccessKey)
    throw new InvalidEnvironment(
      "BACKUP_TO: a bucket requires AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. Set both.",
    );
  const [bucket = "", ...rest] = address.slice("s3://".length).split("/");
  if (bucket === "") throw new InvalidEnvironment("BACKUP_TO: must be s3://BUCKET/PREFIX or a folder");
  const path = rest.filter((part) => part !== "").join("/");
  return openS3Store({
    bucket,
    prefix: path === "" ? "" : `${path}/`,
    endpoint: variables.AWS_ENDPOINT_URL ?? `https://s3.${region}.amazonaws.com`,
    region,
    accessKeyId,
    secretAccessKey,
    sessionToken: variables.AWS_SESSION_TOKEN,
  });
}

function openFolder(folder: string): ObjectStore {
  const path = relative(dataDir(), resolve(folder));
  if (path === "" || !(path === ".." || path.startsWith("../")))
    throw new InvalidEnvironment(
      `BACKUP_TO: must not lie in DATA_DIR (${dataDir()}), because a backup must outlive it`,
    );
  return openFolderStore(folder);
}

/** Opens the store of BACKUP_TO; null if it is not set. Throws `InvalidEnvironment` when the variables do not fit. */
export function findBackupStore(): BackupStore | null {
  const variables = parseBackupVariables(process.env);
  const { BACKUP_TO: address, BACKUP_KEY: key } = variables;
  if (address === undefined) return null;
  if (key === undefined)
    throw new InvalidEnvironment(
      "BACKUP_KEY: is required together with BACKUP_TO (openssl rand -base64 32 prints a key)",
    );
  return createBackupStore(
    address.startsWith("s3://") ? openBucket(address, variables) : openFolder(address),
    key,
  );
}

/** Opens the store of BACKUP_TO for a command. */
export function openBackupStore(): BackupStore {
  const store = findBackupStore();
  if (store === null)
    throw new InvalidEnvironment("BACKUP_TO: is required. Set it to a folder or to s3://BUCKET/PREFIX.");
  return store;
}

/**
 * Archives the log of the embedded database while the service runs, and watches the store for the metrics, if BACKUP_TO is
 * set. Otherwise the database keeps nothing for an archive any more.
 */
export async function startBackupArchive(
  database: { url: string; superuserUrl: string } | null,
  log: ProgramLog,
): Promise<{ stop: () => Promise<void> }> {
  const store = findBackupStore();
  if (store === null) {
    if (database === null) return { stop: () => Promise.resolve() };
    await endWalArchive(database.superuserUrl).catch((error: unknown) =>
      log(`The database still keeps its log for an archive that has ended: ${String(error)}`, "warn"),
    );
    return { stop: () => Promise.resolve() };
  }
  const archive = database === null ? null : startArchive(database, store, log);
  const databaseUrl = database?.url ?? process.env.DATABASE_URL ?? "";
  const watch = watchStore(store, {
    superuserUrl: database?.superuserUrl ?? null,
    isKnown: () => withClient(databaseUrl, (client) => isKnownAddress(client, store)),
  });
  setSupervisorMetrics(() =>
    describeBackups({
      archive: archive === null ? null : { ...archive.status(), pendingBytes: watch.pendingBytes() },
      store: watch.store(),
    }),
  );
  return {
    stop: async () => {
      watch.stop();
      await archive?.stop();
    },
  };
}

function startArchive(
  database: { url: string; superuserUrl: string },
  store: BackupStore,
  log: ProgramLog,
): ReturnType<typeof startWalArchive> {
  const requireStore = () => withClient(database.url, (client) => requireOwnStore(client, store));
  return startWalArchive(database.superuserUrl, store, { requireStore, log });
}
