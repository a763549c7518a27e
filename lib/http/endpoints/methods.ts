import type { RouteContext } from "./request-address";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];
export type AnyHandler = (request: Request, context: RouteContext) => Promise<Response>;

/** The exports of a route file. HEAD is not among them: Next uses GET's handler and leaves the body out. */
export type Exports = Record<Method | "OPTIONS", AnyHandler>;

/** Builds the same exports for every path. */
export const eachMethod = (pick: (method: Method) => AnyHandler, options: AnyHandler): Exports => ({
  GET: pick("GET"),
  POST: pick("POST"),
  PUT: pick("PUT"),
  PATCH: pick("PATCH"),
  DELETE: pick("DELETE"),
  OPTIONS: options,
});
