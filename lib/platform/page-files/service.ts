import { LRUCache } from "lru-cache";
import { createBatchedRead } from "@/lib/kernel/shared-read";
import { findPageFiles } from "./queries";

/** More than the files of one build. */
const CACHED_BYTES = 8 * 1_024 * 1_024;
const MAX_UNKNOWN = 5_000;
/** A page of another build is served after its files were stored, so nobody asks for them before. */
const UNKNOWN_MS = 10_000;

/**
 * Creates a reader of the files of the pages of other builds, by their paths below `/_next/static/`; null if no build has
 * one. It keeps up to 8 MB of them in memory, and remembers for some seconds which do not exist. At most one query runs
 * at a time, for all paths that were asked for meanwhile.
 */
export function createPageFileReader(
  readMany: typeof findPageFiles = findPageFiles,
): (path: string) => Promise<Uint8Array | null> {
  const cached = new LRUCache<string, Uint8Array>({
    maxSize: CACHED_BYTES,
    sizeCalculation: ({ length }) => length + 1,
  });
  const unknown = new LRUCache<string, true>({ max: MAX_UNKNOWN, ttl: UNKNOWN_MS });
  const read = createBatchedRead(readMany);
  return async (path) => {
    const known = cached.get(path);
    if (known || unknown.has(path)) return known ?? null;
    const content = await read(path);
    if (content) cached.set(path, content);
    else unknown.set(path, true);
    return content;
  };
}
