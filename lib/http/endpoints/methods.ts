import type { IncomingRequest } from "@/lib/kernel/incoming-request";
import type { EndpointSpec } from "./endpoint-spec";
import { requestPath, type RouteContext } from "./request-address";
import { toStandardResponse, type ErrorEncoder, type FinishedResponse } from "./responses";
import { routePattern } from "./route-pattern";

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
