import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { isReady } from "@/lib/platform/metrics/readiness";
import { buildMetricsResponse } from "./metrics";

async function findStatus(path: string | undefined): Promise<number> {
  if (path === "/alive") return 200;
  if (path === "/healthz") return (await isReady()) ? 200 : 503;
  return 404;
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url !== "/metrics") {
    response.writeHead(await findStatus(request.url)).end();
    return;
  }
  const { status, headers, text } = await buildMetricsResponse(request.headers.authorization ?? null);
  response.writeHead(status, headers).end(text ?? undefined);
}

/**
 * Lets a process for jobs that runs without servers be watched: `/healthz` returns 200 while it can work, 503 without the
 * database, and `/alive` returns 200 while the process responds at all. `/metrics` is that of a server.
 */
export function startProbeServer(port: number): Server {
  return createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      log.warn({ err: error }, "a probe was not answered");
      response.destroy();
    });
  }).listen({ port, host: env().HOST });
}
