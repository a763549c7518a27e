import { Readable } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";
import { z } from "zod";
import { BackupError } from "./object-cipher";
import type { BackupStore } from "./store";

/** A stream that is stored as numbered objects, because a store takes each object as a whole. */
export const StoredStream = z.object({ name: z.string(), parts: z.number().int(), bytes: z.number().int() });
export type StoredStream = z.infer<typeof StoredStream>;

// Held in memory, before and after encryption.
const PART_BYTES = 8 * 1024 * 1024;
// The fastest level: the pages of a database compress well with any.
const COMPRESSION = { level: 1 };

const partName = (name: string, number: number): string => `${name}/${String(number).padStart(6, "0")}`;

/** Compresses a stream and stores it. `onBytes` is called with the bytes read so far. */
export async function writeStream(
  store: BackupStore,
  name: string,
  source: AsyncIterable<Buffer>,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<StoredStream> {
  let bytes = 0;
  async function* count() {
    for await (const chunk of source) {
      bytes += chunk.length;
      onBytes(bytes);
      yield chunk;
    }
  }
  const gzip = createGzip(COMPRESSION);
  const input = Readable.from(count(), { objectMode: false });
  input.on("error", (error) => gzip.destroy(error));
  input.pipe(gzip);
  let [parts, pending, size]: [number, Buffer[], number] = [0, [], 0];
  const flush = async (): Promise<void> => {
    parts += 1;
    await store.put(partName(name, parts), Buffer.concat(pending));
    [pending, size] = [[], 0];
  };
  try {
    for await (const chunk of gzip as AsyncIterable<Buffer>) {
      pending.push(chunk);
      size += chunk.length;
      if (size >= PART_BYTES) await flush();
    }
    if (size > 0) await flush();
  } finally {
    input.destroy();
  }
  return { name, parts, bytes };
}

/** Reads a stored stream. Throws `BackupError` when a part is missing or was changed, or the stream is too short. */
export async function* readStream(store: BackupStore, stored: StoredStream): AsyncGenerator<Buffer> {
  async function* readParts() {
    for (let number = 1; number <= stored.parts; number += 1)
      yield await store.read(partName(stored.name, number));
  }
  const gunzip = createGunzip();
  const input = Readable.from(readParts(), { objectMode: false });
  input.on("error", (error) => gunzip.destroy(error));
  input.pipe(gunzip);
  let bytes = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      yield chunk;
    }
  } finally {
    input.destroy();
  }
  if (bytes !== stored.bytes)
    throw new BackupError(`${stored.name} has ${bytes} bytes instead of ${stored.bytes}.`);
}

/** Reads a stored stream that fits into memory. */
export async function readWhole(store: BackupStore, stored: StoredStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of readStream(store, stored)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
