import { SpanKind } from "@opentelemetry/api";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace-base";
import { traceSpans } from "@/lib/platform/metrics/metrics";

/** What leaves this service with a span. Everything else, such as the addresses that Next records, is removed. */
const ALLOWED_ATTRIBUTES: ReadonlySet<string> = new Set([
  "app.actor_type",
  "app.attempt",
  "app.job",
  "app.message_id",
  "app.organization_id",
  "app.outcome",
  "app.request_id",
  "app.statement",
  "db.operation.name",
  "db.query.summary",
  "db.system.name",
  "error.type",
  "http.method",
  "http.request.method",
  "http.response.status_code",
  "http.route",
  "http.status_code",
  "next.route",
  "next.span_type",
]);

const OWN_SCOPE = "badges";

/** A request is named after its route. Names that other libraries give may contain addresses. */
function safeName({ name, kind, attributes, instrumentationScope }: ReadableSpan): string {
  if (instrumentationScope.name !== OWN_SCOPE)
    return String(attributes["next.span_type"] ?? instrumentationScope.name);
  const route = attributes["http.route"];
  return kind === SpanKind.SERVER && typeof route === "string" ? `${name} ${route}` : name;
}

const toSafeSpan = (span: ReadableSpan): ReadableSpan =>
  Object.create(span, {
    name: { value: safeName(span) },
    attributes: {
      value: Object.fromEntries(
        Object.entries(span.attributes).filter(([name]) => ALLOWED_ATTRIBUTES.has(name)),
      ),
    },
    // Both contain the messages of errors, and those contain values.
    events: { value: [] },
    status: { value: { code: span.status.code } },
  }) as ReadableSpan;

/** Exports spans without anything that could be personal, and counts them for the metrics. */
export const createSafeExporter = (exporter: SpanExporter): SpanExporter => ({
  export: (spans, done) =>
    exporter.export(spans.map(toSafeSpan), (result) => {
      traceSpans().inc({ outcome: result.code === 0 ? "sent" : "lost" }, spans.length);
      done(result);
    }),
  shutdown: () => exporter.shutdown(),
  forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
});
