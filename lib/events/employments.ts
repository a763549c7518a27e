import { z } from "zod";
import type { MinimalEmployment } from "@/lib/employees/schema";
import type { NamedBadgeRow } from "@/lib/employees/named-badge";
import { badgesOfEmploymentEvents, employmentsForEvents } from "@/lib/employees/service";
import { findDeletedEmployments } from "./queries";
import type { EmploymentSubject, EventRow } from "./serializer";

/** Badges of an employment that a single event shows, and of each in a list of events; the newest. */
const MOST_BADGES = { one: 1_000, list: 100 };

const ChangedBadge = z.object({ badge_id: z.uuid() });
const Identity = z.object({ email: z.string(), external_id: z.string().nullable() });

const unique = (ids: string[]): string[] => [...new Set(ids)];

/** The badge that an event of a single badge tells of; null for other events. */
function badgeIdOf({ eventType, data }: EventRow): string | null {
  const isOfOne = eventType === "employment.badges.added" || eventType === "employment.badges.removed";
  return (isOfOne && ChangedBadge.safeParse(data).data?.badge_id) || null;
}

/** What is left of employments that were deleted: their last events kept it. */
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

/**
 * Reads the employments that events tell of, a few queries however many events, and returns what each event shows:
 * the employment as it stands, or what identified it when it is gone. An employee who ended the connection shows the
 * employer no badge any more, not in older events either.
 */
export async function employmentSubjects(
  organizationId: string,
  events: EventRow[],
): Promise<(event: EventRow) => EmploymentSubject | undefined> {
  const ids = unique(events.map(({ subjectId }) => subjectId));
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
    const gone = goneById.get(event.subjectId);
    return gone && { gone };
  };
}
