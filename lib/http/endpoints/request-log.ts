import type { Actor } from "@/lib/access/callers/caller";
import type { IncomingRequest } from "@/lib/kernel/incoming-request";
import { log } from "@/lib/kernel/log";
import { describeRequest } from "@/lib/kernel/tracing";
import { httpDuration } from "@/lib/platform/metrics/metrics";
import { withRequestContext, type RequestContext } from "@/lib/kernel/request-context";
import { requestLogLevel } from "@/lib/http/server/log-request";
import { recordRequest } from "@/lib/access/api-requests/service";
import { requestAddress, type RouteContext, readRequestContext } from "./incoming";
import {
  encodeError,
  finishResponse,
  type ErrorEncoder,
  type FinishedResponse,
  type ResponseParts,
} from "./responses";

/** Collects data about a request for its response headers, its log line, and the request log of the organization. */
export type RequestLog = {
  actor: (Pick<Actor, "type" | "id"> & Partial<Actor>) | null;
  organizationId: string | null;
  headers: Record<string, string>;
  /** The parsed body, before it was validated. */
  input?: unknown;
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
  describeRequest({
    "http.route": route,
    "app.request_id": requestId,
    ...(organizationId === null ? {} : { "app.organization_id": organizationId }),
    ...(actor ? { "app.actor_type": actor.type } : {}),
  });
  const level = requestLogLevel(status);
  if (!log.isLevelEnabled(level)) return;
  const line = {
    requestId,
    ...clientRequestId(request),
    method,
    route,
    status,
    ms: Math.round(ms * 10) / 10,
    address,
  };
  log[level]({ ...line, organizationId, actorType: actor?.type, actorId: actor?.id }, "request");
}

/** The operations that show the request log. Reading it in the console is not what a developer looks for in it. */
const REQUEST_LOG_ROUTE = /\/api_requests(\/|$)/;

/** Records a request with a credential of an organization in the organization's request log. */
function recordInOrganization(
  request: IncomingRequest,
  { route }: RouteContext,
  { actor, organizationId, input }: RequestLog,
  { incoming, status, body, ms }: { incoming: RequestContext; ms: number } & Omit<ResponseParts, "headers">,
): void {
  if (!actor || organizationId === null) return;
  if (actor.type === "User" && REQUEST_LOG_ROUTE.test(route)) return;
  const { requestId, address, userAgent } = incoming;
  recordRequest({
    organizationId,
    actor,
    requestId,
    address,
    userAgent,
    method: request.method,
    readPath: () => requestAddress(request),
    input,
    status,
    output: typeof body === "string" ? body : null,
    ms,
  });
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
 * errors of routes. Measures each request, writes one log line, and records it for the organization of its credential.
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
  const ms = performance.now() - started;
  writeRequestLog(request, context, requestLog, { ...incoming, status, ms });
  recordInOrganization(request, context, requestLog, { incoming, status, body, ms });
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
