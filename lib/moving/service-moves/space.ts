import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { clock } from "@/lib/kernel/clock";
import { MoveError } from "@/lib/moving/imports/schema";
import { listFolders, moveFolder, removeFolder } from "./folder";
import { MOVE_LIMITS, type Space } from "./limits";

// The space that downloads take on the disk of a host.

/** Measures a folder with the folders in it: how many bytes, and when something in it was last written. */
async function measureFolder(folder: string): Promise<{ bytes: number; writtenMs: number }> {
  const names = await readdir(folder).catch((): string[] => []);
  let [bytes, writtenMs] = [0, 0];
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (!found) continue;
    const part = found.isDirectory()
      ? await measureFolder(path)
      : { bytes: found.size, writtenMs: found.mtimeMs };
    bytes += part.bytes;
    writtenMs = Math.max(writtenMs, part.writtenMs);
  }
  return { bytes, writtenMs };
}

/** Throws `MoveError` when the disk is nearly full. */
async function requireFreeSpace(folder: string): Promise<void> {
  const disk = await statfs(folder).catch(() => null);
  if (disk && disk.bavail * disk.bsize < MOVE_LIMITS.freeBytes)
    throw new MoveError("This service has too little free space on its disk. Tell its operator.");
}

/**
 * Throws `MoveError` when a download has stored nothing for too long since its run was started: a service that keeps failing
 * is not asked for a whole day.
 */
export async function requireRecentProgress(folder: string, startedAt: Date): Promise<void> {
  const { writtenMs } = await measureFolder(folder);
  if (clock.now().getTime() - Math.max(writtenMs, startedAt.getTime()) <= MOVE_LIMITS.silentMs) return;
  const minutes = MOVE_LIMITS.silentMs / 60_000;
  throw new MoveError(`The other service has failed for ${minutes} minutes. Move again when it responds.`);
}

/** Measures the folder every few seconds, and whenever what was received since could be too much. */
const MEASURE_MS = 2_000;

export function createSpace(folder: string): Space {
  let [stored, received, measuredAt] = [0, 0, -Infinity];
  const measure = async (): Promise<void> => {
    const { bytes } = await measureFolder(folder);
    [stored, received, measuredAt] = [bytes, 0, performance.now()];
    await requireFreeSpace(folder);
    if (stored > MOVE_LIMITS.storedBytes)
      throw new MoveError("The other service has more data than a move can store.");
  };
  return {
    receive: async (bytes) => {
      received += bytes;
      const isDue = performance.now() - measuredAt > MEASURE_MS;
      if (isDue || stored + received > MOVE_LIMITS.storedBytes) await measure();
    },
    measure,
  };
}

/** How long a download that no process works on was not used. */
const IDLE_MS = 600_000;

/**
 * Deletes downloads of other moves while those of this host take too much: the ones that were not written to for the longest
 * time, such as those of moves that were stopped. When such a move continues, it reads again.
 */
export async function makeRoom(id: string): Promise<void> {
  const others: { id: string; bytes: number; usedMs: number }[] = [];
  for (const other of await listFolders()) {
    if (other === id) continue;
    const { bytes, writtenMs } = await measureFolder(moveFolder(other));
    const found = await stat(moveFolder(other)).catch(() => null);
    others.push({ id: other, bytes, usedMs: Math.max(writtenMs, found?.mtimeMs ?? 0) });
  }
  let bytes = others.reduce((sum, other) => sum + other.bytes, 0);
  const idle = others
    .filter(({ usedMs }) => clock.now().getTime() - usedMs > IDLE_MS)
    .toSorted((one, other) => one.usedMs - other.usedMs);
  for (const other of idle) {
    if (bytes <= MOVE_LIMITS.hostBytes) return;
    await removeFolder(other.id);
    bytes -= other.bytes;
  }
}
