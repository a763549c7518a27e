import { LRUCache } from "lru-cache";

/** A page as it is kept: its bytes, and the same compressed. */
export type StoredDocument = { body: Buffer; gzip: Buffer };

/**
 * Creates a store of documents by key of up to `capacity` bytes: the one that was asked for longest ago goes first, and
 * one that is larger than the whole store is not kept. What they weigh together is its `calculatedSize`.
 */
export const createDocumentStore = (capacity: number): LRUCache<string, StoredDocument> =>
  new LRUCache({
    maxSize: capacity,
    sizeCalculation: ({ body, gzip }) => body.length + gzip.length + 1_024,
  });
