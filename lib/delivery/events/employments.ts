import { z } from "zod";
import type { MinimalEmployment } from "@/lib/workforce/employees/schema";
import type { EventBadgeRow } from "@/lib/workforce/employees/event-badge";
import { isConnected } from "@/lib/workforce/employees/visibility";
import { presentMinimalEmployment } from "@/lib/workforce/employees/identity";
import {
  findEmploymentEventBadges,
  listEventEmployments,
  listEventIdentities,
} from "@/lib/workforce/employees/service";
import type { Caller } from "@/lib/access/callers/caller";
import { findDeletedEmployments } from "./queries";
import { canReadInEvents } from "./permissions";
import type { EmploymentSubject, EventRow } from "./serializer";

/**
 * The largest number of badges of an employment in a single event, and of each in a list of events; the newest ones.
 */
const MAX_BADGES = { one: 1_000, list: 100 };

const ChangedBadge = z.object({ badge_id: z.uuid() });
const Identity = z.object({ email: z.string(), external_id: z.string().nullable() });

const unique = (ids: string[]): string[] => [...new Set(ids)];

/** The badge of an event about a single badge; null for other events. */
function changedBadgeId({ eventType, data }: EventRow): string | null {
  const isOfOne = eventType === "employment.badges.added" || eventType === "employment.badges.removed";
  return (isOfOne && ChangedBadge.safeParse(data).data?.badge_id) || null;
}

/** Loads the identity of deleted employments, which their last events contain. */
async function loadDeletedEmployments(
  organizationId: string,
  ids: string[],
): Promise<Map<string, MinimalEmployment>> {
  if (ids.length === 0) return new Map();
  const deleted = await findDeletedEmployments(organizationId, ids);
  const identities = new Map(
    deleted.map(({ subjectId, data }) => [subjectId, Identity.safeParse(data).data] as const),
  );
  return new Map(
    ids.map((id) => {
      const { email = null, external_id = null } = identities.get(id) ?? {};
      return [id, { id, email, external_id }];
    }),
  );
}

async function loadChangedBadges(
  organizationId: string,
  events: EventRow[],
): Promise<Map<string, EventBadgeRow>> {
  const ids = unique(events.flatMap((event) => changedBadgeId(event) ?? []));
  const badges = ids.length > 0 ? await findEmploymentEventBadges(organizationId, ids) : [];
  return new Map(badges.map((badge) => [badge.id, badge]));
}

type FindSubject = (event: EventRow) => EmploymentSubject | undefined;

const subjectIds = (events: EventRow[]): string[] => unique(events.map(({ subjectId }) => subjectId));

/** Loads only the identity of the events' employments, including deleted ones. */
async function loadMinimalSubjects(organizationId: string, events: EventRow[]): Promise<FindSubject> {
  const ids = subjectIds(events);
  const rows = await listEventIdentities(organizationId, ids);
  const found = new Map(rows.map((row) => [row.id, presentMinimalEmployment(row)]));
  const gone = await loadDeletedEmployments(
    organizationId,
    ids.filter((id) => !found.has(id)),
  );
  return ({ subjectId }) => {
    const minimal = found.get(subjectId) ?? gone.get(subjectId);
    return minimal && { minimal };
  };
}

async function loadFullSubjects(organizationId: string, events: EventRow[]): Promise<FindSubject> {
  const ids = subjectIds(events);
  const maxBadges = events.length > 1 ? MAX_BADGES.list : MAX_BADGES.one;
  const [rows, badges] = await Promise.all([
    listEventEmployments(organizationId, ids, maxBadges),
    loadChangedBadges(organizationId, events),
  ]);
  const rowById = new Map(rows.map((row) => [row.employee.id, row]));
  const missing = ids.filter((id) => !rowById.has(id));
  const deletedById = await loadDeletedEmployments(organizationId, missing);
  return (event) => {
    const row = rowById.get(event.subjectId);
    if (row) {
      const isShown = isConnected(row.employee) && row.employee.organization.workforceEnabled;
      const badgeId = isShown ? changedBadgeId(event) : null;
      return { row, badge: (badgeId && badges.get(badgeId)) || null };
    }
    const minimal = deletedById.get(event.subjectId);
    return minimal && { minimal };
  };
}

/**
 * Loads the employments of events, with the same number of queries for many events as for one, and returns a function
 * from an event to its employment: the current employment, or only its identity when it is deleted or the caller may
 * not read employees. Once an employee has ended the connection, or is inactive, events show the employer none of their badges, not
 * even older events.
 */
export const loadEmploymentSubjects = (caller: Caller, events: EventRow[]): Promise<FindSubject> =>
  canReadInEvents(caller, "workforce")
    ? loadFullSubjects(caller.organizationId, events)
    : loadMinimalSubjects(caller.organizationId, events);
