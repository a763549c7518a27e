import { once } from "node:events";
import { createServer, request, type ClientRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readBytes, tooManyLargeBodies } from "@/lib/http/endpoints/read-bytes";
import { BodyBudget } from "@/lib/platform/limits/body-budget";
import { until } from "../../support/until";

const KIBIBYTE = 1_024;
const SIZE = 256 * KIBIBYTE;
const ROOM = 1_024 * KIBIBYTE;

// A second of the product is a fifth of a second here.
const budget = new BodyBudget(
  {
    capacity: ROOM,
    room: ROOM,
    windowMs: 200,
    minBytes: 4 * KIBIBYTE,
    waitMs: 60_000,
    maxWaiting: 256,
    maxWaitingOfClient: 256,
  },
  tooManyLargeBodies,
);

const server = createServer((incoming, response) => {
  const headers = new Headers({ "content-length": String(incoming.headers["content-length"]) });
  readBytes({ method: "POST", url: "/", headers, body: incoming }, incoming, SIZE, budget).then(
    (bytes) => response.end(String(bytes.length)),
    (error: { status?: number }) => response.writeHead(error.status ?? 500).end(),
  );
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

type Sender = { client: ClientRequest; status: Promise<number> };

function startSending(bytes: number): Sender {
  const { port } = server.address() as AddressInfo;
  const client = request({ port, host: "127.0.0.1", method: "POST", headers: { "content-length": SIZE } });
  const status = once(client, "response").then(([response]) => {
    (response as IncomingMessage).resume();
    return (response as IncomingMessage).statusCode ?? 0;
  });
  status.catch(() => undefined);
  client.on("error", () => undefined).write(Buffer.alloc(bytes));
  return { client, status };
}

it("bodies that stop lose their memory to others; a slow one and a fast one are read completely", async () => {
  const stopped = Array.from({ length: 40 }, () => startSending(128 * KIBIBYTE));
  await until("the memory is full", () => budget.used.room > ROOM - 65_536 && budget.used.capacity === ROOM);
  const slow = startSending(80 * KIBIBYTE);
  let left = SIZE - 80 * KIBIBYTE;
  const piece = 2 * KIBIBYTE;
  const sending = setInterval(() => {
    left -= piece;
    if (left > 0) return void slow.client.write(Buffer.alloc(piece));
    slow.client.end(Buffer.alloc(piece + left));
    clearInterval(sending);
  }, 10);
  const fast = startSending(SIZE);
  fast.client.end();
  expect(await Promise.all([fast.status, slow.status])).toEqual([200, 200]);
  expect(await Promise.race(stopped.map(({ status }) => status))).toBe(503);
  for (const { client } of stopped) client.destroy();
  await until("all memory is returned", () => budget.used.room === 0 && budget.used.capacity === 0);
});
