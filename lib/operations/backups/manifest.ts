import { randomBytes } from "node:crypto";
import { z } from "zod";
import { BackupError } from "./object-cipher";
import { StoredStream } from "./parts";
import { type BackupStore, removeObjects } from "./store";

const FORMAT = 1;

/** A copy of the files of the embedded database. */
const FilesContent = z.object({
  kind: z.literal("files"),
  timeline: z.number().int(),
  start_position: z.string(),
  end_position: z.string(),
  /** The archive of the log that continues this backup; null if none was running. */
  archive: z.string().nullable(),
  /** The files as PostgreSQL's tar, and PostgreSQL's list of them with their digests. */
  files: StoredStream,
  file_list: StoredStream,
  /** The files of DATA_DIR with the keys and passwords. */
  secrets: StoredStream,
});

const Table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int(),
  content: StoredStream,
});

const Partition = z.object({
  parent: z.string(),
  name: z.string(),
  bound: z.string(),
  /** The statements that create the triggers that it does not get from its table. */
  triggers: z.array(z.string()),
});

/** The rows of all tables of a database, as one snapshot. */
const TablesContent = z.object({
  kind: z.literal("tables"),
  migrations: z.array(z.string()),
  tables: z.array(Table),
  partitions: z.array(Partition),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), is_called: z.boolean() })),
});

const Manifest = z.object({
  format: z.literal(FORMAT),
  id: z.string(),
  started_at: z.string(),
  /** Everything that was acknowledged before this time is in the backup. */
  contains_until: z.string(),
  /** For files: from this moment on a moment can be restored. */
  finished_at: z.string(),
  postgres_version: z.string(),
  content: z.discriminatedUnion("kind", [FilesContent, TablesContent]),
});
export type Manifest = z.infer<typeof Manifest>;
export type FilesContent = z.infer<typeof FilesContent>;
export type TablesContent = z.infer<typeof TablesContent>;

const FOLDER = "backups/";
const MANIFEST = "/manifest";
// As createBackupId creates it.
const ID = /^\d{8}T\d{6}Z-[0-9a-f]{6}$/;

/** The beginning of the names of a backup's objects. */
export const backupPrefix = (id: string): string => `${FOLDER}${id}`;

/** Creates the id of a backup, which begins with its time so that ids sort by it. */
export const createBackupId = (now: Date): string =>
  `${now.toISOString().replaceAll(/[-:]|\.\d+/g, "")}-${randomBytes(3).toString("hex")}`;

/** Stores the manifest, which makes a backup complete. */
export const writeManifest = (store: BackupStore, manifest: Manifest): Promise<void> =>
  store.put(`${backupPrefix(manifest.id)}${MANIFEST}`, Buffer.from(JSON.stringify(Manifest.parse(manifest))));

/** Reads the manifest of a backup. Throws `BackupError` if it is not complete or was changed. */
export async function readManifest(store: BackupStore, id: string): Promise<Manifest> {
  const name = `${backupPrefix(id)}${MANIFEST}`;
  const content = await store.find(name);
  if (content === null) throw new BackupError(`${store.address} has no complete backup ${id}.`);
  const parsed = Manifest.safeParse(JSON.parse(content.toString("utf8")));
  if (!parsed.success)
    throw new BackupError(`${name} is from another version of the service, which this one cannot read.`);
  return parsed.data;
}

export type BackupEntry = { id: string; isComplete: boolean; size: number; objects: string[] };

/** Lists the backups of a store, oldest first, without reading them. A backup is complete once it has a manifest. */
export async function listBackups(store: BackupStore): Promise<BackupEntry[]> {
  const entries = new Map<string, BackupEntry>();
  for (const { name, size } of await store.list(FOLDER)) {
    const id = name.slice(FOLDER.length).split("/")[0] ?? "";
    // Disks of networks and file managers put their own folders everywhere.
    if (!ID.test(id)) continue;
    const entry = entries.get(id) ?? { id, isComplete: false, size: 0, objects: [] };
    entries.set(id, entry);
    entry.size += size;
    entry.objects.push(name);
    entry.isComplete ||= name === `${backupPrefix(id)}${MANIFEST}`;
  }
  return [...entries.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** Removes a backup. The manifest is first, so that what is left of an interrupted removal is not complete. */
export async function removeBackup(store: BackupStore, { id, objects }: BackupEntry): Promise<void> {
  await store.remove(`${backupPrefix(id)}${MANIFEST}`);
  await removeObjects(
    store,
    objects.filter((name) => !name.endsWith(MANIFEST)),
  );
}
