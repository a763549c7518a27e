import type { IncomingMessage } from "node:http";

/** Written by our own server (scripts/web.ts) over whatever a client sent under this name. */
const HEADER = "x-asked-address";

/**
 * Notes on a request what was asked for, path and query: pages, and what stands around them, lead back there after a
 * sign-in. The parameter by which pages of Next fetch one another is nobody's question.
 */
export function stampAskedAddress(request: IncomingMessage): void {
  const [path = "/", ...rest] = (request.url ?? "/").split("?");
  const query = rest
    .join("?")
    .split("&")
    .filter((pair) => pair !== "" && !/^_rsc(=|$)/.test(pair))
    .join("&");
  request.headers[HEADER] = query === "" ? path : `${path}?${query}`;
}

/** The path and query that were asked for; null when our own server did not see the request (`npm run dev`). */
export const askedAddress = (header: (name: string) => string | null): string | null => header(HEADER);
