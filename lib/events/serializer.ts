import { presentTemplate, type TemplateRow } from "@/lib/badge-templates/serializer";
import type { MinimalEmployment } from "@/lib/employees/schema";
import {
  presentEmployment,
  presentEmploymentBadge,
  type EmployeeBadgeRow,
  type EmploymentRow,
} from "@/lib/employees/serializer";
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
export type EventWithSubject = {
  event: EventRow;
  badge?: BadgeRow;
  badgeTemplate?: TemplateRow;
  employment?: EmploymentSubject;
};

/** The employment of an event: as it stands with the badge that became visible or invisible, or what is left of it. */
export type EmploymentSubject =
  { row: EmploymentRow; badge: EmployeeBadgeRow | null } | { gone: MinimalEmployment };

const presentEmploymentSubject = (subject: EmploymentSubject): Pick<Event, "employment" | "badge"> =>
  "gone" in subject
    ? { employment: subject.gone }
    : {
        employment: presentEmployment(subject.row),
        ...(subject.badge ? { badge: presentEmploymentBadge(subject.badge) } : {}),
      };

/** The full shape of an event. */
export function presentEvent({ event, badge, badgeTemplate, employment }: EventWithSubject): Event {
  return {
    id: event.id,
    organization_id: event.organizationId,
    event_type: event.eventType as EventType,
    occurred_at: event.occurredAt.toISOString(),
    ...(badge ? { badge: presentBadge(badge) } : {}),
    ...(employment ? presentEmploymentSubject(employment) : {}),
    ...(badgeTemplate ? { badge_template: presentTemplate(badgeTemplate) } : {}),
  };
}
