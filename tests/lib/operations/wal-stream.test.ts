import type pg from "pg";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { WalStream } from "@/lib/operations/backups/wal-stream";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection that records what is sent to the server. */
function connect() {
  const sent: Buffer[] = [];
  const connection = {
    stream: { pause: () => undefined, resume: () => undefined },
    query: () => undefined,
    sendCopyFromChunk: (chunk: Buffer) => void sent.push(chunk),
  };
  const client = {
    query: (stream: WalStream) => stream.submit(connection),
  } as unknown as pg.Client;
  return { sent, stream: new WalStream(client, { name: "backup_a", position: 100n, isLost: false }) };
}

/** A message with log: 25 bytes header, in which the start is the first number. */
function logMessage(start: bigint, bytes: number): { chunk: Buffer } {
  const chunk = Buffer.alloc(25 + bytes);
  chunk.write("w");
  chunk.writeBigUInt64BE(start, 1);
  return { chunk };
}

it("wakes a server that sleeps although its log has grown", async () => {
  const { sent, stream } = connect();
  const waiting = stream.waitFor(110n);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(sent.map((chunk) => [chunk.toString("latin1", 0, 1), chunk.readBigUInt64BE(1)])).toEqual(
    Array.from({ length: 3 }, () => ["r", 100n]),
  );
  stream.handleCopyData(logMessage(100n, 10));
  await waiting;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(sent).toHaveLength(3);
});
