import type { IncomingMessage } from "node:http";
import { isApiPath } from "./api-paths";

const NEXT_PAGE_HEADERS = [
  "rsc",
  "next-router-state-tree",
  "next-router-prefetch",
  "next-router-segment-prefetch",
];

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

/**
 * Removes from a request what Next would answer with a redirect before any route runs, because many clients lose the
 * body of a redirected POST: an unusual form of the path, and on API paths the headers by which Next's pages fetch one
 * another. Also removes `Range`: Next responds with 500 to a range that it cannot satisfy, responses are small, and a
 * server may ignore it (RFC 9110, 14.2).
 */
export function normalizeRequest(request: IncomingMessage): void {
  const [given = "", ...query] = (request.url ?? "").split("?");
  delete request.headers.range;
  // The target may also be `*` or an absolute URL.
  const path = given.startsWith("/") ? normalizePath(given) : given;
  if (path !== given) request.url = [path, ...query].join("?");
  if (!isApiPath(path)) return;
  for (const name of NEXT_PAGE_HEADERS) delete request.headers[name];
}
