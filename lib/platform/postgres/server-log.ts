import { open, rename, stat, truncate } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { PRIVATE_FILE } from "@/lib/kernel/private-files";

/** The size from which postgres.log is rotated, and the size of an older part at most. */
const LIMIT_BYTES = 5_000_000;
/** The older parts, postgres.log.1 being the newest. */
const OLD_FILES = 3;
const CHECK_MS = 10_000;

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

/** Copies the end of a file, at most the limit, into another file. */
async function copyEnd(path: string, target: string, size: number): Promise<void> {
  const from = await open(path);
  try {
    const to = await open(target, "w", PRIVATE_FILE);
    const start = Math.max(0, size - LIMIT_BYTES);
    await pipeline(from.createReadStream({ start, end: size - 1, autoClose: false }), to.createWriteStream());
  } finally {
    await from.close();
  }
}

/**
 * Rotates the log of the embedded server when it has grown too large: four files of about 5 MB at most. The server has the
 * file open for appending, also after this process has ended, so its content is copied and the file is emptied. Lines that the
 * server writes in that moment are lost.
 */
export async function rotateServerLog(path: string): Promise<void> {
  const size = await sizeOf(path);
  if (size <= LIMIT_BYTES) return;
  for (let number = OLD_FILES; number > 1; number -= 1)
    await rename(`${path}.${number - 1}`, `${path}.${number}`).catch(() => undefined);
  try {
    await copyEnd(path, `${path}.1`, size);
  } finally {
    // Also on a full disk, where the copy fails.
    await truncate(path);
  }
}

/** Rotates the log of the server while it runs. Returns a function that ends that. */
export function keepRotating(path: string): () => void {
  let rotating: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    rotating = rotating.then(() => rotateServerLog(path)).catch(() => undefined);
  }, CHECK_MS).unref();
  return () => clearInterval(timer);
}
