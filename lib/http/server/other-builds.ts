import type { IncomingMessage, ServerResponse } from "node:http";
import { extname } from "node:path";
import { log } from "@/lib/kernel/log";
import { createPageFileReader } from "@/lib/platform/page-files/service";
import { listPageFiles } from "@/lib/platform/page-files/store";

const PREFIX = "/_next/static/";

const TYPES: Record<string, string> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
  ".json": "application/json; charset=UTF-8",
  ".woff2": "font/woff2",
};

const MAX_PATH_LENGTH = 200;

/** The path below the prefix of a request for a file that this build does not have; null for any other request. */
function findForeignPath({ method, url = "" }: IncomingMessage, own: ReadonlySet<string>): string | null {
  if (method !== "GET" && method !== "HEAD") return null;
  const [address = ""] = url.split("?", 1);
  if (!address.startsWith(PREFIX)) return null;
  const path = address.slice(PREFIX.length);
  return own.has(path) || !(extname(path) in TYPES) || path.length > MAX_PATH_LENGTH ? null : path;
}

/** A database that does not respond is no reason to fail: the page is told that the file does not exist. */
const logFailure = (error: unknown): null => {
  log.warn({ err: error }, "a file of another build could not be read");
  return null;
};

/**
 * Creates a handler that serves scripts, styles and fonts of other builds from the database: during an upgrade, a page
 * may request them from a host with another build, and a page that was opened before it requests them later
 * (decision 0121). `folder` has the files of this build, which others serve. Returns whether it has responded.
 */
export async function createOtherBuildsHandler(folder: string) {
  const own = new Set(await listPageFiles(folder));
  const readFile = createPageFileReader();
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const path = findForeignPath(request, own);
    const content = path === null ? null : await readFile(path).catch(logFailure);
    const type = path === null ? undefined : TYPES[extname(path)];
    if (content === null || type === undefined) return false;
    response.writeHead(200, {
      "Cache-Control": "public, max-age=31536000, immutable",
      "Content-Type": type,
      "Content-Length": content.length,
      "X-Content-Type-Options": "nosniff",
    });
    response.end(request.method === "HEAD" ? undefined : content);
    return true;
  };
}
