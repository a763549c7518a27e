import { presentTemplate, type TemplateRow } from "@/lib/badges/templates/serializer";
import type { MinimalEmployment } from "@/lib/workforce/employees/schema";
import { presentEventBadge, type EventBadgeRow } from "@/lib/workforce/employees/event-badge";
import { presentEmployment, type EmploymentRow } from "@/lib/workforce/employees/serializer";
import { presentConnectedBadge, presentBadge, type BadgeRow } from "@/lib/badges/issued/serializer";
import type { Prisma } from "@/prisma/generated/client";
import type { Event } from "./schema";

export const eventSelect = {
  id: true,
  organizationId: true,
  eventType: true,
  occurredAt: true,
  subjectId: true,
  data: true,
} satisfies Prisma.EventSelect;

export type EventRow = Prisma.EventGetPayload<{ select: typeof eventSelect }>;

/** An event with the current state of its resource. */
export type EventWithSubject = {
  event: EventRow;
  badge?: BadgeRow;
  /** The badge's earner has connected an application of the organization. */
  isConnected?: boolean;
  badgeTemplate?: TemplateRow;
  employment?: EmploymentSubject;
};

/**
 * The employment of an event: its current state with the badge that became visible or invisible, or only its identity.
 */
export type EmploymentSubject =
  { row: EmploymentRow; badge: EventBadgeRow | null } | { minimal: MinimalEmployment };

const presentEmploymentSubject = (subject: EmploymentSubject): Pick<Event, "employment" | "badge"> =>
  "minimal" in subject
    ? { employment: subject.minimal }
    : {
        employment: presentEmployment(subject.row),
        ...(subject.badge ? { badge: presentEventBadge(subject.badge) } : {}),
      };

/** Returns a text from the data of an event; null when there is none. */
export function eventDataText({ data }: EventRow, key: string): string | null {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return null;
  const value = data[key];
  return typeof value === "string" ? value : null;
}

/** The people of a `user.*` event. The subject is the person, or of two merged accounts the remaining one. */
function presentPeople(event: EventRow): Partial<Event> {
  const source = eventDataText(event, "source_user_id");
  if (source) return { source_user_id: source, destination_user_id: event.subjectId };
  return event.eventType.startsWith("user.") ? { user_id: event.subjectId } : {};
}

/** Serializes an event completely. */
export function presentEvent(eventWithSubject: EventWithSubject): Event {
  const { event, badge, badgeTemplate, employment, isConnected = false } = eventWithSubject;
  const isShared = event.eventType.startsWith("user.public_badges.");
  return {
    id: event.id,
    organization_id: event.organizationId,
    event_type: event.eventType as Event["event_type"],
    occurred_at: event.occurredAt.toISOString(),
    ...presentPeople(event),
    ...(badge ? { badge: isShared ? presentConnectedBadge(badge, isConnected) : presentBadge(badge) } : {}),
    ...(employment ? presentEmploymentSubject(employment) : {}),
    ...(badgeTemplate ? { badge_template: presentTemplate(badgeTemplate) } : {}),
  };
}
