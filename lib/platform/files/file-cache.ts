import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { PRIVATE_DIRECTORY, writeWholeFile } from "@/lib/kernel/private-files";
import { digest } from "@/lib/kernel/secrets";
import { limitConcurrency } from "@/lib/platform/limits/limit-concurrency";

/** The folder, below DATA_DIR, of files that can be created again at any time. */
const FOLDER = "made";
const MAX_BYTES = 256 * 1024 * 1024;
/** Files older than this are created again, so that data of a deleted badge is not kept longer. */
const MAX_AGE_MS = 7 * 24 * 3_600_000;
const SWEEP_EVERY_MS = 60_000;

/** Creates one file at a time, because drawing uses the processor for up to a second. */
const runInTurn = limitConcurrency("Drawing", 1, 20);

const inProgress = new Map<string, Promise<Buffer>>();
let lastSweepMs = 0;

const folder = (): string => join(env().DATA_DIR, FOLDER);

async function readUnexpired(path: string): Promise<Buffer | null> {
  try {
    const { mtimeMs } = await stat(path);
    return Date.now() - mtimeMs > MAX_AGE_MS ? null : await readFile(path);
  } catch {
    return null;
  }
}

/** Deletes files that are too old and, beyond the size limit, the oldest ones. */
async function deleteOldFiles(): Promise<void> {
  if (Date.now() - lastSweepMs < SWEEP_EVERY_MS) return;
  lastSweepMs = Date.now();
  const names = await readdir(folder());
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder(), name);
      const info = await stat(path).catch(() => null);
      return { path, bytes: info?.size ?? 0, modifiedMs: info?.mtimeMs ?? 0 };
    }),
  );
  let bytes = 0;
  for (const file of files.toSorted((one, other) => other.modifiedMs - one.modifiedMs)) {
    bytes += file.bytes;
    if (bytes > MAX_BYTES || Date.now() - file.modifiedMs > MAX_AGE_MS) await rm(file.path, { force: true });
  }
}

/**
 * Stores a file, and deletes old ones even if that fails, because a full disk is no reason to keep data of deleted
 * badges. A failure is logged only: the response does not need the stored file.
 */
async function storeFile(path: string, bytes: Buffer): Promise<void> {
  try {
    await mkdir(folder(), { recursive: true, mode: PRIVATE_DIRECTORY });
    try {
      await writeWholeFile(path, bytes);
    } finally {
      await deleteOldFiles();
    }
  } catch (error) {
    log.warn({ err: error }, "a file that was made could not be kept");
  }
}

async function readOrCreate(path: string, create: () => Promise<Buffer>): Promise<Buffer> {
  const cached = await readUnexpired(path);
  if (cached) return cached;
  const bytes = await runInTurn(create);
  await storeFile(path, bytes);
  return bytes;
}

/**
 * Returns the file of this key, which is created once and then stored below DATA_DIR, for at most a week and up to 256
 * MiB in total. The key must contain everything that the file depends on. Concurrent requests wait for the same
 * creation; 503 when twenty others are waiting.
 */
export function getCachedFile(key: string, create: () => Promise<Buffer>): Promise<Buffer> {
  const name = digest(key).toString("hex");
  const running = inProgress.get(name);
  if (running) return running;
  const creation = readOrCreate(join(folder(), name), create).finally(() => inProgress.delete(name));
  inProgress.set(name, creation);
  return creation;
}
