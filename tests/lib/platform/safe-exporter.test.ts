import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { expect, it } from "vitest";
import { createSafeExporter } from "@/lib/platform/tracing/safe-exporter";

function createTracer(scope: string) {
  const exporter = new InMemorySpanExporter();
  const spanProcessors = [new SimpleSpanProcessor(createSafeExporter(exporter))];
  const tracer = new BasicTracerProvider({ spanProcessors }).getTracer(scope);
  return { tracer, exported: () => exporter.getFinishedSpans() };
}

it("removes what other libraries record: addresses, errors with their messages, and names", () => {
  const { tracer, exported } = createTracer("next.js");
  const span = tracer.startSpan("fetch GET https://ada.example/?token=secret", {
    attributes: {
      "http.target": "/claim?token=secret",
      "http.url": "https://ada.example/?token=secret",
      "next.span_name": "GET /claim?token=secret",
      "next.span_type": "AppRender.fetch",
      "http.status_code": 200,
    },
  });
  span.recordException(new Error("ada@example.org is taken"));
  span.setStatus({ code: SpanStatusCode.ERROR, message: "ada@example.org is taken" });
  span.end();
  const [safe] = exported();
  expect(safe?.name).toBe("AppRender.fetch");
  expect(safe?.attributes).toEqual({ "next.span_type": "AppRender.fetch", "http.status_code": 200 });
  expect(safe?.status).toEqual({ code: SpanStatusCode.ERROR });
  expect(safe?.events).toEqual([]);
  expect(safe?.spanContext()).toEqual(span.spanContext());
  expect(safe?.ended).toBe(true);
});

it("names a request after its method and route, and another span as it is", () => {
  const { tracer, exported } = createTracer("badges");
  tracer
    .startSpan("GET", { kind: SpanKind.SERVER, attributes: { "http.route": "/badges/[badge_id]" } })
    .end();
  tracer.startSpan("GET", { kind: SpanKind.SERVER }).end();
  tracer.startSpan("SELECT users", { attributes: { "http.route": "/elsewhere" } }).end();
  expect(exported().map(({ name }) => name)).toEqual(["GET /badges/[badge_id]", "GET", "SELECT users"]);
});
