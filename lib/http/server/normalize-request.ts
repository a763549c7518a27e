import type { IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { isApiPath } from "./api-paths";

const ROUTER_STATE = "next-router-state-tree";

/** The headers by which the pages of Next fetch one another. */
const NEXT_PAGE_HEADERS = [
  "rsc",
  ROUTER_STATE,
  "next-router-prefetch",
  "next-router-segment-prefetch",
  "next-hmr-refresh",
  "next-url",
];
/** The names of headers that Next, its hosts and its proxies send to each other, and a client never has to. */
const FRAMEWORK_NAME =
  /^(?:next-|x-(?:action|invocation|invoke|matched|middleware|next|now|prerender)(?:-|js-|$))/;

/** Segments of dots, plain or encoded, and characters that a URL has another form for. */
const UNUSUAL = /[\\#[\]]|\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Writes a path as clients that follow the URL standard send it: dots resolved, slashes instead of backslashes, no
 * fragment and no repeated slashes (from a base URL that ends with one). Brackets are encoded, because Next takes
 * `[name]` for the folder of that name and drops the parameter.
 */
function normalizePath(path: string): string {
  const plain = UNUSUAL.test(path) ? new URL(`http://localhost${path}`).pathname : path;
  return plain
    .replace(/\/{2,}/g, "/")
    .replaceAll("[", "%5B")
    .replaceAll("]", "%5D");
}

/** Whether Next can read the header by which its pages tell what they show. It responds with 500 otherwise. */
function isReadable(routerState: string | string[] | undefined): boolean {
  try {
    parseAndValidateFlightRouterState(routerState);
    return true;
  } catch {
    return false;
  }
}

/**
 * Removes from a request what Next would answer with a redirect before any route runs, because many clients lose the
 * body of a redirected POST: an unusual form of the path, and on API paths the headers by which Next's pages fetch one
 * another. Also removes `Range`: Next responds with 500 to a range that it cannot satisfy, responses are small, and a
 * server may ignore it (RFC 9110, 14.2). Headers by which Next talks to itself are removed, and that of what a page shows
 * if it cannot be read, so that the whole page is sent.
 */
export function normalizeRequest(request: IncomingMessage): void {
  const [given = "", ...query] = (request.url ?? "").split("?");
  delete request.headers.range;
  // The target may also be `*` or an absolute URL.
  const path = given.startsWith("/") ? normalizePath(given) : given;
  if (path !== given) request.url = [path, ...query].join("?");
  const isPage = !isApiPath(path);
  if (!isReadable(request.headers[ROUTER_STATE])) delete request.headers[ROUTER_STATE];
  for (const name of Object.keys(request.headers))
    if (NEXT_PAGE_HEADERS.includes(name) ? !isPage : FRAMEWORK_NAME.test(name)) delete request.headers[name];
}
