import { ROOT_CONTEXT, type Span, SpanKind } from "@opentelemetry/api";
import { continuedFrom, inSpan, isTracing, parseTraceparent, startSpan } from "../tracing";
import type { ClaimedMessage } from "./claim";
import type { Outcome } from "./outcomes";

// Each attempt of a message is a span, which continues the trace of what stored the message (decision 0127).

const spans = new WeakMap<ClaimedMessage, Span>();

/** Starts the spans of messages that were claimed. */
export function startMessageSpans(messages: ClaimedMessage[]): void {
  if (!isTracing()) return;
  for (const message of messages) {
    const parent = parseTraceparent(message.traceparent);
    const span = startSpan(`job ${message.kind}`, {
      kind: SpanKind.CONSUMER,
      parent: parent ? continuedFrom(parent) : ROOT_CONTEXT,
      attributes: {
        "app.job": message.kind,
        "app.message_id": message.id,
        "app.attempt": message.attempts + 1,
        ...(message.organizationId ? { "app.organization_id": message.organizationId } : {}),
      },
    });
    if (span) spans.set(message, span);
  }
}

/** Runs work on a message in its span. */
export const inMessageSpan = <Result>(message: ClaimedMessage, work: () => Result): Result =>
  inSpan(spans.get(message) ?? null, work);

/** Runs work that several messages share. It belongs to the span of a message only if that is the only one. */
export const inBatchSpan = <Result>(messages: ClaimedMessage[], work: () => Result): Result => {
  const [only, ...others] = messages;
  return only && others.length === 0 ? inMessageSpan(only, work) : work();
};

/** Ends the span of a message whose outcome was stored. */
export function endMessageSpan(message: ClaimedMessage, { state }: Outcome): void {
  const span = spans.get(message);
  if (!span) return;
  span.setAttribute("app.outcome", state).end();
  spans.delete(message);
}
