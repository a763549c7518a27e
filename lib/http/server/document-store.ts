import { LRUCache } from "lru-cache";

/** A cached page: its bytes, plain and compressed. */
export type StoredDocument = { body: Buffer; gzip: Buffer };

/**
 * Creates a cache of documents by key of up to `capacity` bytes. It evicts the least recently used one first and does
 * not store one that is larger than the whole cache. `calculatedSize` is the total size.
 */
export const createDocumentStore = (capacity: number): LRUCache<string, StoredDocument> =>
  new LRUCache({
    maxSize: capacity,
    sizeCalculation: ({ body, gzip }) => body.length + gzip.length + 1_024,
  });
