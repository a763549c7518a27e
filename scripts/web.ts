import { createServer } from "node:http";
import next from "next";
import { flushUses } from "@/lib/authorization-tokens/usage";
import { setSecurityHeaders } from "@/lib/http/security-headers";
import { disconnect } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";

const PATIENCE_MS = 15_000;

/** One server process: answers requests until the supervisor asks it to stop, or is gone. */
async function main(): Promise<void> {
  const { PORT } = env();
  const app = next({ dev: false, dir: process.cwd(), port: PORT, hostname: "localhost" });
  await app.prepare();
  const handle = app.getRequestHandler();
  const server = createServer((request, response) => {
    setSecurityHeaders(request, response);
    void handle(request, response);
  });
  server.keepAliveTimeout = 65_000;
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => server.closeAllConnections(), PATIENCE_MS).unref();
    server.close(() => {
      void flushUses()
        .then(disconnect)
        .finally(() => process.exit(0));
    });
    server.closeIdleConnections();
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
