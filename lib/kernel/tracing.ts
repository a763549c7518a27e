import {
  context,
  createContextKey,
  isSpanContextValid,
  type Attributes,
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from "@opentelemetry/api";
import { processWide } from "./process-wide";

// Traces of OpenTelemetry (decision 0127). Without a collector, nothing here does any work.

const tracing = processWide("tracing", () => ({ isEnabled: false }));

/** Declares that spans are recorded from now on (lib/platform/tracing). */
export function enableTracing(): void {
  tracing.isEnabled = true;
}

/** Whether spans are recorded in this process: when a collector is configured. */
export const isTracing = (): boolean => tracing.isEnabled;

const tracer = () => trace.getTracer("badges");

export type SpanSettings = {
  kind?: SpanKind;
  attributes?: Attributes;
  links?: Link[];
  /** The context that the span belongs to. The current one by default. */
  parent?: Context;
};

/** Starts a span, which the caller ends. Null without tracing. */
export function startSpan(name: string, { parent, ...settings }: SpanSettings = {}): Span | null {
  if (!isTracing()) return null;
  return tracer().startSpan(name, settings, parent ?? context.active());
}

/** Runs work whose spans and log lines belong to this span. */
export const inSpan = <Result>(span: Span | null, work: () => Result): Result =>
  span ? context.with(trace.setSpan(context.active(), span), work) : work();

/** Marks a span as failed by an error. Its message is not recorded, because it may contain values. */
export function recordError(span: Span, error: unknown): void {
  span.setAttribute("error.type", error instanceof Error ? error.name : "unknown");
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Runs work in a span of its own. */
export async function withSpan<Result>(
  name: string,
  settings: SpanSettings,
  work: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  const span = startSpan(name, settings);
  if (!span) return work(null);
  try {
    return await inSpan(span, () => work(span));
  } catch (error) {
    recordError(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Runs work of no request in a trace of its own, such as an hourly job. */
export const withNewTrace = <Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> => withSpan(name, { parent: ROOT_CONTEXT, attributes }, work);

/** As @opentelemetry/core names it: a tracer starts no spans in a context that has this value. */
const SUPPRESSED = createContextKey("OpenTelemetry SDK Context Key SUPPRESS_TRACING");

/** Runs work that has no trace. Libraries such as Next start no spans in it either. */
export const withoutTrace = <Result>(work: () => Result): Result =>
  isTracing() ? context.with(ROOT_CONTEXT.setValue(SUPPRESSED, true), work) : work();

/** The current span if it is recorded. */
export function recordedSpan(): Span | null {
  const span = isTracing() ? trace.getActiveSpan() : undefined;
  return span?.isRecording() ? span : null;
}

/** Returns a callback that always runs in the current context. */
export const bindToSpan = <Callback>(callback: Callback): Callback =>
  recordedSpan() ? context.bind(context.active(), callback) : callback;

const currentSpanContext = (): SpanContext | null => {
  const current = isTracing() ? trace.getSpanContext(context.active()) : undefined;
  return current && isSpanContextValid(current) ? current : null;
};

const formatFlags = ({ traceFlags }: SpanContext): string => traceFlags.toString(16).padStart(2, "0");

/** The current span as the header `traceparent` of W3C Trace Context. Null without one. */
export function currentTraceparent(): string | null {
  const current = currentSpanContext();
  return current && `00-${current.traceId}-${current.spanId}-${formatFlags(current)}`;
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
const LENGTH_OF_VERSION_00 = 55;

/**
 * Parses a `traceparent` (W3C Trace Context, 3.2 and 4.3). Null when it is malformed, of the invalid version ff, or has an
 * id of zeros only.
 */
export function parseTraceparent(text: string | null | undefined): SpanContext | null {
  if (!text || text.startsWith("ff")) return null;
  if (text.startsWith("00") && text.length !== LENGTH_OF_VERSION_00) return null;
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text) ?? [];
  if (!traceId || !spanId || !flags) return null;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  const parsed = { traceId, spanId, traceFlags, isRemote: true };
  return isSpanContextValid(parsed) ? parsed : null;
}

/** A context in which a new span continues this trace. */
export const continuedFrom = (parent: SpanContext): Context => trace.setSpanContext(ROOT_CONTEXT, parent);

/** The ids of the current span for a log line, as OpenTelemetry names them. Always a new object. */
export function traceLogFields(): Record<string, string> {
  const current = currentSpanContext();
  if (!current) return {};
  return { trace_id: current.traceId, span_id: current.spanId, trace_flags: formatFlags(current) };
}

const REQUEST_SPAN = createContextKey("request-span");

/** Runs the work of a request in its span. */
export const inRequestSpan = <Result>(span: Span, work: () => Result): Result =>
  context.with(trace.setSpan(context.active(), span).setValue(REQUEST_SPAN, span), work);

/** Adds attributes to the span of the current request. Next's own spans may be between. */
export function describeRequest(attributes: Attributes): void {
  if (!isTracing()) return;
  const span = context.active().getValue(REQUEST_SPAN) as Span | undefined;
  if (span?.isRecording()) span.setAttributes(attributes);
}
