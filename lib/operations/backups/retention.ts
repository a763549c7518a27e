import { type BackupEntry, listBackups, type Manifest, readManifest, removeBackup } from "./manifest";
import { BackupError } from "./object-cipher";
import { parsePosition } from "./positions";
import { type BackupStore, removeObjects } from "./store";
import { listArchives, listChunks } from "./wal-chunks";

// A run that is still writing would lose its parts otherwise.
const UNFINISHED_MS = 24 * 3_600_000;

/** The time in the id of a backup. */
function readStartTime(id: string): number {
  const text = id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/, "$1-$2-$3T$4:$5:$6Z");
  const time = Date.parse(text);
  return Number.isNaN(time) ? Infinity : time;
}

/** Removes what no kept backup needs of the archives: a later backup needs only what is written after it. */
async function removeOldLog(store: BackupStore, kept: Manifest[]): Promise<void> {
  const needed = new Map<string, bigint>();
  for (const { content } of kept) {
    if (content.kind !== "files" || content.archive === null) continue;
    const position = parsePosition(content.start_position);
    const known = needed.get(content.archive);
    if (known === undefined || position < known) needed.set(content.archive, position);
  }
  for (const [archive, names] of await listArchives(store)) {
    const position = needed.get(archive);
    const chunks = position === undefined ? [] : await listChunks(store, archive);
    // The last chunk says how far the archive is, which a copy of the database is compared with.
    const old = chunks.slice(0, -1).filter(({ end }) => position !== undefined && end <= position);
    await removeObjects(store, position === undefined ? names : old.map(({ name }) => name));
  }
}

/**
 * Keeps the newest backups and removes older ones, unfinished ones of more than a day ago, and what only those needed of
 * the archive. `created`, the id of a backup that was just created, counts as the newest one, whatever its clock said.
 * Returns the ids of the complete backups that were removed.
 */
export async function removeOldBackups(
  store: BackupStore,
  { keep, created, now }: { keep: number; created: string; now: Date },
): Promise<string[]> {
  const all = await listBackups(store);
  const complete = all.filter(({ isComplete }) => isComplete);
  const others = complete.filter(({ id }) => id !== created);
  if (others.length === complete.length)
    throw new BackupError(
      `${store.address} does not list the new backup ${created}, so nothing was removed.`,
    );
  const removed = others.slice(0, Math.max(0, others.length - (keep - 1)));
  const isAbandoned = ({ id, isComplete }: BackupEntry): boolean =>
    !isComplete && now.getTime() - readStartTime(id) > UNFINISHED_MS;
  for (const entry of [...removed, ...all.filter(isAbandoned)]) await removeBackup(store, entry);
  await store.removeDrafts?.(new Date(now.getTime() - UNFINISHED_MS));
  // A backup that is being created now may need any of the log.
  if (all.some((entry) => !entry.isComplete && !isAbandoned(entry))) return removed.map(({ id }) => id);
  const kept = complete.filter((entry) => !removed.includes(entry));
  await removeOldLog(store, await Promise.all(kept.map(({ id }) => readManifest(store, id))));
  return removed.map(({ id }) => id);
}
