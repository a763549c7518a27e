import type pg from "pg";
import { claimArchive, renewArchive } from "./archive-claim";
import { BackupError } from "./object-cipher";
import { findSlot, isStreamed } from "./slots";
import type { BackupStore } from "./store";
import { listArchives } from "./wal-chunks";
import type { ProgramLog } from "@/lib/kernel/program-log";

/**
 * Before a backup: throws `BackupError` while the service archives in another store, with which it was started. The backup would
 * end that archive, and nothing would continue the new one.
 */
export async function requireStoreOfService(client: pg.Client, store: BackupStore): Promise<void> {
  const slot = await findSlot(client);
  if (slot === null || !(await isStreamed(client, slot.name))) return;
  if ((await listArchives(store)).has(slot.name)) return;
  throw new BackupError(
    `The service archives in another store than ${store.address}: it was started with another BACKUP_TO. Start it again with ` +
      "this one, and then create the backup. Until then the other store has everything.",
  );
}

/**
 * Before a backup: begins a new archive if the present one cannot go on. While the service is stopped, it also claims the archive,
 * as the start of the service does. Otherwise the backup of a stopped copy would name the archive that the original continues,
 * whose log does not follow from it.
 */
export async function prepareArchive(
  client: pg.Client,
  store: BackupStore,
  { isStopped, log }: { isStopped: boolean; log: ProgramLog },
): Promise<void> {
  await renewArchive(client, store, log);
  if (isStopped && (await findSlot(client)) !== null) await claimArchive(client, store, { held: null, log });
}
