import type { IncomingRequest } from "@/lib/kernel/incoming-request";
import type { Params } from "./endpoint-spec";

/** The route that handles a request: its path as the folders spell it, and the parameters of the request's path. */
export type RouteContext = { route: string; params: Record<string, string | string[] | undefined> };

/** Returns the parameters of the path, as text. */
export function readParams({ params }: RouteContext): Params {
  const texts: Params = {};
  for (const name in params) texts[name] = String(params[name]);
  return texts;
}

/** Returns path and query string of a request as they were sent. */
export function requestAddress(request: IncomingRequest): { path: string; search: string } {
  const { pathname: path, search } = new URL(request.url);
  return { path, search };
}

/** Returns the path of a request as it was sent. */
export const requestPath = (request: IncomingRequest): string => requestAddress(request).path;
