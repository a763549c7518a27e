import type { IncomingMessage, ServerResponse } from "node:http";
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { env } from "@/lib/kernel/env";
import {
  continuedFrom,
  inRequestSpan,
  parseTraceparent,
  startSpan,
  withoutTrace,
} from "@/lib/kernel/tracing";

/** Paths without traces: health checks, metrics and static files. */
const UNTRACED = /^\/(healthz|metrics|_next\/|favicon\.ico)/;

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Starts the span of a request. A client's own trace is continued only with TRACEPARENT_TRUSTED: anybody could
 * otherwise have everything recorded, or choose the id of our traces. Without it, the new trace links to the client's.
 */
function startRequestSpan(request: IncomingMessage): Span | null {
  const method = METHODS.has(request.method ?? "") ? String(request.method) : "_OTHER";
  const incoming = parseTraceparent(request.headers.traceparent as string | undefined);
  const isTrusted = incoming !== null && env().TRACEPARENT_TRUSTED;
  return startSpan(method, {
    kind: SpanKind.SERVER,
    parent: isTrusted ? continuedFrom(incoming) : ROOT_CONTEXT,
    attributes: { "http.request.method": method },
    links: incoming && !isTrusted ? [{ context: incoming }] : [],
  });
}

function endRequestSpan(span: Span, response: ServerResponse): void {
  // The client disconnected before the response.
  if (!response.headersSent) span.setAttribute("error.type", "disconnected");
  else {
    span.setAttribute("http.response.status_code", response.statusCode);
    if (response.statusCode >= 500) {
      span.setAttribute("error.type", String(response.statusCode));
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
  }
  span.end();
}

/**
 * Handles a request in a span, if a collector of traces is configured. The span ends with the response, and not before the
 * handler: Next adds the route of a page when the response was sent.
 */
export async function traceRequest(
  request: IncomingMessage,
  response: ServerResponse,
  handler: () => Promise<void>,
): Promise<void> {
  if (UNTRACED.test(request.url ?? "")) return withoutTrace(handler);
  const span = startRequestSpan(request);
  if (!span) return handler();
  const handled = inRequestSpan(span, handler);
  if (!span.isRecording()) return handled;
  const closed = new Promise((resolve) => response.once("close", resolve));
  void Promise.allSettled([closed, handled]).then(() => endRequestSpan(span, response));
  return handled;
}
