import type { IncomingMessage } from "node:http";

/** Set by our own server (scripts/web.ts), which overwrites any value that the client sent. */
const REQUESTED_ADDRESS_HEADER = "x-requested-address";

/**
 * Sets the requested path and query as a request header, so that pages can lead back to it after a sign-in. Omits the
 * parameter that Next's pages add when they fetch one another.
 */
export function setRequestedAddressHeader(request: IncomingMessage): void {
  const [path = "/", ...rest] = (request.url ?? "/").split("?");
  const query = rest
    .join("?")
    .split("&")
    .filter((pair) => pair !== "" && !/^_rsc(=|$)/.test(pair))
    .join("&");
  request.headers[REQUESTED_ADDRESS_HEADER] = query === "" ? path : `${path}?${query}`;
}

/** Reads the requested path and query; null when our own server did not set them (`npm run dev`). */
export const readRequestedAddress = (header: (name: string) => string | null): string | null =>
  header(REQUESTED_ADDRESS_HEADER);
