import type { IncomingMessage } from "node:http";

/** The paths of the APIs. All others are pages, whose scripts need these headers. */
const API_PATHS =
  /^\/((v1\/)?(organizations|oauth|me|obi)|v1\.1|cle_auth|cle_eligibility|auth\/lti)(\/|\?|$)/;

const NEXT_PAGE_HEADERS = [
  "rsc",
  "next-router-state-tree",
  "next-router-prefetch",
  "next-router-segment-prefetch",
];

/**
 * Removes from a request what Next would answer with a redirect before any route runs, because many clients lose the
 * body of a redirected POST: repeated slashes in the path (from a base URL that ends with a slash), and on API paths
 * the headers by which Next's pages fetch one another. Also removes `Range`: Next responds with 500 to a range that it
 * cannot satisfy, responses are small, and a server may ignore it (RFC 9110, 14.2).
 */
export function normalizeRequest(request: IncomingMessage): void {
  const [path = "", ...query] = (request.url ?? "").split("?");
  delete request.headers.range;
  if (path.includes("//")) request.url = [path.replace(/\/{2,}/g, "/"), ...query].join("?");
  if (!API_PATHS.test(request.url ?? "")) return;
  for (const name of NEXT_PAGE_HEADERS) delete request.headers[name];
}
