import { clock } from "@/lib/kernel/clock";
import { truncateUtf8 } from "@/lib/kernel/truncate-text";
import { env } from "@/lib/kernel/env";
import { sendOutbound, type OutboundResult } from "@/lib/platform/outbound/send";
import type { ClaimedMessage } from "@/lib/kernel/outbox/claim";
import type { Outcome } from "@/lib/kernel/outbox/outcomes";
import type { DetailedResult } from "@/lib/kernel/outbox/worker";
import { buildSignatureHeaders } from "@/lib/platform/outbound/standard-webhooks";
import { previousWebhookSecrets, webhookSecrets } from "@/lib/organizations/profile/serializer";
import { toStoredHeaders } from "./attempt-headers";
import { buildPayload } from "./payload";
import type { NewAttemptRow, Delivery } from "./queries";
import { isTooLate, nextWebhookAttempt, RETRY_WINDOW_MS, retryAfterMs } from "./retries";

/** For a complete request, from resolving the name to the last byte. */
export const DELIVERY_TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 64 * 1024;
/** The longest part of a response that is stored and shown to people. */
const MAX_EXCERPT_BYTES = 1024;
const PAUSE_AFTER_OWN_ERROR_MS = 30_000;

/** The stored data of an attempt, and whether the endpoint works (null: the error was internal). */
export type DeliveryAttemptDetail = { attempt: NewAttemptRow | null; isWorking: boolean | null };

const isSuccess = (status: number, acceptsAny: boolean): boolean =>
  status === 200 || (acceptsAny && status > 200 && status < 300);

function toAttemptRow(
  message: ClaimedMessage,
  at: Date,
  requestHeaders: Record<string, string>,
  result: OutboundResult,
  succeeded: boolean,
): NewAttemptRow {
  const common = {
    outboxMessageId: message.id,
    organizationId: message.organizationId,
    attemptedAt: at,
    durationMs: Math.round(result.durationMs),
    requestHeaders: toStoredHeaders(
      result.traceparent ? { ...requestHeaders, traceparent: result.traceparent } : requestHeaders,
    ),
    responseHeaders: result.headers ? toStoredHeaders(result.headers) : null,
  };
  return result.kind === "response"
    ? {
        ...common,
        status: result.status,
        reason: succeeded ? null : "status",
        responseExcerpt: truncateUtf8(result.body, MAX_EXCERPT_BYTES),
      }
    : { ...common, status: result.status ?? null, reason: result.reason, responseExcerpt: result.message };
}

const isInternalError = (result: OutboundResult): boolean => result.kind === "failure" && result.ours;

/**
 * The outcome of a failed attempt that began and ended at these times. The pause until the next one begins at its end.
 */
function failedOutcome(
  message: ClaimedMessage,
  { began, ended }: { began: Date; ended: Date },
  result: OutboundResult,
): Outcome {
  const reason = result.kind === "response" ? `status ${result.status}` : result.reason;
  // Internal errors do not count against an endpoint, but only within the retry window, so that no message stays
  // forever.
  if (isInternalError(result) && ended.getTime() - message.begunAt.getTime() < RETRY_WINDOW_MS) {
    return {
      state: "due",
      nextAttemptAt: new Date(ended.getTime() + PAUSE_AFTER_OWN_ERROR_MS),
      reason,
      countsAsAttempt: false,
    };
  }
  const asksForPause = result.kind === "response" && (result.status === 429 || result.status === 503);
  const minDelayMs = asksForPause ? retryAfterMs(result.headers["retry-after"], ended) : 0;
  const next = nextWebhookAttempt(message.attempts + 1, message.firstAttemptAt ?? began, ended, {
    random: Math.random(),
    minDelayMs,
  });
  return next ? { state: "due", nextAttemptAt: next, reason } : { state: "failed", reason };
}

/** No attempt is made: the retry window has passed, or the organization has removed something that a delivery needs. */
const undeliverable = (message: ClaimedMessage, reason: string): DetailedResult<DeliveryAttemptDetail> => ({
  message,
  outcome: { state: "failed", reason },
  detail: { attempt: null, isWorking: null },
});

/** The secrets that sign a delivery: the current one, and the previous one while both are valid. */
function signingSecrets({ organizationId, secret, previousSecret }: Delivery): string[] {
  const present = webhookSecrets.decrypt(secret, organizationId);
  if (!previousSecret) return [present];
  return [present, previousWebhookSecrets.decrypt(previousSecret, organizationId)];
}

/**
 * Makes one attempt: POSTs the summary, signed for Standard Webhooks, and returns the result. Only 200 is a success
 * (2xx if the organization has opted in). The id header is the event's, the same at each attempt.
 */
export async function deliverWebhook(
  message: ClaimedMessage,
  delivery: Delivery | undefined,
): Promise<DetailedResult<DeliveryAttemptDetail>> {
  const began = clock.now();
  if (!delivery?.webhookUrl) return undeliverable(message, "the organization has no webhook address");
  if (!delivery.isEnabled) return undeliverable(message, "data services are not enabled any more");
  // The queue may not have been processed for days.
  if (isTooLate(message.firstAttemptAt, began))
    return undeliverable(message, message.lastReason ?? "expired");
  const body = JSON.stringify(buildPayload(delivery, began));
  const secrets = signingSecrets(delivery);
  const headers = {
    "content-type": "application/json",
    ...buildSignatureHeaders(delivery.eventId, began, body, secrets),
  };
  const result = await sendOutbound({
    url: delivery.webhookUrl,
    method: "POST",
    headers,
    body,
    timeoutMs: DELIVERY_TIMEOUT_MS,
    maxResponseBytes: MAX_RESPONSE_BYTES,
    propagatesTrace: true,
    allowInsecure: env().WEBHOOKS_ALLOW_INSECURE,
  });
  const succeeded = result.kind === "response" && isSuccess(result.status, delivery.acceptsAnySuccess);
  const attempt = toAttemptRow(message, began, headers, result, succeeded);
  if (succeeded) return { message, outcome: { state: "done" }, began, detail: { attempt, isWorking: true } };
  return {
    message,
    outcome: failedOutcome(message, { began, ended: clock.now() }, result),
    began,
    detail: { attempt, isWorking: isInternalError(result) ? null : false },
  };
}
