import { statfs } from "node:fs/promises";
import { resolve } from "node:path";

/** Less than PostgreSQL needs for a file of its log. */
const NEARLY_FULL_BYTES = 20_000_000;

/** Node's codes, the SQLSTATE for it, and what other programs print. */
const FULL = /ENOSPC|EDQUOT|\b53100\b|No space left on device|Disk quota exceeded/;

const MAX_CAUSES = 6;

/** Whether an error, or one of its causes, says that a disk is full. */
function saysFull(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth += 1) {
    const code = "code" in current ? String(current.code) : "";
    if (FULL.test(`${code} ${current.message}`)) return true;
    current = current.cause;
  }
  return false;
}

async function readFreeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/**
 * Describes an error that comes from a full disk: which folder, how much is free and what to do. Null for other errors. A
 * database on a full disk may end without a message, because it cannot write one, so what is free counts too.
 */
export async function describeFullDisk(error: unknown, dataDir: string): Promise<string | null> {
  const free = await readFreeBytes(dataDir);
  const isFull = free !== null && free < NEARLY_FULL_BYTES;
  if (!saysFull(error) && !isFull) return null;
  const amount = free === null ? "" : ` (${Math.floor(free / 1_000_000)} MB are free)`;
  const message = error instanceof Error ? error.message : String(error);
  return (
    `The disk of DATA_DIR, ${resolve(dataDir)}, is full${amount}. Make room or set DATA_DIR to another disk, and start again. ` +
    `The new database takes about 100 MB. The error was: ${message}`
  );
}
