import { chown, mkdir, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from "@/lib/kernel/private-files";
import { type Cluster, prepareCluster } from "@/lib/platform/postgres/cluster";
import { unfinishedRestorePath } from "@/lib/platform/postgres/embedded";
import { acquireInstanceLock } from "@/lib/platform/postgres/instance-lock";
import type { FilesContent } from "./manifest";
import { BackupError } from "./object-cipher";
import { readStream } from "./parts";
import { parsePosition, SEGMENT_BYTES, segmentFileName } from "./positions";
import { replayLog } from "./replay";
import { readStoredSecrets, SECRET_FILES } from "./secret-files";
import type { BackupStore } from "./store";
import { readTar } from "./tar";
import { readChunks, type WalChunk } from "./wal-chunks";
import type { ProgramLog } from "@/lib/kernel/program-log";

const DATABASE = "postgres";

/** What is restored where. */
export type FileRestore = {
  store: BackupStore;
  content: FilesContent;
  /** The stretches of the log that continue the backup. */
  chunks: WalChunk[];
  /** With a time zone; null for everything. */
  moment: string | null;
  dataDir: string;
  /** Keep what DATA_DIR contains under other names, instead of refusing. */
  isReplacing: boolean;
  /** Accept that the log can be replayed only in part. */
  isPartAccepted: boolean;
  log: ProgramLog;
};

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Throws `BackupError` when DATA_DIR has data that would be replaced, unless that is wanted. */
async function requireEmptyDirectory(dataDir: string, isReplacing: boolean): Promise<void> {
  if (isReplacing) return;
  // An interrupted restore may have left its secrets, but no database.
  const names = (await exists(unfinishedRestorePath(dataDir))) ? [DATABASE] : [DATABASE, ...SECRET_FILES];
  for (const name of names)
    if (await exists(join(dataDir, name)))
      throw new BackupError(
        `${dataDir} is not empty: it contains ${name}. Set DATA_DIR to an empty directory, or add --replace, ` +
          "which keeps the present data under other names.",
      );
}

async function changeOwner({ account }: Cluster, path: string): Promise<void> {
  if (account.owner !== undefined) await chown(path, account.owner.uid, account.owner.gid);
}

async function writeChunks(path: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, "wx", PRIVATE_FILE);
  try {
    for await (const chunk of chunks) await file.writeFile(chunk);
  } finally {
    await file.close();
  }
}

async function extractFiles({ store, content }: FileRestore, cluster: Cluster): Promise<void> {
  const root = cluster.directory;
  await mkdir(root, { mode: PRIVATE_DIRECTORY });
  await changeOwner(cluster, root);
  for await (const { name, isDirectory, content: chunks } of readTar(readStream(store, content.files))) {
    const path = resolve(root, name);
    if (path === root) continue;
    if (!path.startsWith(root + sep))
      throw new BackupError(`The backup has a file outside the database: ${name}`);
    if (isDirectory) await mkdir(path, { mode: PRIVATE_DIRECTORY, recursive: true });
    else await writeChunks(path, chunks);
    await changeOwner(cluster, path);
  }
}

/** Writes a stretch of the log into the files of the log, which have a fixed length. */
async function writeLog(
  cluster: Cluster,
  timeline: number,
  { start, content }: { start: bigint; content: Buffer },
): Promise<void> {
  for (let at = start, rest = content; rest.length > 0;) {
    const offset = Number(at % SEGMENT_BYTES);
    const piece = rest.subarray(0, Number(SEGMENT_BYTES) - offset);
    const path = join(cluster.directory, "pg_wal", segmentFileName(timeline, at));
    const file = await open(path, (await exists(path)) ? "r+" : "wx", PRIVATE_FILE);
    try {
      await file.write(piece, 0, piece.length, offset);
      if ((await file.stat()).size < Number(SEGMENT_BYTES)) await file.truncate(Number(SEGMENT_BYTES));
    } finally {
      await file.close();
    }
    await changeOwner(cluster, path);
    at += BigInt(piece.length);
    rest = rest.subarray(piece.length);
  }
}

/** Writes the log, and returns the time that each stretch of it states. */
async function extractLog(
  { store, content, chunks, log }: FileRestore,
  cluster: Cluster,
): Promise<(string | null)[]> {
  const from = parsePosition(content.start_position);
  const firstFile = from - (from % SEGMENT_BYTES);
  const times: (string | null)[] = [];
  for await (const { start, until, content: bytes } of readChunks(store, chunks)) {
    // The backup has the files of the log from its start on, but not the ones before.
    const skipped = start < firstFile ? Number(firstFile - start) : 0;
    await writeLog(cluster, content.timeline, {
      start: start + BigInt(skipped),
      content: bytes.subarray(skipped),
    });
    times.push(until);
  }
  log(`Wrote ${chunks.length} ${chunks.length === 1 ? "object" : "objects"} of the archived log.`);
  return times;
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Puts the restored data in its place. The database is last: until then, DATA_DIR is marked as unfinished. */
async function putInPlace({ dataDir, store, content }: FileRestore, cluster: Cluster): Promise<string[]> {
  const suffix = `.replaced-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`;
  const secrets = await readStoredSecrets(store, content);
  const kept: string[] = [];
  for (const name of [DATABASE, ...SECRET_FILES]) {
    const path = join(dataDir, name);
    if (!(await exists(path))) continue;
    await rename(path, path + suffix);
    kept.push(path + suffix);
  }
  for (const name of SECRET_FILES) {
    const text = secrets[name];
    if (text === undefined) continue;
    await writeFile(join(dataDir, name), text, { flag: "wx", mode: PRIVATE_FILE, flush: true });
  }
  await syncDirectory(dataDir);
  await rename(cluster.directory, join(dataDir, DATABASE));
  await syncDirectory(dataDir);
  return kept;
}

/**
 * Restores the files of an embedded database into DATA_DIR, and replays the archived log. Everything happens beside the
 * present data, and is put in its place at the end. Returns the paths under which replaced data is kept, and the last
 * moment if the log could be replayed only in part. Throws `BackupError` before anything is written when DATA_DIR is not empty.
 */
export async function restoreFiles(restore: FileRestore): Promise<{ kept: string[]; until: string | null }> {
  const dataDir = resolve(restore.dataDir);
  await mkdir(dataDir, { recursive: true, mode: PRIVATE_DIRECTORY });
  const lock = await acquireInstanceLock(dataDir, { temporary: true });
  try {
    await requireEmptyDirectory(dataDir, restore.isReplacing);
    const draft = unfinishedRestorePath(dataDir);
    await rm(draft, { recursive: true, force: true });
    const cluster = await prepareCluster(draft);
    restore.log(`Writing the files of the database into ${draft}.`);
    await extractFiles(restore, cluster);
    const times = await extractLog(restore, cluster);
    restore.log("Replaying the log.");
    const { timeline, end_position: end } = restore.content;
    const until = await replayLog(cluster, { ...restore, times, timeline, backupEnd: parsePosition(end) });
    return { until, kept: await putInPlace({ ...restore, dataDir }, cluster) };
  } finally {
    await lock.release();
  }
}

/** Whether DATA_DIR has an embedded database. */
export const hasDatabase = (dataDir: string): Promise<boolean> =>
  exists(join(dataDir, DATABASE, "PG_VERSION"));
