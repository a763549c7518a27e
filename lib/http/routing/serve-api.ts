import type { IncomingMessage, ServerResponse } from "node:http";
import type { RouteExports } from "@/lib/http/endpoints/methods";
import { rewritePath } from "@/lib/http/server/api-paths";
import { isDocumentHandler, respondWithDocument } from "./kept-documents";
import { readNodeRequest } from "./node-request";
import { createRouteMatcher } from "./route-matcher";
import { sendResponse } from "./send-response";

/** A route file of the APIs: its path, and the handlers that it exports. */
export type ApiRoute = { pattern: string; handlers: RouteExports };

/**
 * Creates a handler that responds to the requests of the APIs. It calls the handlers of the route files straight from
 * node's server, because Next's router takes longer than most of them (decision 0089). It returns false for the path of
 * a page or a file.
 */
export function createApiHandler(
  routes: readonly ApiRoute[],
): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  const findRoute = createRouteMatcher(routes);
  return async (request, response) => {
    const [path = "/"] = (request.url ?? "/").split("?", 1);
    const match = findRoute(rewritePath(path));
    if (!match) return false;
    const method = request.method === "HEAD" ? "GET" : request.method;
    const handler = match.route.handlers[method as keyof RouteExports];
    const incoming = readNodeRequest(request);
    const context = { route: match.route.pattern, params: match.params };
    const finished = await (isDocumentHandler(handler)
      ? respondWithDocument(incoming, context, handler)
      : handler.respond(incoming, context));
    await sendResponse(request, response, finished);
    return true;
  };
}
