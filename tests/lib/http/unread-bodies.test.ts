import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { prepareGracefulShutdown } from "@/lib/http/server/graceful-shutdown";
import { serveRequests } from "@/lib/http/server/unread-bodies";
import { until } from "../../support/until";

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

const readAll = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  let size = 0;
  for await (const chunk of request) size += (chunk as Buffer).length;
  response.end(`read ${size}.`);
};

/** Handlers that leave a body unread in various ways, and one that reads it. */
const ANSWERS: Record<string, Answer> = {
  "at once": (_request, response) => response.end("answered."),
  "after a part of it": (request, response) =>
    request.on("data", () => {
      request.pause();
      if (!response.writableEnded) response.end("answered.");
    }),
  "having given it up": async (request, response) => {
    const body = new Request("http://localhost", {
      method: "POST",
      body: request as unknown as ReadableStream,
      duplex: "half",
    } as RequestInit).body as unknown as AsyncIterable<Uint8Array>;
    for await (const _chunk of body) break;
    response.end("answered.");
  },
};

const open: { server: { closeAllConnections: () => void; close: () => void }; sockets: Socket[] }[] = [];
afterEach(() => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  }
});

/**
 * Starts a server that handles `GET` itself and everything else with `answer`. Returns its port and a function that
 * ends it as the product does.
 */
async function listen(answer: Answer) {
  const server = createServer();
  server.keepAliveTimeout = 3_600_000;
  // Far longer than this test may take: closing that waits for it fails the test.
  const end = prepareGracefulShutdown(server, 3_600_000);
  const stopLingering = serveRequests(server, (request, response) => {
    if (request.method === "GET") response.end("next.");
    else answer(request, response);
  });
  const sockets: Socket[] = [];
  open.push({ server, sockets });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    stopLingering();
    return end();
  };
  /** Opens a connection that the client does not close when the server has. Records received data and errors. */
  const dial = () => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    sockets.push(socket);
    const seen = { text: "", hasEnded: false, errors: [] as string[] };
    socket.on("data", (part: Buffer) => {
      seen.text += part.toString("latin1");
    });
    socket.on("end", () => {
      seen.hasEnded = true;
    });
    socket.on("error", (error) => seen.errors.push(String(error)));
    return { socket, seen };
  };
  return { dial, stop };
}

const head = (fields: string): string => `POST / HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n\r\n`;
const sized = (size: number): string => head(`Content-Length: ${size}`);
const NEXT = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
const MEGABYTE = Buffer.alloc(1_048_576, "x");

/** Sends a part and waits until it has been sent. */
const send = (socket: Socket, part: string | Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.write(part, (error) => (error ? reject(error) : resolve()));
  });

describe.each(Object.entries(ANSWERS))("a response %s", (_name, answer) => {
  it.each([1_000, 65_536, 70_000, 262_144])(
    "%i bytes: the next request on the connection is handled",
    async (size) => {
      const { dial } = await listen(answer);
      const { socket, seen } = dial();
      await send(socket, sized(size) + "x".repeat(size));
      await until("the answer", () => seen.text.includes("answered."));
      expect(seen.text).toContain("Connection: keep-alive");
      await send(socket, NEXT);
      await until("the next answer", () => seen.text.includes("next."));
    },
  );

  it("a small body that arrives after the response is not read as a request", async () => {
    const { dial } = await listen(answer);
    const { socket, seen } = dial();
    await send(socket, `${sized(200_000)}${"x".repeat(1_000)}`);
    await until("the answer", () => seen.text.includes("answered."));
    await send(socket, "GET / HTTP/1.1\r\n\r\n".padEnd(199_000, "x"));
    await send(socket, NEXT);
    await until("the next answer", () => seen.text.includes("next."));
    expect(seen.text.match(/HTTP\/1\.1 /g)).toHaveLength(2);
  });

  it.each([
    ["of a large body", sized(20 * MEGABYTE.length), Buffer.alloc(0)],
    ["of unknown size", head("Transfer-Encoding: chunked"), Buffer.from("\r\n")],
  ])(
    "%s: closes the connection with notice, and a client that continues to send reads the response without a reset",
    async (_size, request, separator) => {
      const { dial } = await listen(answer);
      const { socket, seen } = dial();
      const part =
        separator.length > 0 ? Buffer.concat([Buffer.from("100000\r\n"), MEGABYTE, separator]) : MEGABYTE;
      await send(socket, request);
      await send(socket, part);
      await until("the answer and the end of it", () => seen.hasEnded);
      for (let sent = 1; sent < 20; sent += 1) await send(socket, part);
      expect(seen.errors).toEqual([]);
      expect(seen.text).toMatch(/Connection: close[^]*answered\./);
      // Nothing after the body gets a response.
      if (separator.length === 0) socket.write(NEXT);
      else socket.write("0\r\n\r\n");
      await once(socket.end(), "close");
      expect(seen.text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    },
  );
});

it("a large body that was read leaves its connection open", async () => {
  const { dial } = await listen(readAll);
  const { socket, seen } = dial();
  await send(socket, sized(3 * MEGABYTE.length));
  for (let sent = 0; sent < 3; sent += 1) await send(socket, MEGABYTE);
  await until("the answer", () => seen.text.includes(`read ${3 * MEGABYTE.length}.`));
  expect(seen.text).toContain("Connection: keep-alive");
  await send(socket, NEXT);
  await until("the next answer", () => seen.text.includes("next."));
});

it("a client that sends Expect: 100-continue sends its body; another expectation is refused", async () => {
  const { dial } = await listen(ANSWERS["at once"] as Answer);
  const { socket, seen } = dial();
  await send(socket, head(`Content-Length: ${3 * MEGABYTE.length}\r\nExpect: 100-continue`));
  await until("the answer", () => seen.hasEnded);
  for (let sent = 0; sent < 3; sent += 1) await send(socket, MEGABYTE);
  expect(seen.text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK[^]*Connection: close/);
  expect(seen.errors).toEqual([]);
  const other = dial();
  await send(other.socket, head(`Content-Length: ${3 * MEGABYTE.length}\r\nExpect: a miracle`));
  await until("the answer", () => other.seen.hasEnded);
  expect(other.seen.text).toMatch(/^HTTP\/1\.1 417 [^]*Connection: close/);
});

it.each([
  ["small", 200_000],
  ["large", 3 * MEGABYTE.length],
])("a %s body that never arrives does not delay the end of the server", async (_name, size) => {
  const { dial, stop } = await listen(ANSWERS["at once"] as Answer);
  const { socket, seen } = dial();
  await send(socket, sized(size));
  await until("the answer", () => seen.text.includes("answered."));
  await stop();
});
