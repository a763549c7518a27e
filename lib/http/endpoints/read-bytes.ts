import { rateLimitKey } from "@/lib/kernel/client-address";
import { ApiError, busy, ClientClosedError } from "@/lib/kernel/errors";
import type { IncomingRequest } from "@/lib/kernel/incoming-request";
import { processWide } from "@/lib/kernel/process-wide";
import { getRequestContext } from "@/lib/kernel/request-context";
import { BodyBudget, type BodyPlace } from "@/lib/platform/limits/body-budget";

/** Smaller bodies need no memory of the budget, so they never wait. Most requests are smaller. */
const FREE_BYTES = 65_536;

export const tooManyLargeBodies = (): ApiError =>
  busy("Too many large requests arrive at once. Try again in a moment.");

/** The memory for bodies in this process (decision 0092). */
const bodyBudget = processWide(
  "body-budget",
  () =>
    new BodyBudget(
      {
        capacity: 25_165_824,
        room: 16_777_216,
        windowMs: 1_000,
        minBytes: 16_384,
        waitMs: 15_000,
        maxWaiting: 256,
        maxWaitingOfClient: 64,
      },
      tooManyLargeBodies,
    ),
);

/**
 * Collects bytes in one block of memory. A list of the pieces would take a hundred times the memory if they consist of
 * single bytes.
 */
class ByteCollector {
  readonly #limit: number;
  #block: Buffer<ArrayBuffer>;
  #size = 0;

  /** A body of at most `limit` bytes. */
  constructor(limit: number) {
    this.#limit = limit;
    this.#block = Buffer.allocUnsafeSlow(Math.min(limit, FREE_BYTES));
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): Buffer<ArrayBuffer> {
    return this.#block.subarray(0, this.#size);
  }

  append(piece: Uint8Array): void {
    const size = this.#size + piece.byteLength;
    if (size > this.#block.length) {
      // The system provides the memory of a block only as it is filled.
      const block = Buffer.allocUnsafeSlow(Math.max(size, Math.min(this.#limit, 2 * this.#block.length)));
      block.set(this.bytes);
      this.#block = block;
    }
    this.#block.set(piece, this.#size);
    this.#size = size;
  }
}

const tooLarge = (limit: number) =>
  new ApiError(413, "body_too_large", `The request body is larger than ${limit} bytes.`);

/** Returns the size of a body that its request declares; `limit` without one. Throws 413 for a larger one. */
function expectedSize({ headers }: IncomingRequest, limit: number): number {
  const declared = Number(headers.get("content-length") ?? limit);
  if (declared > limit) throw tooLarge(limit);
  return declared;
}

type Pieces = AsyncIterator<Uint8Array>;

/** The key of the client whose request is being processed; null outside of a request. */
function clientKey(): string | null {
  const address = getRequestContext()?.address;
  return address === undefined ? null : rateLimitKey(address);
}

/** The place in the budget of a body that is being read; none while it is small. */
class LazyPlace {
  readonly #budget: BodyBudget;
  readonly #expected: number;
  #place: BodyPlace | null = null;
  #evict: (error: Error) => void = () => undefined;

  constructor(budget: BodyBudget, expected: number) {
    this.#budget = budget;
    this.#expected = expected;
  }

  /** Takes memory for this many more bytes. */
  async take(bytes: number): Promise<void> {
    this.#place ??= this.#budget.open(this.#expected, clientKey(), (error) => this.#evict(error));
    await this.#place.take(bytes);
  }

  /** Reads the next piece; rejects when the place is lost meanwhile. Only the client can make the reading fail: it hung up, or was too slow for node's server. */
  readPiece(pieces: Pieces): Promise<IteratorResult<Uint8Array>> {
    return new Promise((resolve, reject) => {
      this.#evict = reject;
      pieces.next().then(resolve, (error: unknown) => reject(new ClientClosedError(error)));
    });
  }

  /** Keeps the memory until the request has ended, because what is parsed takes more than the body. */
  async keepForRequest(bytes: number): Promise<void> {
    await this.#place?.complete(bytes);
    const context = getRequestContext();
    if (context) context.endTasks.push(() => this.release());
    else this.release();
  }

  release(): void {
    this.#place?.release();
  }
}

async function collect(
  pieces: Pieces,
  { expected, limit }: { expected: number; limit: number },
  place: LazyPlace,
): Promise<Buffer<ArrayBuffer>> {
  const collector = new ByteCollector(expected);
  for (;;) {
    const { done, value: piece } = await place.readPiece(pieces);
    if (done) return collector.bytes;
    const size = collector.size + piece.byteLength;
    if (size > limit) throw tooLarge(limit);
    // The client waits meanwhile, because nothing is read from the connection.
    if (size > FREE_BYTES) await place.take(piece.byteLength);
    collector.append(piece);
  }
}

/**
 * Reads at most `limit` bytes of a body. Throws 413 for more, before the rest is read, 503 when the memory for large
 * bodies is in use, or the body is too slow while others need it, and `ClientClosedError` when the client hung up.
 */
export async function readBytes(
  request: IncomingRequest,
  body: AsyncIterable<Uint8Array>,
  limit: number,
  budget: BodyBudget = bodyBudget,
): Promise<Buffer<ArrayBuffer>> {
  const expected = expectedSize(request, limit);
  const place = new LazyPlace(budget, expected);
  const pieces = body[Symbol.asyncIterator]();
  try {
    const bytes = await collect(pieces, { expected, limit }, place);
    await place.keepForRequest(bytes.length);
    return bytes;
  } catch (error) {
    place.release();
    // Not awaited: it would wait for a piece that has been requested, which may never arrive.
    void pieces.return?.().catch(() => undefined);
    throw error;
  }
}
