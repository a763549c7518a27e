import { clock } from "@/lib/kernel/clock";
import { cutBytes } from "@/lib/kernel/cut-text";
import { env } from "@/lib/kernel/env";
import { sendOutbound, type OutboundResult } from "@/lib/platform/outbound/send";
import type { Claimed } from "@/lib/kernel/outbox/claim";
import type { Outcome } from "@/lib/kernel/outbox/settle";
import type { Attempted } from "@/lib/kernel/outbox/worker";
import { signatureHeaders } from "@/lib/platform/outbound/standard-webhooks";
import { previousWebhookSecrets, webhookSecrets } from "@/lib/organizations/profile/serializer";
import { payloadOf } from "./payload";
import type { AttemptRow, Delivery } from "./queries";
import { isTooLate, nextAttempt, RETRY_WINDOW_MS, retryAfterMs } from "./retries";

/** For a whole exchange, from resolving the name to the last byte. */
export const TIMEOUT_MS = 10_000;
const READ_BYTES = 64 * 1024;
/** Of an answer, as much as is kept and shown to people. */
const EXCERPT_BYTES = 1024;
const OUR_FAULT_MS = 30_000;

/** What is kept of an attempt, and whether it speaks for or against the endpoint (null: it was our own fault). */
export type DeliveryDetail = { attempt: AttemptRow | null; isWorking: boolean | null };

const isSuccess = (status: number, acceptsAny: boolean): boolean =>
  status === 200 || (acceptsAny && status > 200 && status < 300);

function attemptRow(message: Claimed, at: Date, result: OutboundResult, succeeded: boolean): AttemptRow {
  const common = { outboxMessageId: message.id, attemptedAt: at, durationMs: Math.round(result.durationMs) };
  return result.kind === "response"
    ? {
        ...common,
        status: result.status,
        reason: succeeded ? null : "status",
        responseExcerpt: cutBytes(result.body, EXCERPT_BYTES),
      }
    : { ...common, status: result.status ?? null, reason: result.reason, responseExcerpt: result.message };
}

const isOurFault = (result: OutboundResult): boolean => result.kind === "failure" && result.ours;

/** What follows from an attempt that began and ended at these times: the pause until the next one begins at its end. */
function failedOutcome(
  message: Claimed,
  { began, ended }: { began: Date; ended: Date },
  result: OutboundResult,
): Outcome {
  const reason = result.kind === "response" ? `status ${result.status}` : result.reason;
  // Our own faults excuse an endpoint only as long as the retry window, so that no message stays for ever.
  if (isOurFault(result) && ended.getTime() - message.begunAt.getTime() < RETRY_WINDOW_MS) {
    return { state: "due", nextAttemptAt: new Date(ended.getTime() + OUR_FAULT_MS), reason, counts: false };
  }
  const isPause = result.kind === "response" && (result.status === 429 || result.status === 503);
  const wishMs = isPause ? retryAfterMs(result.headers["retry-after"], ended) : 0;
  const next = nextAttempt(message.attempts + 1, message.firstAttemptAt ?? began, ended, {
    random: Math.random(),
    wishMs,
  });
  return next ? { state: "due", nextAttemptAt: next, reason } : { state: "failed", reason };
}

/** No attempt is made: the time for them is over, or the organization itself took away what a delivery needs. */
const undeliverable = (message: Claimed, reason: string): Attempted<DeliveryDetail> => ({
  message,
  outcome: { state: "failed", reason },
  detail: { attempt: null, isWorking: null },
});

/** What a delivery is signed with: the secret, and the one before it while both hold. */
function secretsOf({ organizationId, secret, previousSecret }: Delivery): string[] {
  const present = webhookSecrets.decrypt(secret, organizationId);
  if (!previousSecret) return [present];
  return [present, previousWebhookSecrets.decrypt(previousSecret, organizationId)];
}

/**
 * One attempt: POSTs the summary, signed for Standard Webhooks, and says what became of it. Only 200 is success
 * (2xx where the organization opted in). The id header is the event's, the same at each attempt.
 */
export async function deliver(
  message: Claimed,
  delivery: Delivery | undefined,
): Promise<Attempted<DeliveryDetail>> {
  const began = clock.now();
  if (!delivery?.webhookUrl) return undeliverable(message, "the organization has no webhook address");
  if (!delivery.isEnabled) return undeliverable(message, "data services are not enabled any more");
  // Nobody may have looked at the queue for days.
  if (isTooLate(message.firstAttemptAt, began))
    return undeliverable(message, message.lastReason ?? "expired");
  const body = JSON.stringify(payloadOf(delivery, began));
  const secrets = secretsOf(delivery);
  const result = await sendOutbound({
    url: delivery.webhookUrl,
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...signatureHeaders(delivery.eventId, began, body, secrets),
    },
    body,
    timeoutMs: TIMEOUT_MS,
    maxResponseBytes: READ_BYTES,
    allowInsecure: env().WEBHOOKS_ALLOW_INSECURE,
  });
  const succeeded = result.kind === "response" && isSuccess(result.status, delivery.acceptsAnySuccess);
  const attempt = attemptRow(message, began, result, succeeded);
  if (succeeded) return { message, outcome: { state: "done" }, began, detail: { attempt, isWorking: true } };
  return {
    message,
    outcome: failedOutcome(message, { began, ended: clock.now() }, result),
    began,
    detail: { attempt, isWorking: isOurFault(result) ? null : false },
  };
}
