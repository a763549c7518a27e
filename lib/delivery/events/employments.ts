import { z } from "zod";
import type { MinimalEmployment } from "@/lib/workforce/employees/schema";
import type { NamedBadgeRow } from "@/lib/workforce/employees/named-badge";
import { presentMinimalEmployment } from "@/lib/workforce/employees/identity";
import {
  badgesOfEmploymentEvents,
  employmentsForEvents,
  identitiesForEvents,
} from "@/lib/workforce/employees/service";
import type { Caller } from "@/lib/access/callers/caller";
import { findDeletedEmployments } from "./queries";
import { mayReadInEvents } from "./readable";
import type { EmploymentSubject, EventRow } from "./serializer";

/**
 * The largest number of badges of an employment in a single event, and of each in a list of events; the newest ones.
 */
const MOST_BADGES = { one: 1_000, list: 100 };

const ChangedBadge = z.object({ badge_id: z.uuid() });
const Identity = z.object({ email: z.string(), external_id: z.string().nullable() });

const unique = (ids: string[]): string[] => [...new Set(ids)];

/** The badge of an event about a single badge; null for other events. */
function badgeIdOf({ eventType, data }: EventRow): string | null {
  const isOfOne = eventType === "employment.badges.added" || eventType === "employment.badges.removed";
  return (isOfOne && ChangedBadge.safeParse(data).data?.badge_id) || null;
}

/** Loads the identity of deleted employments, which their last events contain. */
async function goneEmployments(
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

async function changedBadges(
  organizationId: string,
  events: EventRow[],
): Promise<Map<string, NamedBadgeRow>> {
  const ids = unique(events.flatMap((event) => badgeIdOf(event) ?? []));
  const badges = ids.length > 0 ? await badgesOfEmploymentEvents(organizationId, ids) : [];
  return new Map(badges.map((badge) => [badge.id, badge]));
}

type SubjectOf = (event: EventRow) => EmploymentSubject | undefined;

const idsOf = (events: EventRow[]): string[] => unique(events.map(({ subjectId }) => subjectId));

/** Loads only the identity of the events' employments, including deleted ones. */
async function minimalSubjects(organizationId: string, events: EventRow[]): Promise<SubjectOf> {
  const ids = idsOf(events);
  const rows = await identitiesForEvents(organizationId, ids);
  const found = new Map(rows.map((row) => [row.id, presentMinimalEmployment(row)]));
  const gone = await goneEmployments(
    organizationId,
    ids.filter((id) => !found.has(id)),
  );
  return ({ subjectId }) => {
    const minimal = found.get(subjectId) ?? gone.get(subjectId);
    return minimal && { minimal };
  };
}

async function fullSubjects(organizationId: string, events: EventRow[]): Promise<SubjectOf> {
  const ids = idsOf(events);
  const most = events.length > 1 ? MOST_BADGES.list : MOST_BADGES.one;
  const [rows, badges] = await Promise.all([
    employmentsForEvents(organizationId, ids, most),
    changedBadges(organizationId, events),
  ]);
  const rowById = new Map(rows.map((row) => [row.employee.id, row]));
  const missing = ids.filter((id) => !rowById.has(id));
  const goneById = await goneEmployments(organizationId, missing);
  return (event) => {
    const row = rowById.get(event.subjectId);
    if (row) {
      const isShown = row.employee.state === "accepted" && row.employee.organization.workforceEnabled;
      const badgeId = isShown ? badgeIdOf(event) : null;
      return { row, badge: (badgeId && badges.get(badgeId)) || null };
    }
    const minimal = goneById.get(event.subjectId);
    return minimal && { minimal };
  };
}

/**
 * Loads the employments of events, with the same number of queries for many events as for one, and returns a function
 * from an event to its employment: the current employment, or only its identity when it is deleted or the caller may
 * not read employees. Once an employee has ended the connection, events show the employer none of their badges, not
 * even older events.
 */
export const employmentSubjects = (caller: Caller, events: EventRow[]): Promise<SubjectOf> =>
  mayReadInEvents(caller, "workforce")
    ? fullSubjects(caller.organizationId, events)
    : minimalSubjects(caller.organizationId, events);
