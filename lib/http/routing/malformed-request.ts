import { readdir } from "node:fs/promises";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { ApiError, badRequest } from "@/lib/kernel/errors";
import { createRouteMatcher, type PatternRoute } from "./route-matcher";
import { sendError } from "./send-error";

/** A path that Next serves: of a page, or of a route outside the APIs, which has methods of its own. */
export type NextPath = PatternRoute & { isPage: boolean };

const isWellFormed = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

const KNOWN_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const ALLOWED_METHODS = KNOWN_METHODS.join(", ");
const READ_METHODS = ["GET", "HEAD"];

const methodNotAllowed = (method: string, allow: string): ApiError =>
  new ApiError(405, "method_not_allowed", `The method ${method} is not supported.`, [], { Allow: allow });

/** Whether a path can only be read: that of a public file, or of a page. */
type IsReadOnly = (path: string) => boolean;

function findProblem(request: IncomingMessage, isReadOnly: IsReadOnly): ApiError | null {
  const { method = "" } = request;
  const url = request.url ?? "";
  // No route could reject these, because Next only passes the known methods to it.
  if (!KNOWN_METHODS.includes(method)) return methodNotAllowed(method, ALLOWED_METHODS);
  // `*` and absolute URLs (RFC 9112, 3.2) are for proxies, and this server is not one.
  if (!url.startsWith("/")) {
    return badRequest("malformed_target", "The request target must be a path that begins with a slash.");
  }
  const [path = ""] = url.split("?", 1);
  if (!isWellFormed(path)) return badRequest("malformed_path", "The path has invalid percent-encoding.");
  if (!READ_METHODS.includes(method) && isReadOnly(path))
    return methodNotAllowed(method, READ_METHODS.join(", "));
  return null;
}

/**
 * Creates a filter for requests that Next would answer itself, with 200, 400 or 500, before any route runs: 405 for a
 * method that no route has (`TRACE`), 400 for a target that is not a path, 400 for invalid percent-encoding in the path
 * (`%ZZ`), and 405 for writing to a page or to a file of the folder `publicFolder`. It returns true when it has sent a
 * response. It does not check the query string, which each reader parses by its own rules.
 */
export async function createMalformedRequestFilter(
  publicFolder: string,
  nextPaths: readonly NextPath[],
): Promise<(request: IncomingMessage, response: ServerResponse) => boolean> {
  const files = new Set((await readdir(publicFolder, { recursive: true })).map((name) => `/${name}`));
  const findNextPath = createRouteMatcher(nextPaths);
  const isReadOnly: IsReadOnly = (path) =>
    files.has(decodeURIComponent(path).replace(/\/+$/, "")) || findNextPath(path)?.route.isPage === true;
  return (request, response) => {
    const problem = findProblem(request, isReadOnly);
    if (!problem) return false;
    void sendError(request, response, problem);
    return true;
  };
}

/** Responds with 405 to `CONNECT`, for which node passes only the connection. */
export function rejectTunnels(server: Server): void {
  const responseLines = [
    "HTTP/1.1 405 Method Not Allowed",
    `Allow: ${ALLOWED_METHODS}`,
    "Content-Length: 0",
    "Connection: close",
  ];
  server.on("connect", (_request, socket) => {
    socket.on("error", () => socket.destroy());
    socket.end(`${responseLines.join("\r\n")}\r\n\r\n`, () => socket.destroy());
  });
}
