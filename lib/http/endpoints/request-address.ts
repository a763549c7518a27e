import type { IncomingRequest } from "@/lib/kernel/incoming-request";
import type { Params } from "./endpoint-spec";

/** The context that Next passes to a route handler. */
export type RouteContext = { params: Promise<Record<string, string | string[] | undefined> | undefined> };

/** Returns the parameters of the path, as text. */
export const readParams = async (context: RouteContext): Promise<Params> => {
  // Next passes no params at all to a route without any.
  const entries = Object.entries((await context.params) ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
};

/** Returns path and query string of a request as they were sent. */
export function requestAddress(request: IncomingRequest): { path: string; search: string } {
  const { pathname: path, search } = new URL(request.url);
  return { path, search };
}

/** Returns the path of a request as it was sent. */
export const requestPath = (request: IncomingRequest): string => requestAddress(request).path;
