import { once } from "node:events";
import type { Socket } from "node:net";
import pg from "pg";
import { applicationName } from "@/lib/kernel/application-name";
import { connectWhenPossible, REFUSED_WAIT_MS } from "@/lib/kernel/connection-wait";

/** What of pg's connection a stream needs; its types leave out the part for COPY. */
type Connection = {
  stream: Socket;
  query: (text: string) => void;
  sendCopyFromChunk: (chunk: Buffer) => void;
  endCopyFrom: () => void;
  sendCopyFail: (reason: string) => void;
};

/** Submits a query object of our own to a client of pg. */
export const submit = (client: pg.Client, query: object): void =>
  void client.query(query as unknown as pg.Submittable);

const HIGH_WATER_BYTES = 16 * 1024 * 1024;

/**
 * The result of a statement that sends a stream (`COPY … TO STDOUT`, `BASE_BACKUP`). Iterating over it reads the
 * messages of the stream. The server waits while the reader does.
 */
export class CopyOut implements AsyncIterable<Buffer> {
  /** The rows of the results before and after the stream. */
  readonly rows: (string | null)[][] = [];
  private readonly queue: Buffer[] = [];
  private queuedBytes = 0;
  private isOver = false;
  private error: Error | null = null;
  private socket: Socket | null = null;
  private wake: () => void = () => undefined;

  constructor(private readonly text: string) {}

  submit(connection: Connection): void {
    this.socket = connection.stream;
    connection.query(this.text);
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.rows.push(fields);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.queue.push(Buffer.from(chunk)); // pg uses its buffer again
    this.queuedBytes += chunk.length;
    if (this.queuedBytes > HIGH_WATER_BYTES) this.socket?.pause();
    this.wake();
  }

  handleError(error: Error): void {
    this.error = error;
    this.end();
  }

  handleReadyForQuery(): void {
    this.end();
  }

  private end(): void {
    this.isOver = true;
    this.wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (;;) {
      const chunk = this.queue.shift();
      if (chunk !== undefined) {
        this.queuedBytes -= chunk.length;
        if (this.queuedBytes <= HIGH_WATER_BYTES / 2) this.socket?.resume();
        yield chunk;
      } else if (this.isOver) {
        if (this.error) throw this.error;
        return;
      } else {
        await new Promise<void>((done) => (this.wake = done));
      }
    }
  }
}

/** Sends a stream to a statement `COPY … FROM STDIN`. Throws the server's error, or that of the source. */
export function copyIn(client: pg.Client, text: string, source: AsyncIterable<Buffer>): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: unknown = null;
    const send = async (connection: Connection): Promise<void> => {
      for await (const chunk of source) {
        if (failure !== null) return;
        connection.sendCopyFromChunk(chunk);
        if (connection.stream.writableNeedDrain) await once(connection.stream, "drain");
      }
      connection.endCopyFrom();
    };
    submit(client, {
      submit: (connection: Connection) => connection.query(text),
      handleRowDescription: () => undefined,
      handleCommandComplete: () => undefined,
      handleCopyInResponse: (connection: Connection) => {
        send(connection).catch((error: unknown) => {
          failure ??= error;
          connection.sendCopyFail("the source failed");
        });
      },
      handleError: (error: Error, connection: Connection) => {
        failure ??= error;
        if (connection.stream.destroyed) reject(error);
      },
      handleReadyForQuery: () => (failure === null ? resolve() : reject(failure as Error)),
    });
  });
}

async function openPlainClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ application_name: applicationName(), ...config });
  client.on("error", () => undefined); // the query fails too; without a listener this would end the process
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/** Connects with these settings, calls `work`, and disconnects, also in the middle of a stream. */
export async function withPlainClient<Result>(
  config: pg.ClientConfig & { replication?: "true" },
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await connectWhenPossible(() => openPlainClient(config), REFUSED_WAIT_MS);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
