import type { IncomingMessage } from "node:http";

/** The paths of the interface; all others are pages, to whose scripts these headers belong. */
const INTERFACE =
  /^\/((v1\/)?(organizations|oauth|me|obi)|v1\.1|cle_auth|cle_eligibility|auth\/lti)(\/|\?|$)/;

const OF_PAGES = ["rsc", "next-router-state-tree", "next-router-prefetch", "next-router-segment-prefetch"];

/**
 * Takes from a request what Next would answer with a redirect before any route runs, because a redirect loses the body
 * of a POST with many clients: repeated slashes in the path, which a base address with a slash at its end makes, and on
 * paths of the interface the headers by which pages of Next fetch one another. Takes `Range` too: Next answers one that
 * it cannot meet with 500, nothing here is large enough for parts, and a server may ignore it (RFC 9110, 14.2).
 */
export function makePlain(request: IncomingMessage): void {
  const [path = "", ...query] = (request.url ?? "").split("?");
  delete request.headers.range;
  if (path.includes("//")) request.url = [path.replace(/\/{2,}/g, "/"), ...query].join("?");
  if (!INTERFACE.test(request.url ?? "")) return;
  for (const name of OF_PAGES) delete request.headers[name];
}
