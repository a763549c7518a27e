import { LRUCache } from "lru-cache";
import type { ResponseParts } from "./responses";

const CAPACITY = 16 * 1024 * 1024;

const sizeOf = ({ body }: ResponseParts): number =>
  (typeof body === "string" ? Buffer.byteLength(body) : body.length) + 1_024;

/**
 * Documents of this process by path, media type and version. A changed document has another version, so nothing has to
 * be removed: the least recently used ones make room.
 */
const documents = new LRUCache<string, ResponseParts>({ maxSize: CAPACITY, sizeCalculation: sizeOf });

/**
 * Returns a document from memory, or builds it. `readVersion` returns the current version of its content, null when it
 * must not be cached. A document whose content changed while it was built is not cached.
 */
export async function getCachedDocument(
  address: string,
  readVersion: () => Promise<string | null>,
  build: () => Promise<ResponseParts>,
): Promise<ResponseParts> {
  const version = await readVersion();
  if (version === null) return build();
  const key = `${address}\n${version}`;
  const known = documents.get(key);
  if (known) return known;
  const built = await build();
  if (built.status === 200 && (await readVersion()) === version) documents.set(key, built);
  return built;
}
