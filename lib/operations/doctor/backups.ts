import { join } from "node:path";
import type pg from "pg";
import { findOwnArchive } from "@/lib/operations/backups/archive-claim";
import { listBackups, type Manifest, readManifest } from "@/lib/operations/backups/manifest";
import { BackupError } from "@/lib/operations/backups/object-cipher";
import { parsePosition } from "@/lib/operations/backups/positions";
import { requireStoreOfService } from "@/lib/operations/backups/prepare-archive";
import { findSlot } from "@/lib/operations/backups/slots";
import type { BackupStore } from "@/lib/operations/backups/store";
import { requireOwnStore } from "@/lib/operations/backups/store-marker";
import { describeEnd, describeGap, findContinuation } from "@/lib/operations/backups/continuation";
import { findBackupStore } from "@/lib/operations/installation/backup-store";
import { clock } from "@/lib/kernel/clock";
import type { Check, ExaminedDatabase, Finding } from "./finding";

const HOUR_MS = 3_600_000;
/** Backups are to be created each day, and one may fail. */
const BACKUP_MS = 48 * HOUR_MS;
/** How far the clocks of two machines may differ. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000;
/** The archive of an idle database says each minute that it is complete. */
const ARCHIVE_MS = 10 * 60_000;
const RETAINED_BYTES = 1_000_000_000;

const CREATE = 'Run "admin backup create", and let a scheduler run it each day (docs/operating/backups.md).';
const LOST = "If the disk is lost, so is what was changed since then.";

async function findNewest(store: BackupStore): Promise<Manifest | null> {
  const entry = (await listBackups(store)).findLast(({ isComplete }) => isComplete);
  return entry === undefined ? null : readManifest(store, entry.id);
}

/** Finds the newest backup that an archive continues. A store may also have later backups of another copy of the database. */
async function findNewestOf(store: BackupStore, archive: string): Promise<Manifest | null> {
  for (const { id, isComplete } of (await listBackups(store)).toReversed()) {
    if (!isComplete) continue;
    const manifest = await readManifest(store, id);
    if (manifest.content.kind === "files" && manifest.content.archive === archive) return manifest;
  }
  return null;
}

const withoutBackup = (archive: string): Finding => ({
  problem: `No backup continues with the present archive, wal/${archive}.`,
  reason: LOST,
  remedy: CREATE,
});

function checkAge(newest: Manifest | null): Finding[] {
  if (newest === null)
    return [{ problem: "The store has no complete backup.", reason: LOST, remedy: CREATE }];
  const age = clock.now().getTime() - Date.parse(newest.finished_at);
  if (age < -CLOCK_DIFFERENCE_MS)
    return [
      {
        problem: `The newest backup, ${newest.id}, has a later time than now: ${newest.finished_at}.`,
        reason:
          "The clock of this machine is or was wrong. A restore uses this backup instead of later ones, and --keep keeps it instead of them.",
        remedy:
          "Set the clock. If the backup's time is wrong, run “admin backup create”, then remove the folder of that backup from the store.",
      },
    ];
  if (age <= BACKUP_MS) return [];
  const hours = Math.floor(age / HOUR_MS);
  return [
    {
      problem: `The newest backup, ${newest.id}, is ${hours} hours old.`,
      reason:
        "A restore takes longer, and depends on a longer archive. A backup of tables lacks what changed since.",
      remedy: CREATE,
    },
  ];
}

async function checkArchive(
  store: BackupStore,
  newest: Manifest,
  isRunning: boolean | null,
): Promise<Finding[]> {
  const { content, id } = newest;
  if (content.kind !== "files") return [];
  if (content.archive === null)
    return [
      {
        problem: `No archive continues the newest backup, ${id}.`,
        reason: LOST,
        remedy: "Start the service with BACKUP_TO, and then create a backup.",
      },
    ];
  const found = await findContinuation(store, content.archive, parsePosition(content.end_position));
  const moment = "Later moments cannot be restored.";
  if (found.gap !== null) return [{ problem: describeGap(found.gap), reason: moment, remedy: CREATE }];
  if (found.ended !== null)
    return [{ problem: `Backup ${id}: ${describeEnd(found)}`, reason: moment, remedy: CREATE }];
  const until = found.until ?? newest.finished_at;
  if (isRunning !== true || clock.now().getTime() - Date.parse(until) <= ARCHIVE_MS) return [];
  return [
    {
      problem: `The archive is behind: it has what was changed until ${until}.`,
      reason: LOST,
      remedy:
        "The log of the service says why. Make the store reachable, or start the service with BACKUP_TO.",
    },
  ];
}

/** The log that the database keeps because the archive does not have it. */
async function checkRetained(client: pg.Client): Promise<Finding[]> {
  const slot = await findSlot(client);
  if (slot === null || slot.isLost) return [];
  const { rows } = await client.query<{ position: string }>("SELECT pg_current_wal_lsn()::text AS position");
  const bytes = Number(parsePosition(rows[0]?.position ?? "0/0") - slot.position);
  if (bytes < RETAINED_BYTES) return [];
  return [
    {
      problem: `The database keeps ${Math.floor(bytes / 1_000_000)} MB of log that is not archived yet.`,
      reason: "It takes space of the disk. From 10 GB on the database removes it, and the archive has a gap.",
      remedy:
        "The log of the service says why the store cannot be used. To do without the archive, start the service without BACKUP_TO.",
    },
  ];
}

async function examine(examined: ExaminedDatabase, store: BackupStore): Promise<Finding[]> {
  const { client, isEmbedded, isRunning, env } = examined;
  if (isEmbedded) await requireStoreOfService(client, store);
  await requireOwnStore(client, store);
  const last = await findNewest(store);
  if (!isEmbedded) return checkAge(last);
  const archive = await findOwnArchive({ client, directory: join(env.DATA_DIR, "postgres") }, store);
  const retained = await checkRetained(client);
  if (last === null) return [...checkAge(null), ...retained];
  const newest = archive === null ? last : await findNewestOf(store, archive);
  if (newest === null) return [withoutBackup(archive ?? ""), ...retained];
  return [...checkAge(newest), ...(await checkArchive(store, newest, isRunning)), ...retained];
}

/** The check of the store of backups and of the archive. */
export const BACKUP_CHECKS: Check<ExaminedDatabase>[] = [
  {
    name: "backups",
    skip: ({ env }) =>
      env.BACKUP_TO === undefined
        ? "BACKUP_TO is not set, so this service creates no backups (docs/operating/backups.md)"
        : null,
    run: async (examined) => {
      const store = findBackupStore();
      if (store === null) return [];
      try {
        return await examine(examined, store);
      } catch (error) {
        if (!(error instanceof BackupError)) throw error;
        return [{ problem: error.message, reason: LOST, remedy: "Do what the message says." }];
      }
    },
  },
];
