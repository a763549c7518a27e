import { ApiError, busy, ClientClosedError } from "@/lib/kernel/errors";
import type { IncomingRequest } from "@/lib/kernel/incoming-request";
import { processWide } from "@/lib/kernel/process-wide";
import { getRequestContext } from "@/lib/kernel/request-context";
import { type BudgetShare, MemoryBudget } from "@/lib/platform/limits/memory-budget";

/** Smaller bodies need no share of the budget, so they never wait. Most requests are smaller. */
const FREE_BYTES = 65_536;

/** The memory for bodies in this process (decision 0092). */
const bodyBudget = processWide(
  "body-budget",
  () =>
    new MemoryBudget({ capacity: 25_165_824, fillMs: 10_000, waitMs: 15_000, maxWaiting: 256 }, () =>
      busy("Too many large requests arrive at once. Try again in a moment."),
    ),
);

/**
 * Collects bytes in one block of memory. A list of the pieces would take a hundred times the memory if they consist of
 * single bytes.
 */
class ByteCollector {
  #block: Buffer<ArrayBuffer>;
  #size = 0;

  constructor(capacity: number) {
    this.#block = Buffer.allocUnsafeSlow(capacity);
  }

  get capacity(): number {
    return this.#block.length;
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): Buffer<ArrayBuffer> {
    return this.#block.subarray(0, this.#size);
  }

  /** Moves the bytes into a larger block. The system provides its memory only as it is filled. */
  grow(capacity: number): void {
    const block = Buffer.allocUnsafeSlow(capacity);
    block.set(this.bytes);
    this.#block = block;
  }

  append(piece: Uint8Array): void {
    this.#block.set(piece, this.#size);
    this.#size += piece.byteLength;
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

/** The share of a body that is being read. */
class LazyShare {
  #share: BudgetShare | null = null;

  /** Takes a share, unless there is one. */
  async take(bytes: number): Promise<void> {
    this.#share ??= await bodyBudget.share(bytes);
  }

  /** Resolves as `next` does; rejects when the share was taken back before that. */
  during<Result>(next: Promise<Result>): Promise<Result> {
    return this.#share ? Promise.race([next, this.#share.expired]) : next;
  }

  /** Keeps the share until the request has ended, because what is parsed takes more memory than the body. */
  keepForRequest(): void {
    const context = getRequestContext();
    this.#share?.markFilled();
    if (context) context.endTasks.push(() => this.release());
    else this.release();
  }

  release(): void {
    this.#share?.release();
  }
}

/** Reads the next piece. Only the client can make this fail: it hung up, or was too slow for node's server. */
const readPiece = (pieces: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> =>
  pieces.next().catch((error: unknown) => {
    throw new ClientClosedError(error);
  });

async function collect(
  pieces: AsyncIterator<Uint8Array>,
  { expected, limit }: { expected: number; limit: number },
  share: LazyShare,
): Promise<Buffer<ArrayBuffer>> {
  const collector = new ByteCollector(Math.min(expected, FREE_BYTES));
  for (;;) {
    const { done, value: piece } = await share.during(readPiece(pieces));
    if (done) return collector.bytes;
    const size = collector.size + piece.byteLength;
    if (size > limit) throw tooLarge(limit);
    if (size > collector.capacity) {
      // The client waits meanwhile, because nothing is read from the connection.
      await share.take(expected);
      collector.grow(Math.max(expected, size));
    }
    collector.append(piece);
  }
}

/**
 * Reads at most `limit` bytes of a body. Throws 413 for more, before the rest is read, and 503 when the memory for
 * large bodies is in use, and `ClientClosedError` when the client hung up.
 */
export async function readBytes(
  request: IncomingRequest,
  body: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Buffer<ArrayBuffer>> {
  const expected = expectedSize(request, limit);
  const share = new LazyShare();
  const pieces = body[Symbol.asyncIterator]();
  try {
    const bytes = await collect(pieces, { expected, limit }, share);
    share.keepForRequest();
    return bytes;
  } catch (error) {
    share.release();
    // Not awaited: it would wait for a piece that has been requested, which may never arrive.
    void pieces.return?.().catch(() => undefined);
    throw error;
  }
}
