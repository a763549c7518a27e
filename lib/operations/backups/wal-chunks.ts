import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { z } from "zod";
import { padPosition } from "./positions";
import { DamagedObjectError } from "./object-cipher";
import type { BackupStore } from "./store";

// The archive of the log: objects wal/<archive>/<start>-<end>-<run>, each with a stretch of the log. An archive belongs to
// one replication slot, and each part of it to one run (wal-runs.ts), so two logs cannot mix in one store.

// Not on the thread of the supervisor, which counts requests.
const [compress, decompress] = [promisify(gzip), promisify(gunzip)] as const;

const FOLDER = "wal/";
// Chunks of earlier versions have no run.
const CHUNK_NAME = /\/([0-9a-f]{16})-([0-9a-f]{16})(?:-(\d{6}))?$/;

/** A stretch of the log in the archive, and the number of the run that wrote it. */
export type WalChunk = { name: string; size: number; start: bigint; end: bigint; run: number };

/** Everything that was acknowledged before `until` lies before `position`. */
const Mark = z.object({ position: z.string(), until: z.string(), run: z.number().int().default(0) });
export type Mark = { position: bigint; until: string };

const chunkName = (archive: string, run: number, start: bigint, end: bigint): string =>
  `${FOLDER}${archive}/${padPosition(start)}-${padPosition(end)}-${String(run).padStart(6, "0")}`;
const markName = (archive: string): string => `${FOLDER}${archive}/mark`;

/** Lists the chunks of an archive by their start. */
export async function listChunks(store: BackupStore, archive: string): Promise<WalChunk[]> {
  const objects = await store.list(`${FOLDER}${archive}/`);
  return objects.flatMap(({ name, size }) => {
    const [, start, end, run = "0"] = CHUNK_NAME.exec(name) ?? [];
    if (start === undefined || end === undefined) return [];
    return [{ name, size, start: BigInt(`0x${start}`), end: BigInt(`0x${end}`), run: Number(run) }];
  });
}

/** Lists the archives of a store with the names of their objects. */
export async function listArchives(store: BackupStore): Promise<Map<string, string[]>> {
  const archives = new Map<string, string[]>();
  for (const { name } of await store.list(FOLDER)) {
    const archive = name.split("/")[1] ?? "";
    const names = archives.get(archive);
    if (names) names.push(name);
    else archives.set(archive, [name]);
  }
  return archives;
}

/** Stores a stretch of the log, with the time before which everything acknowledged is in the archive, if it is known. */
export async function putChunk(
  store: BackupStore,
  { archive, run }: { archive: string; run: number },
  { start, content }: { start: bigint; content: Buffer },
  until: string | null,
): Promise<void> {
  const header = Buffer.from(`${JSON.stringify({ until })}\n`);
  const name = chunkName(archive, run, start, start + BigInt(content.length));
  await store.put(name, await compress(Buffer.concat([header, content]), { level: 1 }));
}

const ChunkHeader = z.object({ until: z.string().nullable() });

/** Reads a stretch of the log. Throws `DamagedObjectError` if it is missing or was changed. */
export async function readChunk(
  store: BackupStore,
  chunk: WalChunk,
): Promise<{ until: string | null; content: Buffer }> {
  const stored = await store.read(chunk.name);
  const bytes = await decompress(stored).catch(() => Buffer.alloc(0));
  const lineEnd = bytes.indexOf(10);
  const content = bytes.subarray(lineEnd + 1);
  if (lineEnd === -1 || BigInt(content.length) !== chunk.end - chunk.start)
    throw new DamagedObjectError(`${chunk.name} does not have the length that its name says.`);
  const { until } = ChunkHeader.parse(JSON.parse(bytes.toString("utf8", 0, lineEnd)));
  return { until, content };
}

// Objects are small, and a store takes a while for each.
export const READ_AHEAD = 8;

/** Reads stretches of the log in their order, several at a time. */
export async function* readChunks(
  store: BackupStore,
  chunks: WalChunk[],
): AsyncGenerator<{ start: bigint; until: string | null; content: Buffer }> {
  for (let at = 0; at < chunks.length; at += READ_AHEAD) {
    const some = chunks.slice(at, at + READ_AHEAD);
    const read = await Promise.all(some.map((chunk) => readChunk(store, chunk)));
    for (const [index, chunk] of read.entries()) yield { start: some[index]?.start ?? 0n, ...chunk };
  }
}

/** Records that nothing was written for a while, and that the archive is still complete. */
export const putMark = (
  store: BackupStore,
  { archive, run }: { archive: string; run: number },
  { position, until }: Mark,
): Promise<void> =>
  store.put(markName(archive), Buffer.from(JSON.stringify({ position: padPosition(position), until, run })));

/** Reads the mark of an archive, and the number of the run that wrote it. */
export async function readMark(
  store: BackupStore,
  archive: string,
): Promise<(Mark & { run: number }) | null> {
  const content = await store.find(markName(archive));
  if (content === null) return null;
  const { position, until, run } = Mark.parse(JSON.parse(content.toString("utf8")));
  return { position: BigInt(`0x${position}`), until, run };
}

/** The name of the object that says why an archive is not continued. */
export const endName = (archive: string): string => `${FOLDER}${archive}/ended`;

/** Records why an archive is not continued. */
export const putEnd = (store: BackupStore, archive: string, reason: string): Promise<void> =>
  store.put(endName(archive), Buffer.from(reason));

/** Selects the chunks that continue the log from `position` without a gap. */
export function selectContinuous(chunks: WalChunk[], position: bigint): { chunks: WalChunk[]; end: bigint } {
  const selected: WalChunk[] = [];
  let end = position;
  for (const chunk of chunks) {
    if (chunk.start > end) break;
    if (chunk.end <= end) continue;
    selected.push(chunk);
    end = chunk.end;
  }
  return { chunks: selected, end };
}

/** The secrets of an installation whose key was changed while the archive went on. */
const secretsName = (archive: string): string => `${FOLDER}${archive}/secrets`;

/** Stores the files with the secrets of an installation beside its archive, instead of those of its backups. */
export const putArchiveSecrets = (store: BackupStore, archive: string, content: Buffer): Promise<void> =>
  store.put(secretsName(archive), content);

/** Reads what `putArchiveSecrets` stored; null when the secrets are still those of the backups. */
export const findArchiveSecrets = (store: BackupStore, archive: string): Promise<Buffer | null> =>
  store.find(secretsName(archive));
