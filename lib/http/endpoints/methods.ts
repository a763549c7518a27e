import type { RouteContext } from "./request-address";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];
export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

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
