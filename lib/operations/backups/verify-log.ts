import type { FilesContent } from "./manifest";
import { DamagedObjectError } from "./object-cipher";
import { parsePosition } from "./positions";
import type { BackupStore } from "./store";
import { type Continuation, findContinuation } from "./continuation";
import { READ_AHEAD, readChunk, selectContinuous, type WalChunk } from "./wal-chunks";

/** Of a backup without an archive. */
export const NO_CONTINUATION: Continuation = { chunks: [], until: null, gap: null, ended: null };

type Read = { until: string | null } | { damage: string };

async function tryChunk(store: BackupStore, chunk: WalChunk): Promise<Read> {
  try {
    return { until: (await readChunk(store, chunk)).until };
  } catch (error) {
    if (!(error instanceof DamagedObjectError)) throw error;
    return { damage: error.message };
  }
}

async function readAll(store: BackupStore, chunks: WalChunk[]): Promise<Map<WalChunk, Read>> {
  const read = new Map<WalChunk, Read>();
  for (let at = 0; at < chunks.length; at += READ_AHEAD) {
    const some = chunks.slice(at, at + READ_AHEAD);
    const results = await Promise.all(some.map((chunk) => tryChunk(store, chunk)));
    for (const [index, chunk] of some.entries()) read.set(chunk, results[index] ?? { until: null });
  }
  return read;
}

/**
 * Reads the whole log that continues a backup. A damaged object is a gap: what is before it can be restored. Two objects
 * may have the same part of the log, so one of them may be damaged.
 */
export async function verifyLog(store: BackupStore, content: FilesContent): Promise<Continuation> {
  if (content.archive === null) return NO_CONTINUATION;
  const position = parsePosition(content.end_position);
  const found = await findContinuation(store, content.archive, position);
  const read = await readAll(store, found.chunks);
  const damaged = found.chunks.flatMap((chunk) => {
    const result = read.get(chunk);
    return result && "damage" in result ? [{ chunk, reason: result.damage }] : [];
  });
  if (damaged.length === 0) return found;
  const { chunks, end } = selectContinuous(
    found.chunks.filter((chunk) => !damaged.some((one) => one.chunk === chunk)),
    position,
  );
  const first = damaged.find(({ chunk }) => chunk.end > end);
  if (first === undefined) return { ...found, chunks };
  const times = chunks.flatMap((chunk) => {
    const result = read.get(chunk);
    return result && "until" in result && result.until !== null ? [result.until] : [];
  });
  const { archive } = content;
  const gap = { archive, from: end, to: first.chunk.end, reason: first.reason };
  return { ...found, chunks, until: times.at(-1) ?? null, gap };
}
