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

const SAMPLE_EVENT_ID = "01930a2c-5b7e-7c3a-9d55-3f8e6a1b2c4d";
const SAMPLE_TIME = new Date("2030-01-31T09:00:00Z");
const SAMPLE_DELAY_MS = 420;

/** Builds what an organization receives for an event of this type. */
export const buildSamplePayload = (organizationId: string, eventType: string): WebhookPayload =>
  buildPayload(
    { eventId: SAMPLE_EVENT_ID, organizationId, eventType, occurredAt: SAMPLE_TIME },
    new Date(SAMPLE_TIME.getTime() + SAMPLE_DELAY_MS),
  );
