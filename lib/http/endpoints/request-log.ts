import type { Actor } from "@/lib/access/callers/caller";
import type { IncomingRequest } from "@/lib/kernel/incoming-request";
import { log } from "@/lib/kernel/log";
import { httpDuration } from "@/lib/platform/metrics/metrics";
import { withRequestContext, type RequestContext } from "@/lib/kernel/request-context";
import type { RouteContext } from "./request-address";
import { readRequestContext } from "./incoming";
import {
  encodeError,
  finishResponse,
  type ErrorEncoder,
  type FinishedResponse,
  type ResponseParts,
} from "./responses";

/** Collects data about a request for its response headers and its log line. */
export type RequestLog = {
  actor: Pick<Actor, "type" | "id"> | null;
  organizationId: string | null;
  headers: Record<string, string>;
};

/** The caller of a public document. */
const NOBODY: RequestLog = { actor: null, organizationId: null, headers: {} };

const REQUEST_ID_PATTERN = /^[\w.:/+=-]{1,128}$/;

/** Returns the client's own request id. It is only logged beside ours, because clients can choose it freely. */
const clientRequestId = (request: IncomingRequest): { clientRequestId?: string } => {
  const id = request.headers.get("x-request-id");
  return id && REQUEST_ID_PATTERN.test(id) ? { clientRequestId: id } : {};
};

function writeRequestLog(
  request: IncomingRequest,
  { route }: RouteContext,
  { actor, organizationId }: RequestLog,
  {
    requestId,
    address,
    status,
    ms,
  }: Pick<RequestContext, "requestId" | "address"> & { status: number; ms: number },
): void {
  const { method } = request;
  httpDuration().observe({ method, route, status }, ms / 1000);
  if (!log.isLevelEnabled("info")) return;
  const line = {
    requestId,
    ...clientRequestId(request),
    method,
    route,
    status,
    ms: Math.round(ms * 10) / 10,
    address,
  };
  log.info({ ...line, organizationId, actorType: actor?.type, actorId: actor?.id }, "request");
}

async function runOrEncode(
  context: RequestContext,
  work: () => Promise<ResponseParts>,
  encode: ErrorEncoder,
): Promise<ResponseParts> {
  try {
    return await withRequestContext(context, work);
  } catch (error) {
    return encode(error, context.requestId);
  }
}

/**
 * Runs the work of a request and encodes its result or error, with `encode`. This is the only place that catches the
 * errors of routes. Measures each request and writes one log line.
 */
export async function withRequestLog(
  request: IncomingRequest,
  context: RouteContext,
  work: (requestLog: RequestLog) => Promise<ResponseParts>,
  encode: ErrorEncoder = encodeError,
): Promise<FinishedResponse> {
  const started = performance.now();
  const incoming = readRequestContext(request);
  const { requestId } = incoming;
  const requestLog: RequestLog = { actor: null, organizationId: null, headers: {} };
  const { status, body, headers } = await runOrEncode(incoming, () => work(requestLog), encode);
  writeRequestLog(request, context, requestLog, { ...incoming, status, ms: performance.now() - started });
  const parts = { status, body, headers: { ...requestLog.headers, ...headers } };
  return finishResponse(parts, requestId, incoming.setCookies);
}

/**
 * Gives a finished response to another request: with an id and a line in the log of its own. `started` is when that
 * request arrived, by `performance.now()`.
 */
export function repeatResponse(
  request: IncomingRequest,
  context: RouteContext,
  finished: FinishedResponse,
  started: number,
): FinishedResponse {
  const { requestId, address } = readRequestContext(request);
  const ms = performance.now() - started;
  writeRequestLog(request, context, NOBODY, { requestId, address, status: finished.status, ms });
  return { ...finished, headers: { ...finished.headers, "X-Request-Id": requestId } };
}
