import { presentTemplate, type TemplateRow } from "@/lib/badge-templates/serializer";
import { presentBadge, type BadgeRow } from "@/lib/issued-badges/serializer";
import type { Prisma } from "@/prisma/generated/client";
import type { Event, EventType } from "./schema";

export const eventSelect = {
  id: true,
  organizationId: true,
  eventType: true,
  occurredAt: true,
  subjectId: true,
  data: true,
} satisfies Prisma.EventSelect;

export type EventRow = Prisma.EventGetPayload<{ select: typeof eventSelect }>;

/** An event with the resource it tells of, as that stands now. */
export type EventWithSubject = { event: EventRow; badge?: BadgeRow; badgeTemplate?: TemplateRow };

/** The full shape of an event. */
export function presentEvent({ event, badge, badgeTemplate }: EventWithSubject): Event {
  return {
    id: event.id,
    organization_id: event.organizationId,
    event_type: event.eventType as EventType,
    occurred_at: event.occurredAt.toISOString(),
    ...(badge ? { badge: presentBadge(badge) } : {}),
    ...(badgeTemplate ? { badge_template: presentTemplate(badgeTemplate) } : {}),
  };
}
