import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import next from "next";
import { flushUses } from "@/lib/auth/usage";
import { refuseMalformedPath } from "@/lib/http/malformed-path";
import { setSecurityHeaders } from "@/lib/http/security-headers";
import { disconnect } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";

const PATIENCE_MS = 15_000;
const FAREWELL_MS = 300;
const LOOK_MS = 50;

/**
 * Stops listening, and ends when the last connection is closed. Closing an idle connection at once would cut off the
 * request that its client is just sending: so for a moment these are still answered, with `Connection: close`.
 */
function endServer(server: Server): Promise<void> {
  const farewell = Date.now() + FAREWELL_MS;
  server.prependListener("request", (_request, response) => {
    response.shouldKeepAlive = false;
  });
  const looking = setInterval(() => {
    if (Date.now() > farewell) server.closeIdleConnections();
    if (Date.now() > farewell + PATIENCE_MS) server.closeAllConnections();
  }, LOOK_MS);
  return new Promise((resolve) => {
    // The HTTP server's own `close` begins with closing the idle connections.
    NetServer.prototype.close.call(server, () => {
      clearInterval(looking);
      resolve();
    });
  });
}

/** One server process: answers requests until the supervisor asks it to stop, or is gone. */
async function main(): Promise<void> {
  const { PORT } = env();
  const app = next({ dev: false, dir: process.cwd(), port: PORT, hostname: "localhost" });
  await app.prepare();
  const handle = app.getRequestHandler();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    setSecurityHeaders(request, response);
    if (!(await refuseMalformedPath(request, response))) await handle(request, response);
  };
  const server = createServer((request, response) => void answer(request, response));
  server.keepAliveTimeout = 65_000;
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    void endServer(server)
      .then(flushUses)
      .then(disconnect)
      .finally(() => process.exit(0));
  };
  process.on("message", (message) => {
    if (message === "stop") stop();
  });
  process.on("disconnect", stop);
  // Ctrl-C reaches every process of the terminal; the supervisor alone decides the order of the end.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", stop);
  server.listen(PORT, () => process.send?.("ready"));
}

main().catch((error: unknown) => {
  log.fatal({ err: error }, "the server process could not start");
  process.exit(1);
});
