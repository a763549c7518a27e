import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { submit } from "./copy-stream";
import { formatPosition } from "./positions";
import type { Slot } from "./slots";

// Messages of streaming replication (PostgreSQL's documentation, "Streaming Replication Protocol").
const LOG_DATA = 0x77; // w: start, end of the log, time (8 bytes each), data
const KEEPALIVE = 0x6b; // k: end of the log, time (8 bytes each), whether a reply is requested (1 byte)
const LOG_DATA_HEADER_BYTES = 25;
const STATUS_BYTES = 34;
const POSTGRES_EPOCH_MS = 946_684_800_000;

// The server waits while more was not taken. Whoever waits for more than this waits for ever.
const HIGH_WATER_BYTES = 16 * 1024 * 1024;

type Connection = {
  stream: { pause: () => void; resume: () => void };
  query: (text: string) => void;
  sendCopyFromChunk: (chunk: Buffer) => void;
};

/** What arrived of the log and was not taken yet. */
export type Received = { start: bigint; content: Buffer };

/** The log of a server as it is written. */
const ASK_MS = 1_000;

export class WalStream {
  private failure: Error | null = null;
  private chunks: Buffer[] = [];
  private bytes = 0;
  /** The beginning of what has arrived and was not taken. */
  start: bigint;
  private stored: bigint;
  private connection: Connection | null = null;
  private onChange: () => void = () => undefined;

  constructor(
    client: pg.Client,
    private readonly slot: Slot,
  ) {
    this.start = slot.position;
    this.stored = slot.position;
    submit(client, this);
  }

  submit(connection: Connection): void {
    this.connection = connection;
    connection.query(
      `START_REPLICATION SLOT "${this.slot.name}" PHYSICAL ${formatPosition(this.slot.position)}`,
    );
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.failure ??= error;
    this.onChange();
  }

  handleReadyForQuery(): void {
    this.handleError(new Error("The server ended the stream of its log."));
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (chunk[0] === LOG_DATA) this.receive(chunk);
    else if (chunk[0] === KEEPALIVE && chunk[17] === 1) this.confirm(this.stored);
  }

  private receive(message: Buffer): void {
    if (message.readBigUInt64BE(1) !== this.position)
      return this.handleError(new Error("The server sent its log with a gap."));
    this.chunks.push(Buffer.from(message.subarray(LOG_DATA_HEADER_BYTES))); // pg uses its buffer again
    this.bytes += message.length - LOG_DATA_HEADER_BYTES;
    if (this.bytes > HIGH_WATER_BYTES) this.connection?.stream.pause();
    this.onChange();
  }

  /** The end of what has arrived. */
  get position(): bigint {
    return this.start + BigInt(this.bytes);
  }

  /** Takes what has arrived, at most `limit` bytes. */
  take(limit: number): Received | null {
    if (this.bytes === 0) return null;
    const all = Buffer.concat(this.chunks);
    const content = all.subarray(0, limit);
    const rest = all.subarray(limit);
    const received = { start: this.start, content };
    this.start += BigInt(content.length);
    this.chunks = rest.length > 0 ? [rest] : [];
    this.bytes = rest.length;
    this.connection?.stream.resume();
    return received;
  }

  /**
   * Waits until the stream has arrived at a position, or for the time. Throws when the stream has ended. Only one caller
   * may wait.
   */
  async waitFor(position: bigint, time?: { ms: number; signal: AbortSignal }): Promise<void> {
    // The server may sleep for 30 s although its log has grown. Any message wakes it.
    const asking = time ? undefined : setInterval(() => this.confirm(this.stored), ASK_MS);
    try {
      await new Promise<void>((done) => {
        this.onChange = () => {
          if (this.failure || this.position >= position) done();
        };
        this.onChange();
        if (time) void sleep(time.ms, undefined, { signal: time.signal }).then(done, done);
      });
    } finally {
      clearInterval(asking);
    }
    if (this.failure) throw this.failure;
  }

  /** Tells the server that the log is stored up to a position, so that it may remove it. */
  confirm(position: bigint): void {
    this.stored = position;
    const status = Buffer.alloc(STATUS_BYTES);
    status.write("r", 0, "latin1");
    for (const offset of [1, 9, 17]) status.writeBigUInt64BE(position, offset);
    status.writeBigUInt64BE(BigInt(Date.now() - POSTGRES_EPOCH_MS) * 1000n, 25);
    this.connection?.sendCopyFromChunk(status);
  }
}
