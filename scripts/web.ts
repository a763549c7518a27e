import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import next from "next";
import { flushUses } from "@/lib/auth/usage";
import { leadToBadge } from "@/lib/http/badge-address";
import { endsInOrder } from "@/lib/http/end-server";
import { framingOrigins } from "@/lib/http/launch-framing";
import { refuseMalformedPath } from "@/lib/http/malformed-path";
import { makePlain } from "@/lib/http/plain-request";
import { setSecurityHeaders } from "@/lib/http/security-headers";
import { stampClientAddress } from "@/lib/kernel/client-address";
import { disconnect } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { reportMetrics } from "@/lib/kernel/process-metrics";

/** One server process: answers requests until the supervisor asks it to stop, or is gone. */
async function main(): Promise<void> {
  const { PORT } = env();
  const app = next({ dev: false, dir: process.cwd(), port: PORT, hostname: "localhost" });
  await app.prepare();
  const handle = app.getRequestHandler();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    stampClientAddress(request);
    setSecurityHeaders(request, response, await framingOrigins(request));
    if (await refuseMalformedPath(request, response)) return;
    makePlain(request);
    await leadToBadge(request);
    await handle(request, response);
  };
  const server = createServer((request, response) => void answer(request, response));
  const endServer = endsInOrder(server);
  server.keepAliveTimeout = 65_000;
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    void endServer()
      .then(flushUses)
      .then(disconnect)
      .finally(() => process.exit(0));
  };
  process.on("message", (message) => {
    if (message === "stop") stop();
  });
  reportMetrics();
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
