import { LRUCache } from "lru-cache";
import { Prisma } from "@/prisma/generated/client";
import { queryTextRows } from "./db";
import { createSharedRead } from "./shared-read";

/** What is read may depend on the time, too. */
const MAX_AGE_MS = 1_000;

const shareRead = createSharedRead<string>();

async function selectSnapshot(): Promise<string> {
  const [[snapshot] = []] = await queryTextRows(Prisma.sql`SELECT pg_current_snapshot()::text`);
  if (!snapshot) throw new Error("PostgreSQL returned no snapshot");
  return snapshot;
}

/** What a cache has at one moment. */
export type SnapshotView<Value> = {
  find: (key: string) => Value | undefined;
  /** Keeps what was read after this moment. */
  keep: (key: string, value: Value) => void;
};

/**
 * Creates a cache of what is read from the database. Its function reads which transactions can be seen now
 * (`pg_current_snapshot`). While that is the same text, nothing was committed, so everything that was read since then is
 * still true (decision 0105). It costs PostgreSQL a few microseconds, and concurrent callers share it. Only for the
 * primary: a replica does not list the transactions that are still running.
 */
export function createSnapshotCache<Value extends object>(
  maxSize: number,
  sizeOf: (value: Value) => number,
): () => Promise<SnapshotView<Value>> {
  type Kept = { value: Value; snapshot: string; at: number };
  const kept = new LRUCache<string, Kept>({
    maxSize,
    sizeCalculation: ({ value }, key) => sizeOf(value) + key.length + 512,
  });
  return async () => {
    const at = performance.now();
    // Without a database nothing is known, and the reader reports the error.
    const snapshot = await shareRead("", selectSnapshot).catch(() => null);
    if (snapshot === null) return { find: () => undefined, keep: () => undefined };
    return {
      find: (key) => {
        const known = kept.get(key);
        return known?.snapshot === snapshot && at - known.at < MAX_AGE_MS ? known.value : undefined;
      },
      keep: (key, value) => void kept.set(key, { value, snapshot, at }),
    };
  };
}
