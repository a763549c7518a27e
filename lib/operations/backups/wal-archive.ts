import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type Claim, claimArchive, OTHER_RUN, OtherHistoryError } from "./archive-claim";
import { writeState } from "./archive-state";
import { withPlainClient } from "./copy-stream";
import { BackupError } from "./object-cipher";
import { parsePosition } from "./positions";
import { dropSlot, ensureSlot, findSlot } from "./slots";
import { StoreNotReadyError } from "./store-marker";
import type { BackupStore } from "./store";
import { type Mark, putChunk, putMark } from "./wal-chunks";
import { checkRun } from "./wal-runs";
import { type Received, WalStream } from "./wal-stream";

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

/** Who stores: the archive that this process claimed, and what ends it. */
type Writer = { store: BackupStore; claim: Claim; stopping: AbortSignal };

/** Throws when this process may not write to the archive any more. */
async function requireClaim({ store, claim: { slot, run } }: Writer): Promise<void> {
  const state = await checkRun(store, slot.name, run);
  if (state === "taken") throw new OtherHistoryError(slot.name, OTHER_RUN);
  if (state === "missing")
    throw new BackupError(`${store.address} has lost this archive, or is not mounted any more.`);
}

/** Stores a stretch of the log. Its end is recorded before, so that the store never has more than the database knows. */
async function storeChunk(writer: Writer, taken: Received, until: string | null): Promise<bigint> {
  const { store, claim } = writer;
  const end = taken.start + BigInt(taken.content.length);
  await requireClaim(writer);
  const { storing } = claim.state;
  claim.state = { ...claim.state, stored: taken.start, storing: end > storing ? end : storing };
  await writeState(claim.directory, claim.state);
  await putChunk(store, { archive: claim.slot.name, run: claim.run.number }, taken, until);
  // Before the server may remove it: another process may have claimed the archive meanwhile.
  await requireClaim(writer);
  return end;
}

/**
 * Stores the log up to the mark, and what arrived meanwhile. The last object says until when the archive is complete.
 * Objects are stored while the rest arrives, because the stream pauses when too much was not taken. Returns whether there
 * was any.
 */
async function storeUntil(writer: Writer, stream: WalStream, mark: Mark): Promise<boolean> {
  let isStored = false;
  do {
    const whole = stream.start + BigInt(CHUNK_BYTES);
    await stream.waitFor(whole < mark.position ? whole : mark.position);
    const taken = stream.take(CHUNK_BYTES);
    if (taken === null) return isStored;
    const end = taken.start + BigInt(taken.content.length);
    stream.confirm(await storeChunk(writer, taken, end >= mark.position ? mark.until : null));
    isStored = true;
  } while (stream.start < mark.position);
  return isStored;
}

/** Archives over one pair of connections, until `stopping` or an error. */
async function archiveUntil(client: pg.Client, stream: WalStream, writer: Writer): Promise<void> {
  const { store, claim, stopping } = writer;
  let markedAt = 0;
  for (;;) {
    const isLast = stopping.aborted;
    const mark = await readMark(client);
    if (await storeUntil(writer, stream, mark)) markedAt = Date.now();
    else if (isLast || Date.now() - markedAt > MARK_MS) {
      await requireClaim(writer);
      const place = { archive: claim.slot.name, run: claim.run.number };
      await putMark(store, place, { position: stream.position, until: mark.until });
      markedAt = Date.now();
    }
    if (isLast) return;
    await stream.waitFor(stream.start + BigInt(CHUNK_BYTES), { ms: INTERVAL_MS, signal: stopping });
  }
}

type Archiving = {
  superuserUrl: string;
  store: BackupStore;
  stopping: AbortSignal;
  requireStore: () => Promise<void>;
  log: Log;
  held: Claim["run"] | null;
};

async function archiveOnce(archiving: Archiving): Promise<void> {
  const { superuserUrl, store, stopping, log } = archiving;
  await withPlainClient({ connectionString: superuserUrl }, async (client) => {
    // Before the first backup: the archive continues what the backup finds.
    await ensureSlot(client);
    await archiving.requireStore();
    const claim = await claimArchive(client, store, { held: archiving.held, log });
    archiving.held = claim.run;
    const replication = { connectionString: superuserUrl, replication: "true" } as const;
    await withPlainClient(replication, (other) =>
      archiveUntil(client, new WalStream(other, claim.slot), { store, claim, stopping }),
    );
  });
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const REPEATED_MS = 3_600_000;

/** Reports an error when it is a new one, and then once an hour. */
function reportChanges(log: Log): (message: string) => void {
  let last = { message: "", at: 0 };
  return (message) => {
    if (message === last.message && Date.now() - last.at < REPEATED_MS) return;
    last = { message, at: Date.now() };
    log(message);
  };
}

type ArchiveOptions = {
  /** Throws while the store is not the one of this installation, or has no backup yet. */
  requireStore: () => Promise<void>;
  log: Log;
};

/**
 * Archives the log of the embedded database while the service runs. What cannot be stored is kept by the database and
 * stored later.
 */
export function startWalArchive(superuserUrl: string, store: BackupStore, options: ArchiveOptions): Archive {
  const stopping = new AbortController();
  const archiving: Archiving = { ...options, superuserUrl, store, stopping: stopping.signal, held: null };
  const report = reportChanges(options.log);
  let failures = 0;
  const run = async (): Promise<void> => {
    for (;;) {
      // Once more at the end, also while it waits to try again: the store may have been repaired since.
      const isLast = stopping.signal.aborted;
      const startedAt = Date.now();
      try {
        await archiveOnce(archiving);
        return;
      } catch (error) {
        failures = Date.now() - startedAt > MAX_RETRY_MS ? 1 : failures + 1;
        // A person has to do something, and then it goes on at once.
        const isWaiting = error instanceof OtherHistoryError || error instanceof StoreNotReadyError;
        report(
          error instanceof StoreNotReadyError
            ? error.message
            : `The database's log cannot be archived in ${store.address}: ${describe(error)} Trying again.`,
        );
        if (isLast) return;
        const pause = isWaiting
          ? INTERVAL_MS
          : Math.min(RETRY_MS * 2 ** Math.min(failures, 10), MAX_RETRY_MS);
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
