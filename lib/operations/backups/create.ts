import { Readable } from "node:stream";
import { withPlainClient } from "./copy-stream";
import { storeBaseBackup } from "./base-backup";
import { backupPrefix, createBackupId, type Manifest, writeManifest } from "./manifest";
import { writeStream } from "./parts";
import { readSecretFiles } from "./secret-files";
import { findSlot } from "./slots";
import type { BackupStore } from "./store";
import { storeTables } from "./table-backup";
import type { ProgramLog } from "@/lib/kernel/program-log";

const PROGRESS_BYTES = 64 * 1024 * 1024;

type ServerState = { now: string; version: string; archive: string | null };

const readServerState = (superuserUrl: string): Promise<ServerState> =>
  withPlainClient({ connectionString: superuserUrl }, async (client) => {
    const { rows } = await client.query<{ now: Date; version: string }>(
      "SELECT clock_timestamp() AS now, current_setting('server_version') AS version",
    );
    const slot = await findSlot(client);
    const [row] = rows;
    return {
      now: (row?.now ?? new Date(0)).toISOString(),
      version: row?.version ?? "",
      archive: slot === null || slot.isLost ? null : slot.name,
    };
  });

function reportEvery(bytesBetween: number, log: ProgramLog): (bytes: number) => void {
  let next = bytesBetween;
  return (bytes) => {
    if (bytes < next) return;
    next = bytes + bytesBetween;
    log(`Stored ${Math.floor(bytes / 1_000_000)} MB of the database.`);
  };
}

/** Copies the files of the embedded database, and the files with its secrets, while it runs. */
export async function createFilesBackup(
  { superuserUrl, dataDir }: { superuserUrl: string; dataDir: string },
  store: BackupStore,
  log: ProgramLog,
): Promise<Manifest> {
  const secrets = await readSecretFiles(dataDir);
  const started = await readServerState(superuserUrl);
  const id = createBackupId(new Date(started.now));
  const prefix = backupPrefix(id);
  log(`Creating backup ${id} in ${store.address}.`);
  const copied = await storeBaseBackup(superuserUrl, store, prefix, reportEvery(PROGRESS_BYTES, log));
  const finished = await readServerState(superuserUrl);
  const manifest: Manifest = {
    format: 1,
    id,
    started_at: started.now,
    contains_until: started.now,
    finished_at: finished.now,
    postgres_version: started.version,
    content: {
      kind: "files",
      timeline: copied.timeline,
      start_position: copied.startPosition,
      end_position: copied.endPosition,
      // The same at the start and at the end, so that it has everything since then.
      archive: started.archive === finished.archive ? started.archive : null,
      files: copied.files,
      file_list: copied.fileList,
      secrets: await writeStream(store, `${prefix}/secrets`, Readable.from([secrets])),
    },
  };
  await writeManifest(store, manifest);
  return manifest;
}

/** Copies the rows of all tables of a database, as one snapshot, while it is used. */
export async function createTablesBackup(
  databaseUrl: string,
  store: BackupStore,
  log: ProgramLog,
): Promise<Manifest> {
  const startedAt = new Date();
  const id = createBackupId(startedAt);
  log(`Creating backup ${id} in ${store.address}.`);
  const { content, until, version } = await storeTables(
    databaseUrl,
    store,
    backupPrefix(id),
    (name, rows) => {
      if (rows > 0) log(`Stored ${rows} ${rows === 1 ? "row" : "rows"} of ${name}.`);
    },
  );
  const manifest: Manifest = {
    format: 1,
    id,
    started_at: startedAt.toISOString(),
    contains_until: until,
    finished_at: new Date().toISOString(),
    postgres_version: version,
    content,
  };
  await writeManifest(store, manifest);
  return manifest;
}
