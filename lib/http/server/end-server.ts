import type { Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";

const FAREWELL_ROUNDS = 6;
const ROUND_MS = 50;
const PATIENCE_MS = 15_000;

const sayFarewell = (response: ServerResponse): void => {
  // Becomes `Connection: close`; too late for an answer whose headers are gone.
  if (!response.headersSent) response.shouldKeepAlive = false;
};

/**
 * Prepares a server for an end that cuts nothing off, and returns what ends it: it stops listening, and the promise
 * settles when the last connection is closed.
 *
 * Every answer under way or to come says `Connection: close`, so that its client sends nothing after it. Connections
 * that wait between two requests are still served for a moment, because a request may be on its way on them; those
 * that hang are closed after 15 s.
 */
export function endsInOrder(server: Server, patienceMs = PATIENCE_MS): () => Promise<void> {
  const underWay = new Set<ServerResponse>();
  let isEnding = false;
  server.prependListener("request", (_request, response) => {
    if (isEnding) sayFarewell(response);
    underWay.add(response);
    response.once("close", () => underWay.delete(response));
  });
  return () => {
    isEnding = true;
    for (const response of underWay) sayFarewell(response);
    const deadline = Date.now() + patienceMs;
    let rounds = 0;
    const looking = setInterval(() => {
      rounds += 1;
      // Rounds, not a clock: a process that got no processor for a while has not listened meanwhile. And after this
      // round has read what arrived: else a request that lies there unread counts as none.
      if (rounds >= FAREWELL_ROUNDS) setImmediate(() => server.closeIdleConnections());
      if (Date.now() > deadline) server.closeAllConnections();
    }, ROUND_MS);
    return new Promise((resolve) => {
      // The HTTP server's own `close` begins with closing the idle connections.
      NetServer.prototype.close.call(server, () => {
        clearInterval(looking);
        resolve();
      });
    });
  };
}
