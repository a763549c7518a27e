import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { ApiError, badRequest } from "@/lib/kernel/errors";
import { sendError } from "./send-error";

const isWellFormed = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

const ALLOW = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

function problemOf(request: IncomingMessage): ApiError | null {
  const url = request.url ?? "";
  // A standard Request cannot have this method, so that no route of Next could refuse it.
  if (request.method === "TRACE") {
    const message = "The method TRACE is not supported.";
    return new ApiError(405, "method_not_allowed", message, [], { Allow: ALLOW });
  }
  // `*` and whole addresses (RFC 9112, 3.2) are for proxies; this server is none.
  if (!url.startsWith("/")) {
    return badRequest("malformed_target", "The request target must be a path that begins with a slash.");
  }
  const [path = ""] = url.split("?", 1);
  if (!isWellFormed(path))
    return badRequest("malformed_path", "The path of the address is not validly encoded.");
  return null;
}

/**
 * Answers what Next would answer with 500 before any route runs: 405 for `TRACE`, 400 for a target that is no path, and
 * 400 when the percent-encoding of the path is no text (`%ZZ`). Returns true when it answered. The query string has
 * rules of its own and is left to its readers.
 */
export async function refuseMalformedRequest(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const problem = problemOf(request);
  if (!problem) return false;
  await sendError(request, response, problem);
  return true;
}

/** Answers 405 to `CONNECT`, which node hands over as a bare connection. */
export function refuseTunnels(server: Server): void {
  const refusal = [
    "HTTP/1.1 405 Method Not Allowed",
    `Allow: ${ALLOW}`,
    "Content-Length: 0",
    "Connection: close",
  ];
  server.on("connect", (_request, socket) => {
    socket.on("error", () => socket.destroy());
    socket.end(`${refusal.join("\r\n")}\r\n\r\n`, () => socket.destroy());
  });
}
