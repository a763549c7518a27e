/** A page as it is kept: its bytes, and the same compressed. */
export type StoredDocument = { body: Buffer; gzip: Buffer };

const weigh = ({ body, gzip }: StoredDocument): number => body.length + gzip.length + 1_024;

/** Documents by key up to `capacity` bytes; the one that was asked for longest ago goes first. */
export class DocumentStore {
  readonly #documents = new Map<string, StoredDocument>();
  readonly #capacity: number;
  #bytes = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** What the kept documents weigh, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): StoredDocument | undefined {
    const found = this.#documents.get(key);
    if (!found) return undefined;
    // The order of a Map is that of insertion.
    this.#documents.delete(key);
    this.#documents.set(key, found);
    return found;
  }

  set(key: string, document: StoredDocument): void {
    this.#drop(key);
    this.#documents.set(key, document);
    this.#bytes += weigh(document);
    for (const oldest of this.#documents.keys()) {
      if (this.#bytes <= this.#capacity) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const found = this.#documents.get(key);
    if (!found) return;
    this.#documents.delete(key);
    this.#bytes -= weigh(found);
  }
}
