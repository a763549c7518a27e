import type { WebhookPayload } from "./schema";

type EventSummary = { eventId: string; organizationId: string; eventType: string; occurredAt: Date };

/** Builds the body of an attempt at this time (specification, "Webhook delivery" 2). */
export const buildPayload = (summary: EventSummary, at: Date): WebhookPayload => ({
  id: summary.eventId,
  organization_id: summary.organizationId,
  event_type: summary.eventType,
  occurred_at: summary.occurredAt.toISOString(),
  delivered_at: at.toISOString(),
});
