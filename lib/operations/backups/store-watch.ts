import type pg from "pg";
import { withPlainClient } from "./copy-stream";
import { listBackups, readManifest } from "./manifest";
import type { StoreStatus } from "./metrics";
import { parsePosition } from "./positions";
import { findSlot } from "./slots";
import type { BackupStore } from "./store";
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

/** Reads what the metrics show of a store. Throws when it cannot be read. */
export async function readStoreStatus(store: BackupStore): Promise<StoreStatus> {
  const complete = (await listBackups(store)).filter(({ isComplete }) => isComplete);
  const newest = complete.at(-1);
  const verification = await readVerification(store);
  return {
    isReachable: true,
    backups: complete.length,
    newestAt: newest === undefined ? null : Date.parse((await readManifest(store, newest.id)).finished_at),
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

/** Does work at once and then every minute, or every five for a bucket, until it is stopped. The work must not throw. */
function repeat(work: () => Promise<void>, everyMs: number): { stop: () => Promise<void> } {
  let running = work();
  const timer = setInterval(() => {
    running = running.then(work);
  }, everyMs).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

/** What the metrics show of the backups of this installation, as it was read last. */
export type BackupWatch = {
  store: () => StoreStatus;
  pendingBytes: () => number | null;
  stop: () => Promise<void>;
};

/** Watches a store, and the log that the embedded database keeps for it (null without one), for the metrics. */
export function watchStore(store: BackupStore, superuserUrl: string | null): BackupWatch {
  let status = UNKNOWN_STORE;
  let pendingBytes: number | null = null;
  const read = async (): Promise<void> => {
    status = await readStoreStatus(store).catch(() => ({ ...status, isReachable: false }));
    if (superuserUrl !== null) pendingBytes = await readPendingBytes(superuserUrl).catch(() => pendingBytes);
  };
  const { stop } = repeat(read, store.readSpace ? WATCH_MS : WATCH_BUCKET_MS);
  return { store: () => status, pendingBytes: () => pendingBytes, stop };
}
