import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type Claim, claimArchive, OTHER_RUN, OtherHistoryError } from "./archive-claim";
import { writeState } from "./archive-state";
import { BackupSearch } from "./continuation";
import { withPlainClient } from "./copy-stream";
import type { ArchiveStatus } from "./metrics";
import { BackupError } from "./object-cipher";
import { parsePosition } from "./positions";
import { dropSlot, ensureSlot, findSlot } from "./slots";
import { StoreNotReadyError } from "./store-marker";
import type { BackupStore } from "./store";
import { type Mark, putChunk, putMark } from "./wal-chunks";
import { checkRun } from "./wal-runs";
import { type Received, WalStream } from "./wal-stream";
import type { ProgramLog } from "@/lib/kernel/program-log";

/** How often what was written is stored: a lost disk loses no more than this. */
const INTERVAL_MS = 10_000;
/** How often the archive of an idle database says that it is complete. */
const MARK_MS = 60_000;
const CHUNK_BYTES = 8 * 1024 * 1024;
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
/** How long the end of the service waits for the rest of the log. The slot keeps what is not stored. */
const LAST_MS = 15_000;

type Archive = {
  /** How archiving goes, for the metrics. */
  status: () => ArchiveProgress;
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

/** Archives over one pair of connections, until `stopping` or an error. Reports until when the archive is complete. */
async function archiveUntil(
  client: pg.Client,
  stream: WalStream,
  writer: Writer,
  report: (until: string) => Promise<void>,
): Promise<void> {
  const { store, claim, stopping } = writer;
  let markedAt = 0;
  for (;;) {
    const isLast = stopping.aborted;
    const mark = await readMark(client);
    if (await storeUntil(writer, stream, mark)) {
      markedAt = Date.now();
      await report(mark.until);
    } else if (isLast || Date.now() - markedAt > MARK_MS) {
      await requireClaim(writer);
      const place = { archive: claim.slot.name, run: claim.run.number };
      await putMark(store, place, { position: stream.position, until: mark.until });
      markedAt = Date.now();
      await report(mark.until);
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
  log: ProgramLog;
  held: Claim["run"] | null;
  backups: BackupSearch;
  recordArchived: (until: string, isContinued: boolean) => void;
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
      archiveUntil(client, new WalStream(other, claim.slot), { store, claim, stopping }, async (until) =>
        archiving.recordArchived(until, await archiving.backups.isContinued(claim.slot.name)),
      ),
    );
  });
}

const readCode = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const REPEATED_MS = 3_600_000;

/** What the process that archives knows about it. */
export type ArchiveProgress = Omit<ArchiveStatus, "pendingBytes">;

/** Records how archiving goes. Logs an error when it is a new one and then once an hour, and the end of the failures. */
class ArchiveRecorder {
  progress: ArchiveProgress = {
    failures: 0,
    lastFailureAt: null,
    isFailing: false,
    completeUntil: null,
    isWithoutBackup: false,
  };
  private last = { subject: "", at: 0 };

  constructor(
    private readonly address: string,
    private readonly log: ProgramLog,
  ) {}

  /** `isAwaited`: a person has not created the first backup yet. */
  recordFailure(error: unknown, isAwaited: boolean): void {
    const message = isAwaited
      ? describe(error)
      : `The database's log cannot be archived in ${this.address}: ${describe(error)} Trying again.`;
    const now = Date.now();
    const failures = this.progress.failures + (isAwaited ? 0 : 1);
    if (!isAwaited) this.progress = { ...this.progress, failures, lastFailureAt: now, isFailing: true };
    // The names of objects and of their drafts differ at each attempt.
    const subject = readCode(error) ?? message;
    if (subject === this.last.subject && now - this.last.at < REPEATED_MS) return;
    this.last = { subject, at: now };
    this.log(message, isAwaited ? "warn" : "error");
  }

  recordArchived(until: string, isContinued: boolean): void {
    const state = isContinued
      ? `Everything until ${until} is stored.`
      : "No backup continues with this archive yet, so create one.";
    if (this.progress.isFailing)
      this.log(`The database's log is archived in ${this.address} again. ${state}`);
    this.last = { subject: "", at: 0 };
    const completeUntil = isContinued ? Date.parse(until) : null;
    this.progress = {
      ...this.progress,
      isFailing: false,
      completeUntil,
      isWithoutBackup: !isContinued,
    };
  }
}

type ArchiveOptions = {
  /** Throws while the store is not the one of this installation, or has no backup yet. */
  requireStore: () => Promise<void>;
  log: ProgramLog;
};

/**
 * Archives the log of the embedded database while the service runs. What cannot be stored is kept by the database and
 * stored later.
 */
export function startWalArchive(superuserUrl: string, store: BackupStore, options: ArchiveOptions): Archive {
  const stopping = new AbortController();
  const recorder = new ArchiveRecorder(store.address, options.log);
  const archiving: Archiving = {
    ...options,
    superuserUrl,
    store,
    stopping: stopping.signal,
    held: null,
    backups: new BackupSearch(store),
    recordArchived: (until, isContinued) => recorder.recordArchived(until, isContinued),
  };
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
        const isAwaited = error instanceof StoreNotReadyError;
        recorder.recordFailure(error, isAwaited);
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
    status: () => recorder.progress,
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
