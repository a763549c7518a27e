import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { withPlainClient } from "./copy-stream";
import { parsePosition } from "./positions";
import { createSlot, dropSlot, findSlot, type Slot } from "./slots";
import type { BackupStore } from "./store";
import { listChunks, type Mark, putChunk, putMark } from "./wal-chunks";
import { WalStream } from "./wal-stream";

/** How often what was written is stored: a lost disk loses no more than this. */
const INTERVAL_MS = 10_000;
/** How often the archive of an idle database says that it is complete. */
const MARK_MS = 60_000;
const CHUNK_BYTES = 8 * 1024 * 1024;
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
/** How long the end of the service waits for the rest of the log. The slot keeps what is not stored. */
const LAST_MS = 15_000;

type Log = (message: string) => void;
type Archive = {
  /** Stores the rest of the log, and ends. */
  stop: () => Promise<void>;
};

/** Reads a time before which everything acknowledged is in the log before the position: the time is read first. */
async function readMark(client: pg.Client): Promise<Mark> {
  const { rows } = await client.query<{ until: Date }>("SELECT clock_timestamp() AS until");
  const flushed = await client.query<{ position: string }>(
    "SELECT pg_current_wal_flush_lsn()::text AS position",
  );
  return {
    until: (rows[0]?.until ?? new Date(0)).toISOString(),
    position: parsePosition(flushed.rows[0]?.position ?? "0/0"),
  };
}

/**
 * Finds where the archive continues, or begins a new one: at first, when the server has removed what the archive lacks,
 * when the store has lost the end of the archive, and when the server is behind its archive, because its files are an
 * older copy.
 */
async function findContinuation(client: pg.Client, store: BackupStore, log: Log): Promise<Slot> {
  const slot = await findSlot(client);
  if (slot === null) return createSlot(client);
  // Without chunks, `--keep` has removed them, or nothing was stored yet.
  const end = (await listChunks(store, slot.name)).at(-1)?.end ?? slot.position;
  const isBehind = end > (await readMark(client)).position;
  // The server keeps the log from the slot on, so what the store has lost before it is gone.
  const isStoreBehind = end < slot.position;
  if (!slot.isLost && !isBehind && !isStoreBehind) return { ...slot, position: end };
  log(
    "The archive of the database's log has a gap, so a new one begins. Create a backup now: " +
      "earlier backups cannot be restored to a moment after this one.",
  );
  await dropSlot(client, slot.name);
  return createSlot(client);
}

/**
 * Stores the log up to the mark, and what arrived meanwhile. The last object says until when the archive is complete.
 * Objects are stored while the rest arrives, because the stream pauses when too much was not taken. Returns whether there
 * was any.
 */
async function storeUntil(
  store: BackupStore,
  archive: string,
  stream: WalStream,
  mark: Mark,
): Promise<boolean> {
  let isStored = false;
  do {
    const whole = stream.start + BigInt(CHUNK_BYTES);
    await stream.waitFor(whole < mark.position ? whole : mark.position);
    const taken = stream.take(CHUNK_BYTES);
    if (taken === null) return isStored;
    const end = taken.start + BigInt(taken.content.length);
    await putChunk(store, archive, taken, end >= mark.position ? mark.until : null);
    stream.confirm(end);
    isStored = true;
  } while (stream.start < mark.position);
  return isStored;
}

/** Archives over one pair of connections, until `stopping` or an error. */
async function archiveUntil(
  client: pg.Client,
  stream: WalStream,
  { store, archive, stopping }: { store: BackupStore; archive: string; stopping: AbortSignal },
): Promise<void> {
  let markedAt = 0;
  for (;;) {
    const isLast = stopping.aborted;
    const mark = await readMark(client);
    if (await storeUntil(store, archive, stream, mark)) markedAt = Date.now();
    else if (isLast || Date.now() - markedAt > MARK_MS) {
      await putMark(store, archive, { position: stream.position, until: mark.until });
      markedAt = Date.now();
    }
    if (isLast) return;
    await stream.waitFor(stream.start + BigInt(CHUNK_BYTES), { ms: INTERVAL_MS, signal: stopping });
  }
}

async function archiveOnce(
  superuserUrl: string,
  store: BackupStore,
  stopping: AbortSignal,
  log: Log,
): Promise<void> {
  await withPlainClient({ connectionString: superuserUrl }, async (client) => {
    const slot = await findContinuation(client, store, log);
    const replication = { connectionString: superuserUrl, replication: "true" } as const;
    await withPlainClient(replication, (other) =>
      archiveUntil(client, new WalStream(other, slot), { store, archive: slot.name, stopping }),
    );
  });
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Archives the log of the embedded database while the service runs. What cannot be stored is kept by the database and
 * stored later.
 */
export function startWalArchive(superuserUrl: string, store: BackupStore, log: Log): Archive {
  const stopping = new AbortController();
  let failures = 0;
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const startedAt = Date.now();
      try {
        await archiveOnce(superuserUrl, store, stopping.signal, log);
      } catch (error) {
        failures = Date.now() - startedAt > MAX_RETRY_MS ? 1 : failures + 1;
        log(`The database's log cannot be archived in ${store.address}: ${describe(error)} Trying again.`);
        const pause = Math.min(RETRY_MS * 2 ** Math.min(failures, 10), MAX_RETRY_MS);
        await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      const timer = new AbortController();
      const limit = sleep(LAST_MS, undefined, { signal: timer.signal }).catch(() => undefined);
      await Promise.race([running, limit]);
      timer.abort();
    },
  };
}

/** Removes the slot of an archive that is not written any more. */
export const endWalArchive = (superuserUrl: string): Promise<void> =>
  withPlainClient({ connectionString: superuserUrl }, async (client) => {
    const slot = await findSlot(client);
    if (slot) await dropSlot(client, slot.name);
  });
