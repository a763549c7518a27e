import type pg from "pg";
import { withPlainClient } from "./copy-stream";
import { listBackups, readManifest } from "./manifest";
import type { StoreStatus } from "./metrics";
import { DamagedObjectError } from "./object-cipher";
import { parsePosition } from "./positions";
import { findSlot } from "./slots";
import type { BackupStore } from "./store";
import { requireMounted, requireReadableStore } from "./store-marker";
import { readVerification } from "./verification";

const WATCH_MS = 60_000;
/** Reading the list of a large bucket takes some hundred requests. */
const WATCH_BUCKET_MS = 300_000;

const UNKNOWN_STORE: StoreStatus = {
  isReachable: false,
  backups: null,
  newestAt: null,
  space: null,
  verification: null,
};

/**
 * Counts the backups up to the newest one whose manifest can be read, and finds when that was finished. Throws for another
 * key, with which none can be read.
 */
async function readBackups(store: BackupStore): Promise<Pick<StoreStatus, "backups" | "newestAt">> {
  const complete = (await listBackups(store)).filter(({ isComplete }) => isComplete);
  for (const [index, { id }] of [...complete.entries()].toReversed()) {
    try {
      return { backups: index + 1, newestAt: Date.parse((await readManifest(store, id)).finished_at) };
    } catch (error) {
      if (!(error instanceof DamagedObjectError)) throw error;
    }
  }
  if (complete.length > 0) await requireReadableStore(store, () => undefined);
  return { backups: 0, newestAt: null };
}

/**
 * Reads what the metrics show of a store. Throws when it cannot be read, or has neither backups nor marker although
 * `isKnown` says that this installation has made backups there.
 */
export async function readStoreStatus(
  store: BackupStore,
  isKnown: () => Promise<boolean> = () => Promise.resolve(false),
): Promise<StoreStatus> {
  const { backups, newestAt } = await readBackups(store);
  // Also where a disk is not mounted there may be a folder, which is empty.
  if (backups === 0) await requireMounted(store, isKnown);
  const verification = await readVerification(store);
  return {
    isReachable: true,
    backups,
    newestAt,
    space: (await store.readSpace?.()) ?? null,
    verification:
      verification === null ? null : { at: Date.parse(verification.at), isPassed: verification.passed },
  };
}

/** Reads how much of the log the embedded database keeps for the archive, in bytes; null without an archive. */
export const readPendingBytes = (superuserUrl: string): Promise<number | null> =>
  withPlainClient({ connectionString: superuserUrl }, async (client: pg.Client) => {
    const slot = await findSlot(client);
    if (slot === null || slot.isLost) return null;
    const { rows } = await client.query<{ position: string }>(
      "SELECT pg_current_wal_lsn()::text AS position",
    );
    return Number(parsePosition(rows[0]?.position ?? "0/0") - slot.position);
  });

/** Does work at once and then regularly, but not while it still runs. The work must not throw. */
class Repeated {
  private startedAt: number | null = null;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly work: () => Promise<void>,
    private readonly everyMs: number,
  ) {
    this.timer = setInterval(() => void this.run(), everyMs).unref();
    void this.run();
  }

  /** Whether the work has lasted longer than two intervals. */
  isHanging(): boolean {
    return this.startedAt !== null && performance.now() - this.startedAt > 2 * this.everyMs;
  }

  /** Begins no further work. Does not wait for what runs. */
  stop(): void {
    clearInterval(this.timer);
  }

  private async run(): Promise<void> {
    if (this.startedAt !== null) return;
    this.startedAt = performance.now();
    await this.work();
    this.startedAt = null;
  }
}

/** What the metrics show of the backups of this installation, as it was read last. */
export type BackupWatch = {
  store: () => StoreStatus;
  pendingBytes: () => number | null;
  /** Does not wait for reads, which may take for ever on a network disk. They change nothing. */
  stop: () => void;
};

type WatchOptions = {
  /** Of the embedded database, which keeps its log for the store; null without one. */
  superuserUrl: string | null;
  /** Whether the database knows that this installation has made backups in the store. */
  isKnown: () => Promise<boolean>;
  /** How often the store is read, in milliseconds. */
  everyMs?: number;
};

/** Watches a store, and the log that the embedded database keeps for it, for the metrics. */
export function watchStore(
  store: BackupStore,
  { superuserUrl, isKnown, everyMs = store.readSpace ? WATCH_MS : WATCH_BUCKET_MS }: WatchOptions,
): BackupWatch {
  let status = UNKNOWN_STORE;
  let pendingBytes: number | null = null;
  const hasHadBackups = async (): Promise<boolean> =>
    (status.backups ?? 0) > 0 || (await isKnown().catch(() => false));
  const storeReads = new Repeated(async () => {
    status = await readStoreStatus(store, hasHadBackups).catch(() => ({ ...status, isReachable: false }));
  }, everyMs);
  // Apart from the store: it matters most while that does not respond.
  const pendingReads = new Repeated(async () => {
    if (superuserUrl !== null) pendingBytes = await readPendingBytes(superuserUrl).catch(() => pendingBytes);
  }, everyMs);
  return {
    store: () => (storeReads.isHanging() ? { ...status, isReachable: false } : status),
    pendingBytes: () => pendingBytes,
    stop: () => {
      storeReads.stop();
      pendingReads.stop();
    },
  };
}
