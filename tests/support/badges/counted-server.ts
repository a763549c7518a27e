import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { flushEngagement } from "@/lib/badges/engagement/service";
import { createApiHandler, type ApiRoute } from "@/lib/http/routing/serve-api";
import { createRouteMatcher } from "@/lib/http/routing/route-matcher";
import { countEngagement } from "@/lib/http/server/engagement";
import { normalizeRequest } from "@/lib/http/server/normalize-request";
import { createPublicDocumentHandler } from "@/lib/http/server/public-documents";
import { routes } from "../http/routes";
import { sql } from "../platform/database";

type PublicHandler = (
  request: Request,
  context: { params: Promise<Record<string, string | string[]>> },
) => Promise<Response>;

const modules = import.meta.glob<Partial<Record<string, PublicHandler>>>(
  [
    "../../../app/\\(public\\)/badges/\\[badge_id\\]/{issuer,share/\\[channel\\]}/route.ts",
    "../../../app/\\(public\\)/org/\\[slug\\]/badges/\\[badge_template_id\\]/{issuer,earn}/route.ts",
  ],
  { eager: true },
);
const findPublicRoute = createRouteMatcher(
  Object.entries(modules).map(([file, handlers]) => ({
    pattern: file.replace(/^.*\(public\)/, "").replace(/\/route\.ts$/, ""),
    handlers,
  })),
);
const serveApi = createApiHandler(routes as unknown as ApiRoute[]);
const servePage = createPublicDocumentHandler({
  build: "test",
  render: () =>
    Promise.resolve({ status: 200, headers: { "content-type": "text/html" }, html: "<html>A page</html>" }),
});

/** Calls a route of the public pages as Next does. */
async function serveRoute(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = ""] = (request.url ?? "").split("?", 1);
  const match = findPublicRoute(path);
  const handler = match?.route.handlers[request.method === "HEAD" ? "GET" : (request.method ?? "")];
  if (!match || !handler) {
    response.writeHead(404).end();
    return;
  }
  const sent = new Request(`http://localhost:3000${request.url}`);
  const { status, headers } = await handler(sent, { params: Promise.resolve(match.params) });
  response.writeHead(status, Object.fromEntries(headers)).end();
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  normalizeRequest(request);
  countEngagement(request, response);
  if ((await serveApi(request, response)) || (await servePage(request, response))) return;
  await serveRoute(request, response);
}

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Starts a server of the real public handlers that counts as the product's does. Only the rendering of pages is left out. */
export async function startCountedServer() {
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** Sends a request as a browser does. */
    visit: async (path: string, headers: Record<string, string> = {}, method = "GET") => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { "user-agent": BROWSER, ...headers },
        redirect: "manual",
      });
      await response.arrayBuffer();
      return { status: response.status, location: response.headers.get("location") };
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Returns what was counted for an organization since the last call, as `kind channel` to its number, and forgets it. */
export async function takeCounts(organization: { id: string }): Promise<Record<string, number>> {
  await flushEngagement();
  const rows = await sql(
    "DELETE FROM engagement_counts WHERE organization_id = $1 RETURNING kind, channel, count",
    [organization.id],
  );
  return Object.fromEntries(
    rows.map(({ kind, channel, count }) => [`${String(kind)} ${String(channel)}`, Number(count)]),
  );
}
