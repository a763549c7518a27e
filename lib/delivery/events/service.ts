import { listTemplatesForEvents } from "@/lib/badges/templates/service";
import { findConnectedOrganizationsByEarner } from "@/lib/applications/connected-applications/service";
import type { BadgeRow } from "@/lib/badges/issued/serializer";
import { listBadgesForEvents } from "@/lib/badges/issued/service";
import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { badRequest, gone, notFound } from "@/lib/kernel/errors";
import { firstIdAt, isUuid } from "@/lib/kernel/ids";
import { parseFilter } from "@/lib/kernel/list/filter";
import type { ListInput } from "@/lib/kernel/list/list-input";
import { parseSort } from "@/lib/kernel/list/sort";
import { readPageRequest, type Page, type PageRequest } from "@/lib/kernel/list/page";
import { loadEmploymentSubjects } from "./employments";
import {
  filters,
  findEvent,
  findEventPage,
  findEventPosition,
  findMatchingEventPage,
  findSettledEvents,
  sorts,
} from "./queries";
import { canReadBadgeInEvents } from "./permissions";
import { eventDataText, type EventRow, type EventWithSubject } from "./serializer";

const DAY_MS = 24 * 3_600_000;

const hasTypePrefix = (event: EventRow, ...prefixes: string[]): boolean =>
  prefixes.some((prefix) => event.eventType.startsWith(prefix));

/** The badge that an event is about; null for other events. */
const eventBadgeId = (event: EventRow): string | null => {
  if (hasTypePrefix(event, "user.public_badges.")) return eventDataText(event, "badge_id");
  return hasTypePrefix(event, "badge.", "pending_badge_notification.") ? event.subjectId : null;
};

/**
 * Loads which earners have connected an application of the organization. After an earner disconnects, older events show
 * nothing new either.
 */
async function loadConnections(
  organizationId: string,
  events: EventRow[],
  badges: BadgeRow[],
): Promise<(badge: BadgeRow) => boolean> {
  const needsConnections = events.some((event) => hasTypePrefix(event, "user.public_badges."));
  const earners = [...new Set(badges.flatMap(({ user }) => user?.id ?? []))];
  const connections = needsConnections
    ? await findConnectedOrganizationsByEarner(earners)
    : new Map<string, string[]>();
  return ({ user }) => user !== null && (connections.get(user.id) ?? []).includes(organizationId);
}

/**
 * Loads the resources that the events show the caller: one query for each kind of resource, for any number of events.
 */
async function withSubjects(caller: Caller, events: EventRow[]): Promise<EventWithSubject[]> {
  const ids = (rows: EventRow[]) => [...new Set(rows.map(({ subjectId }) => subjectId))];
  const badgeIds = [...new Set(events.flatMap((event) => eventBadgeId(event) ?? []))];
  const templateIds = ids(events.filter((event) => hasTypePrefix(event, "badge_template.")));
  const [badges, templates, findEmployment] = await Promise.all([
    badgeIds.length > 0 ? listBadgesForEvents(badgeIds) : [],
    templateIds.length > 0 ? listTemplatesForEvents(templateIds) : [],
    loadEmploymentSubjects(
      caller,
      events.filter((event) => hasTypePrefix(event, "employment.")),
    ),
  ]);
  const isConnected = await loadConnections(caller.organizationId, events, badges);
  const readable = badges.filter((badge) => canReadBadgeInEvents(caller, badge));
  const badgeById = new Map(readable.map((badge) => [badge.id, badge]));
  const templateById = new Map(templates.map((template) => [template.id, template]));
  return events.map((event) => {
    const badge = badgeById.get(eventBadgeId(event) ?? "");
    const badgeTemplate = templateById.get(event.subjectId);
    const employment = findEmployment(event);
    return {
      event,
      ...(badge ? { badge, isConnected: isConnected(badge) } : {}),
      ...(badgeTemplate ? { badgeTemplate } : {}),
      ...(employment ? { employment } : {}),
    };
  });
}

/** Whether an id (UUID v7, which begins with its time) is older than the retention period of events. */
function isExpired(id: string): boolean {
  const since = new Date(clock.now().getTime() - env().EVENTS_KEPT_DAYS * DAY_MS);
  return isUuid(id) && id.charAt(14) === "7" && id.toLowerCase() < firstIdAt(since);
}

/** Returns one event of the organization, with as much of its resource as the caller may read; throws 404 otherwise. */
export async function getEvent(caller: Caller, eventId: string): Promise<EventWithSubject> {
  const event = await findEvent(caller.organizationId, eventId);
  const [full] = event ? await withSubjects(caller, [event]) : [];
  if (!full) throw notFound();
  return full;
}

const unknownAfterError = () =>
  badRequest("invalid_parameter", "after is not an event of this organization.");

/** The error when no event has the id in `after`. */
const missingAfterError = (id: string) =>
  isExpired(id)
    ? gone(
        `The event in after is older than the ${env().EVENTS_KEPT_DAYS} days that events are stored, so later events may be missing, too. Read the current state from the lists, then continue without after.`,
      )
    : unknownAfterError();

async function listNewestFirst(organizationId: string, after: string | null, page: PageRequest) {
  const before = after === null ? null : await findEvent(organizationId, after);
  if (after !== null && !before) throw missingAfterError(after);
  return findEventPage(organizationId, before, page);
}

async function listOldestFirst(organizationId: string, after: string | null, page: PageRequest) {
  const position = after === null ? null : await findEventPosition(organizationId, after);
  if (after !== null && !position) throw missingAfterError(after);
  return findSettledEvents(organizationId, position, page);
}

/** The parameters of a list of events: the direction, and the event to start after (null: from the beginning). */
export type EventListInput = { order: "asc" | "desc"; after: string | null; page: PageRequest };

/** Reads `order`, `after`, `page` and `per`. Throws 400 for another order, and for an `after` that is not an id. */
export function readEventListInput(query: URLSearchParams): EventListInput {
  const order = query.get("order") ?? "desc";
  if (order !== "asc" && order !== "desc") throw badRequest("invalid_parameter", "order is asc or desc.");
  const after = query.get("after");
  if (after !== null && !isUuid(after)) throw unknownAfterError();
  return { order, after, page: readPageRequest(query) };
}

/**
 * Lists events, newest first, or with `order=asc` oldest first; optionally after the event `after`. A client that polls
 * in ascending order and continues from the last event of a page gets each event exactly once, however late
 * transactions commit: an event is shown only when no older transaction can add another one before it (usually at
 * once). Throws 400 for an `after` that is not an event of the organization, 410 for one that is older than the
 * retention period.
 */
export async function listEvents(
  caller: Caller,
  { order, after, page: requestedPage }: EventListInput,
): Promise<Page<EventWithSubject>> {
  const list = order === "asc" ? listOldestFirst : listNewestFirst;
  const page = await list(caller.organizationId, after, requestedPage);
  return { ...page, rows: await withSubjects(caller, page.rows) };
}

/** Finds events by type, subject and time, newest first, without what they show of their subjects. */
export async function findEvents(caller: Caller, input: ListInput): Promise<Page<EventRow>> {
  const where = parseFilter(input.filter, filters);
  const order = parseSort(input.sort, sorts, [{ occurredAt: "desc" }]);
  return findMatchingEventPage(caller.organizationId, where, order, input.page);
}
