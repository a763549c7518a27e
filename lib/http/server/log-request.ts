import type { IncomingMessage, ServerResponse } from "node:http";
import { readClientAddress } from "@/lib/kernel/client-address";
import { CLIENT_CLOSED_STATUS } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { newRequestId } from "@/lib/kernel/request-context";

const MAX_PATH_LENGTH = 500;

/** Returns the path only, because queries contain the tokens of links. */
const pathWithoutQuery = (url = ""): string => (url.split("?", 1)[0] ?? "").slice(0, MAX_PATH_LENGTH);

/** The level of the log line of a request. Clients hang up all the time, and nothing can be done about it. */
export const requestLogLevel = (status: number): "debug" | "info" =>
  status === CLIENT_CLOSED_STATUS ? "debug" : "info";

/** What load balancers request every few seconds. */
const HEALTH_CHECK = "/healthz";

const pageLogLevel = (path: string, status: number): "debug" | "info" =>
  path === HEALTH_CHECK ? "debug" : requestLogLevel(status);

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Handles a request and writes its log line: for pages, files, forms and everything else that the endpoint factories
 * did not handle. Those write their own lines and are recognized by the id in their responses.
 */
export async function logRequest(
  request: IncomingMessage,
  response: ServerResponse,
  handler: RequestHandler,
): Promise<void> {
  const started = performance.now();
  const { method, url } = request;
  await handler(request, response);
  if (response.hasHeader("x-request-id")) return;
  if (!response.closed) await new Promise<void>((resolve) => response.once("close", resolve));
  // Without headers, the client disconnected before the response.
  const status = response.headersSent ? response.statusCode : CLIENT_CLOSED_STATUS;
  const path = pathWithoutQuery(url);
  const level = pageLogLevel(path, status);
  if (!log.isLevelEnabled(level)) return;
  const line = {
    requestId: newRequestId(),
    method,
    path,
    status,
    ms: Math.round((performance.now() - started) * 10) / 10,
    address: readClientAddress((name) => request.headers[name] as string | undefined),
  };
  log[level](line, "request");
}
