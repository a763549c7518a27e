import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished, vi } from "vitest";
import { prepareGracefulShutdown } from "@/lib/http/server/graceful-shutdown";
import { REQUEST_SECONDS } from "@/lib/kernel/stop-limits";

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<{
  server: Server;
  port: number;
  end: () => Promise<void>;
}> {
  const server = createServer(answer);
  const end = prepareGracefulShutdown(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, end, port: (server.address() as AddressInfo).port };
}

/**
 * A client in a separate process: sends a request, then another one on the same connection for each line of its input.
 */
const CLIENT = `
const socket = require("node:net").connect(Number(process.argv[1]), "127.0.0.1");
const ask = () => socket.write("GET / HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n");
socket.on("data", (data) => process.stdout.write(data));
socket.on("error", (error) => process.stdout.write(error.message));
socket.on("close", () => process.exit());
process.stdin.on("data", ask);
ask();
`;

it("lets a pending response finish, and tells its client to send no more requests", async () => {
  let answer: () => void = () => undefined;
  const { port, end } = await listen((_request, response) => {
    answer = () => void response.end("complete");
    response.writeProcessing(); // tells the client that the request has arrived
  });
  const request = get({ port, host: "127.0.0.1" });
  await once(request, "information");
  const ended = end();
  answer();
  const [response] = (await once(request, "response")) as [IncomingMessage];
  expect(response.headers.connection).toBe("close");
  expect(await text(response)).toBe("complete");
  await ended;
});

it("responds to requests that arrived on an idle connection while the process was too busy to read them", async () => {
  let asked = 0;
  const { port, end } = await listen((_request, response) => {
    asked += 1;
    response.end(`answer ${asked}.`);
  });
  const client = spawn(process.execPath, ["-e", CLIENT, String(port)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [first] = (await once(client.stdout, "data")) as [Buffer];
  expect(String(first)).toContain("answer 1.");
  const ended = end();
  client.stdin.write("again\n");
  // As on an overloaded machine: longer than any period of grace.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
  expect(await text(client.stdout)).toMatch(/Connection: close[^]*answer 2\.$/);
  await ended;
});

it("closes idle connections", async () => {
  const { port, end, server } = await listen((_request, response) => void response.end("answer."));
  const client = spawn(process.execPath, ["-e", CLIENT, String(port)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  await once(client.stdout, "data");
  await end();
  expect(server.listening).toBe(false);
  await once(client, "exit");
});

it.each([
  [REQUEST_SECONDS - 1, "complete"],
  [REQUEST_SECONDS + 1, "cut off"],
])("leaves a request of %i s: %s", async (seconds, outcome) => {
  let respond: () => void = () => undefined;
  const { port, end } = await listen((_request, response) => {
    respond = () => void response.end("complete");
    response.writeProcessing();
  });
  const request = get({ port, host: "127.0.0.1" });
  await once(request, "information");
  const result = new Promise<string>((resolve) => {
    request
      .once("response", (response: IncomingMessage) => void text(response).then(resolve))
      .once("error", () => resolve("cut off"));
  });
  const ended = end();
  const later = Date.now() + seconds * 1_000;
  const now = vi.spyOn(Date, "now").mockReturnValue(later);
  onTestFinished(() => now.mockRestore());
  await vi.waitUntil(() => now.mock.calls.length > 0);
  respond();
  expect(await result).toBe(outcome);
  await ended;
});
