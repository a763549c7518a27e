import { templatesForEvents } from "@/lib/badge-templates/service";
import { badgesForEvents } from "@/lib/issued-badges/service";
import type { Caller } from "@/lib/kernel/caller";
import { badRequest, notFound } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import { parsePage, type Page } from "@/lib/kernel/list/page";
import { findEvent, findEventPage } from "./queries";
import type { EventRow, EventWithSubject } from "./serializer";

const isAbout = (event: EventRow, ...prefixes: string[]): boolean =>
  prefixes.some((prefix) => event.eventType.startsWith(prefix));

/** Reads what the events tell of: one query for each kind of resource, however many events. */
async function withSubjects(events: EventRow[]): Promise<EventWithSubject[]> {
  const ids = (rows: EventRow[]) => [...new Set(rows.map(({ subjectId }) => subjectId))];
  const badgeIds = ids(events.filter((event) => isAbout(event, "badge.", "pending_badge_notification.")));
  const templateIds = ids(events.filter((event) => isAbout(event, "badge_template.")));
  const [badges, templates] = await Promise.all([
    badgeIds.length > 0 ? badgesForEvents(badgeIds) : [],
    templateIds.length > 0 ? templatesForEvents(templateIds) : [],
  ]);
  const badgeById = new Map(badges.map((badge) => [badge.id, badge]));
  const templateById = new Map(templates.map((template) => [template.id, template]));
  return events.map((event) => {
    const badge = badgeById.get(event.subjectId);
    const badgeTemplate = templateById.get(event.subjectId);
    return { event, ...(badge ? { badge } : {}), ...(badgeTemplate ? { badgeTemplate } : {}) };
  });
}

/** One event of the organization in full; 404 otherwise. */
export async function getEvent(
  caller: Caller,
  { params }: { params: Record<string, string> },
): Promise<EventWithSubject> {
  const event = await findEvent(caller.organizationId, params.event_id ?? "");
  const [full] = event ? await withSubjects([event]) : [];
  if (!full) throw notFound();
  return full;
}

/**
 * Events, newest first. `after=<event id>&order=asc` reads forward from an event: ids and times of commits do not
 * rise together exactly, so a poller that must not miss one keeps a few seconds of overlap (README.md).
 */
export async function listEvents(
  caller: Caller,
  { query }: { query: URLSearchParams },
): Promise<Page<EventWithSubject>> {
  const order = query.get("order") ?? "desc";
  if (order !== "asc" && order !== "desc") throw badRequest("invalid_parameter", "order is asc or desc.");
  const where = {
    organizationId: caller.organizationId,
    ...(await afterEvent(caller, query.get("after"), order)),
  };
  const page = await findEventPage(where, order, parsePage(query));
  return { ...page, rows: await withSubjects(page.rows) };
}

async function afterEvent(caller: Caller, after: string | null, order: "asc" | "desc") {
  if (after === null) return {};
  const event = isUuid(after) ? await findEvent(caller.organizationId, after) : null;
  if (!event) throw badRequest("invalid_parameter", "after is not an event of this organization.");
  const beyond = order === "asc" ? "gt" : "lt";
  return {
    OR: [
      { occurredAt: { [beyond]: event.occurredAt } },
      { occurredAt: event.occurredAt, id: { [beyond]: event.id } },
    ],
  };
}
