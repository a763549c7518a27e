import { publicUrl } from "@/lib/kernel/env";
import type { EventRow } from "@/lib/delivery/events/serializer";
import { webhookSecrets } from "@/lib/organizations/profile/serializer";
import type { Prisma } from "@/prisma/generated/client";
import type { AttemptHeaders } from "./attempt-headers";
import { buildPayload } from "./payload";
import { retryDeadline } from "./retries";
import type { DeliveryState, Redelivery, WebhookDelivery, WebhookDeliveryDetail } from "./schema";
import type { WebhookPayload, WebhookSecret, WebhookSettings } from "./schema";

export const settingsSelect = {
  webhookUrl: true,
  allowedWebhooks: true,
  webhookAcceptsAnySuccess: true,
  webhookFailingSince: true,
  oauthApplications: {
    where: { dataServicesEnabled: true },
    orderBy: { id: "asc" },
    take: 10,
    select: { id: true, name: true },
  },
} satisfies Prisma.OrganizationSelect;

export type SettingsRow = Prisma.OrganizationGetPayload<{ select: typeof settingsSelect }>;

export const presentSettings = (row: SettingsRow): WebhookSettings => ({
  webhook_url: row.webhookUrl,
  allowed_webhooks: row.allowedWebhooks,
  accepts_any_success: row.webhookAcceptsAnySuccess,
  data_services_enabled: row.oauthApplications.length > 0,
  data_services_applications: row.oauthApplications,
  failing_since: row.webhookFailingSince?.toISOString() ?? null,
});

export const secretSelect = {
  id: true,
  webhookSecret: true,
  webhookPreviousSecretUntil: true,
} satisfies Prisma.OrganizationSelect;

export type SecretRow = Prisma.OrganizationGetPayload<{ select: typeof secretSelect }>;

export const presentSecret = (row: SecretRow): WebhookSecret => ({
  secret: webhookSecrets.decrypt(row.webhookSecret, row.id),
  previous_secret_expires_at: row.webhookPreviousSecretUntil?.toISOString() ?? null,
});

/** A webhook message with the columns of its event and attempts that lists show. */
export type DeliveryRow = {
  id: string;
  organizationId: string;
  eventId: string;
  eventType: string;
  state: DeliveryState;
  attemptsCount: number;
  createdAt: Date;
  occurredAt: Date;
  nextAttemptAt: Date;
  firstAttemptAt: Date | null;
  finishedAt: Date | null;
  lastReason: string | null;
};

/** The API URL of a delivery. */
export const deliveryUrl = ({ organizationId, id }: DeliveryRow): string =>
  publicUrl(`/v1/organizations/${organizationId}/webhook_deliveries/${id}`);

export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  event_id: row.eventId,
  event_type: row.eventType as WebhookDelivery["event_type"],
  state: row.state,
  attempts_count: row.attemptsCount,
  created_at: row.createdAt.toISOString(),
  next_attempt_at: row.state === "due" ? row.nextAttemptAt.toISOString() : null,
  finished_at: row.finishedAt?.toISOString() ?? null,
  last_reason: row.lastReason,
  retried_until:
    row.state === "due" && row.firstAttemptAt ? retryDeadline(row.firstAttemptAt).toISOString() : null,
});

export const attemptSelect = {
  attemptedAt: true,
  status: true,
  durationMs: true,
  reason: true,
  responseExcerpt: true,
  requestHeaders: true,
  responseHeaders: true,
} satisfies Prisma.WebhookAttemptSelect;

type AttemptRow = Prisma.WebhookAttemptGetPayload<{ select: typeof attemptSelect }>;
export type DeliveryDetailRow = DeliveryRow & { attempts: AttemptRow[] };

/** The body of an attempt at this time to send the event. */
export const presentEventPayload = (event: EventRow, at: Date): WebhookPayload =>
  buildPayload({ ...event, eventId: event.id }, at);

export const presentDeliveryDetail = (row: DeliveryDetailRow): WebhookDeliveryDetail => ({
  ...presentDelivery(row),
  payload: row.attempts[0] ? buildPayload(row, row.attempts[0].attemptedAt) : null,
  attempts: row.attempts.map((attempt) => ({
    attempted_at: attempt.attemptedAt.toISOString(),
    status: attempt.status,
    duration_ms: attempt.durationMs,
    reason: attempt.reason,
    response_excerpt: attempt.responseExcerpt,
    request_headers: attempt.requestHeaders as AttemptHeaders | null,
    response_headers: attempt.responseHeaders as AttemptHeaders | null,
  })),
});

/** The number of restarted deliveries, and where to continue a range that had more. */
export type RedeliveryRow = { count: number; nextSince: Date | null };

export const presentRedelivery = ({ count, nextSince }: RedeliveryRow): Redelivery => ({
  redelivered_count: count,
  next_since: nextSince?.toISOString() ?? null,
});
