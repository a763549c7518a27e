import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { createFilesBackup } from "@/lib/operations/backups/create";
import type { Manifest } from "@/lib/operations/backups/manifest";
import { parsePosition } from "@/lib/operations/backups/positions";
import type { BackupStore } from "@/lib/operations/backups/store";
import { startWalArchive } from "@/lib/operations/backups/wal-archive";
import { listArchives, listChunks } from "@/lib/operations/backups/wal-chunks";
import { type EmbeddedPostgres, openEmbeddedPostgres } from "@/lib/platform/postgres/embedded";
import { until } from "../until";

/** An embedded database with an archive in a store. */
export type ArchivedDatabase = {
  dataDir: string;
  database: EmbeddedPostgres;
  client: pg.Client;
  messages: string[];
  /** Writes so many bytes into the log. */
  write: (bytes?: number) => Promise<void>;
  /** The end of the log. */
  position: () => Promise<bigint>;
  /** Archives as the service does. `requireStore` throws while the store must not be written to. */
  startArchive: (requireStore?: () => Promise<void>) => ReturnType<typeof startWalArchive>;
  /** Archives what was written, as a run of the service does until its end. */
  archive: () => Promise<void>;
  createBackup: () => Promise<Manifest>;
  stop: () => Promise<void>;
};

async function hasArchived(store: BackupStore, position: bigint): Promise<boolean> {
  for (const name of (await listArchives(store)).keys())
    if (((await listChunks(store, name)).at(-1)?.end ?? 0n) >= position) return true;
  return false;
}

/** Opens the database of a directory, and creates it the first time. */
export async function openArchived(dataDir: string, store: BackupStore): Promise<ArchivedDatabase> {
  await mkdir(dataDir, { recursive: true });
  const database = await openEmbeddedPostgres({ dataDir, log: () => undefined });
  await writeFile(join(dataDir, "secrets.json"), "{}");
  const client = new pg.Client({ connectionString: database.superuserUrl });
  await client.connect();
  const messages: string[] = [];
  const write = async (bytes = 100_000): Promise<void> => {
    await client.query("SELECT pg_logical_emit_message(false, 'test', repeat('x', $1))", [bytes]);
    await client.query("SELECT pg_switch_wal()");
  };
  const position = async (): Promise<bigint> => {
    const { rows } = await client.query<{ position: string }>(
      "SELECT pg_current_wal_flush_lsn()::text AS position",
    );
    return parsePosition(rows[0]?.position ?? "0/0");
  };
  const startArchive = (requireStore = () => Promise.resolve()) =>
    startWalArchive(database.superuserUrl, store, {
      requireStore,
      log: (message) => messages.push(message),
    });
  return {
    dataDir,
    database,
    client,
    messages,
    write,
    position,
    startArchive,
    archive: async () => {
      await write();
      const running = startArchive();
      const written = await position();
      await until("the log is archived", () => hasArchived(store, written));
      await running.stop();
    },
    createBackup: () =>
      createFilesBackup({ superuserUrl: database.superuserUrl, dataDir }, store, () => undefined),
    stop: async () => {
      await client.end();
      await database.stop();
    },
  };
}

/** Copies the directory of a stopped database, as a snapshot of the machine does. */
export async function copyDirectory(from: string, to: string): Promise<void> {
  await promisify(execFile)("cp", ["-a", from, to]); // with owners
}
