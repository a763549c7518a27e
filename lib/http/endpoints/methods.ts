import type { IncomingRequest } from "@/lib/kernel/incoming-request";
import type { EndpointSpec } from "./endpoint-spec";
import { requestPath, type RouteContext } from "./incoming";
import { toStandardResponse, type ErrorEncoder, type FinishedResponse } from "./responses";
import { decodeSegment } from "@/lib/kernel/path-segment";

type Params = Record<string, string | string[] | undefined>;

/**
 * Returns the path as the folders spell it: `/organizations/[organization_id]/badges`, the same with `/v1` and a
 * trailing slash. It contains no ids, so there are only as many patterns as routes. A path that does not contain its
 * parameters is `other`.
 */
export function routePattern(path: string, params: Params): string {
  const pathSegments = path
    .replace(/^\/v1(?=\/)/, "")
    .split("/")
    .filter((segment) => segment !== "")
    .map(decodeSegment);
  const segments: string[] = [];
  let rest = pathSegments;
  for (const [name, value] of Object.entries(params)) {
    const values = [value ?? []].flat().map(decodeSegment);
    const at = values.length > 0 ? rest.indexOf(values[0] ?? "") : -1;
    if (at < 0) return "other";
    segments.push(...rest.slice(0, at), Array.isArray(value) ? `[...${name}]` : `[${name}]`);
    rest = rest.slice(at + values.length);
  }
  return `/${[...segments, ...rest].join("/")}`;
}

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

/** Responds to a request, without standard objects. */
export type Respond = (request: IncomingRequest, context: RouteContext) => Promise<FinishedResponse>;

/** The context that Next passes to a route handler: no params at all to a route without any. */
export type NextRouteContext = { params: Promise<RouteContext["params"] | undefined> };

/** A handler as Next calls it. Our own server calls its `respond`, which costs less. */
export type RouteHandler = ((request: Request, context: NextRouteContext) => Promise<Response>) & {
  respond: Respond;
};

/** Creates the handler of a route from the function that responds. */
export const createRouteHandler = (respond: Respond): RouteHandler =>
  Object.assign(
    async (request: Request, context: NextRouteContext) => {
      const params = (await context.params) ?? {};
      const route = routePattern(requestPath(request), params);
      return toStandardResponse(await respond(request, { route, params }));
    },
    { respond },
  );

/** A handler of an endpoint, with what tests and the documentation need to know about it. */
export type Handler = RouteHandler & {
  spec: EndpointSpec;
  /** The encoder of errors; the organization API's by default. */
  encode?: ErrorEncoder;
  /** The CORS headers of OPTIONS, for paths that pages of other origins may request. */
  preflight?: Record<string, string>;
};

/** The exports of a route file. HEAD is not among them: Next uses GET's handler and leaves the body out. */
export type RouteExports = Record<Method | "OPTIONS", RouteHandler>;

/** Builds the same exports for every path. */
export const buildExports = (
  handlerFor: (method: Method) => RouteHandler,
  options: RouteHandler,
): RouteExports => ({
  GET: handlerFor("GET"),
  POST: handlerFor("POST"),
  PUT: handlerFor("PUT"),
  PATCH: handlerFor("PATCH"),
  DELETE: handlerFor("DELETE"),
  OPTIONS: options,
});
