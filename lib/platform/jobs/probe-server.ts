import { createServer, type Server } from "node:http";
import { isReady } from "@/lib/platform/metrics/readiness";

async function findStatus(path: string | undefined): Promise<number> {
  if (path === "/alive") return 200;
  if (path === "/healthz") return (await isReady()) ? 200 : 503;
  return 404;
}

/**
 * Lets a process for jobs that runs without servers be watched: `/healthz` returns 200 while it can work, 503 without the
 * database, and `/alive` returns 200 while the process responds at all.
 */
export function startProbeServer(port: number): Server {
  return createServer((request, response) => {
    void findStatus(request.url).then((status) => response.writeHead(status).end());
  }).listen(port);
}
