import type { Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { REQUEST_SECONDS } from "@/lib/kernel/stop-limits";

const MIN_ROUNDS = 6;
const ROUND_MS = 50;

const closeAfterResponse = (response: ServerResponse): void => {
  // Sends `Connection: close`; too late for a response whose headers are sent.
  if (!response.headersSent) response.shouldKeepAlive = false;
};

/**
 * Prepares a graceful shutdown and returns the function that performs it: the server stops listening, and the promise
 * resolves when the last connection is closed.
 *
 * Every current and new response says `Connection: close`, so its client sends nothing after it. Idle connections are
 * still served for a moment, because a request may be on its way; connections that are still open after `maxShutdownMs`
 * are closed.
 */
export function prepareGracefulShutdown(
  server: Server,
  maxShutdownMs = REQUEST_SECONDS * 1_000,
): () => Promise<void> {
  const openResponses = new Set<ServerResponse>();
  let isStopping = false;
  server.prependListener("request", (_request, response) => {
    if (isStopping) closeAfterResponse(response);
    openResponses.add(response);
    response.once("close", () => openResponses.delete(response));
  });
  return () => {
    isStopping = true;
    for (const response of openResponses) closeAfterResponse(response);
    const deadline = Date.now() + maxShutdownMs;
    let rounds = 0;
    const timer = setInterval(() => {
      rounds += 1;
      // Counts rounds, not time: a process that got no CPU time has not read from its connections. `setImmediate`,
      // because data that arrived in this round must be read first: otherwise an unread request counts as none.
      if (rounds >= MIN_ROUNDS) setImmediate(() => server.closeIdleConnections());
      if (Date.now() > deadline) server.closeAllConnections();
    }, ROUND_MS);
    return new Promise((resolve) => {
      // The HTTP server's own `close` would first close idle connections.
      NetServer.prototype.close.call(server, () => {
        clearInterval(timer);
        resolve();
      });
    });
  };
}
