import { type Span, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { currentTraceparent, withSpan } from "@/lib/kernel/tracing";
import { requireNoTransaction } from "@/lib/kernel/waits";

type Input = { method: string; headers?: Record<string, string>; propagatesTrace?: boolean };
type Result = { kind: "response" | "failure"; status?: number; reason?: string };

/** Describes a response. Not its address, which belongs to the organization or to a person. */
function describeResult(span: Span, { kind, status, reason }: Result): void {
  if (status !== undefined) span.setAttribute("http.response.status_code", status);
  if (kind === "response" && (status ?? 0) < 400) return;
  span.setAttribute("error.type", kind === "failure" ? (reason ?? "unknown") : String(status));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/**
 * Gives each request of a sender a span, and sends `traceparent` (W3C Trace Context) if the input says so: then the
 * result has that header. Throws inside a transaction.
 */
export const createTracedSender =
  <In extends Input, Out extends Result>(send: (input: In) => Promise<Out>) =>
  async (input: In): Promise<Out & { traceparent?: string }> => {
    requireNoTransaction("Sending a request");
    const settings = { kind: SpanKind.CLIENT, attributes: { "http.request.method": input.method } };
    return withSpan(input.method, settings, async (span) => {
      const traceparent = input.propagatesTrace ? currentTraceparent() : null;
      const trace = traceparent ? { traceparent } : {};
      const result = await send({ ...input, headers: { ...input.headers, ...trace } });
      if (span) describeResult(span, result);
      return { ...result, ...trace };
    });
  };
