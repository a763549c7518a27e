import type { IncomingMessage } from "node:http";
import type { IncomingRequest } from "@/lib/kernel/incoming-request";

/** Only its path and query are used: what clients see begins with APP_URL. */
const ORIGIN = "http://localhost";

const hasBody = ({ method, headers }: IncomingMessage): boolean =>
  method !== "GET" &&
  method !== "HEAD" &&
  (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0);

/**
 * Presents a request of node's server to the endpoints. Reading a part of the body leaves the rest to
 * lib/http/server/unread-bodies.ts, which keeps the connection until the client has read the response.
 */
export function readNodeRequest(message: IncomingMessage): IncomingRequest {
  const { method = "GET", url = "/", headers } = message;
  return {
    method,
    url: ORIGIN + url,
    headers: {
      get: (name) => {
        const value = headers[name.toLowerCase()];
        return Array.isArray(value) ? value.join(", ") : (value ?? null);
      },
    },
    body: hasBody(message) ? message.iterator({ destroyOnReturn: false }) : null,
  };
}
