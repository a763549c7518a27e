import { db } from "@/lib/kernel/db";
import {
  cappedTotal,
  maxReachableRows,
  loadCappedPage,
  toSkipTake,
  type Page,
  type PageRequest,
} from "@/lib/kernel/list/page";
import type { Filters } from "@/lib/kernel/list/filter";
import { parseChoices, parseIdList, parseNotAfter, parseNotBefore } from "@/lib/kernel/list/filter-values";
import type { Sorts } from "@/lib/kernel/list/sort";
import { Prisma } from "@/prisma/generated/client";
import { EVENT_TYPES, TEST_EVENT_TYPE } from "@/lib/platform/recording/choices";
import { eventSelect, type EventRow } from "./serializer";

export const findEvent = (organizationId: string, id: string): Promise<EventRow | null> =>
  db().event.findFirst({ where: { organizationId, id }, select: eventSelect });

type Where = Prisma.EventWhereInput;

/** The filters of the console's list of events. */
export const filters: Filters<Where> = {
  event_type: (value) => ({ eventType: { in: parseChoices("event_type", EVENT_TYPES, value) } }),
  subject_id: (value) => ({ subjectId: { in: parseIdList("subject_id", value) } }),
  occurred_at_min: (value) => ({ occurredAt: parseNotBefore("occurred_at_min", value) }),
  occurred_at_max: (value) => ({ occurredAt: parseNotAfter("occurred_at_max", value) }),
};

export const sorts: Sorts<Prisma.EventOrderByWithRelationInput> = {
  occurred_at: (direction) => ({ occurredAt: direction }),
};

/** Finds a page of the events that match. Test events are in no list. */
export async function findMatchingEventPage(
  organizationId: string,
  matching: Where[],
  order: Prisma.EventOrderByWithRelationInput[],
  page: PageRequest,
): Promise<Page<EventRow>> {
  const where = { organizationId, eventType: { not: TEST_EVENT_TYPE }, AND: matching };
  return loadCappedPage(
    page,
    db().event.findMany({
      where,
      select: eventSelect,
      orderBy: [...order, { id: "desc" }],
      ...toSkipTake(page),
    }),
    db().event.count({ where, take: maxReachableRows(page) }),
  );
}

/** Finds a page of events, newest first; only those before `before` when it is given. */
export async function findEventPage(
  organizationId: string,
  before: EventRow | null,
  page: PageRequest,
): Promise<Page<EventRow>> {
  const older = before && [
    { occurredAt: { lt: before.occurredAt } },
    { occurredAt: before.occurredAt, id: { lt: before.id } },
  ];
  const where = { organizationId, eventType: { not: TEST_EVENT_TYPE }, ...(older ? { OR: older } : {}) };
  return loadCappedPage(
    page,
    db().event.findMany({
      where,
      select: eventSelect,
      orderBy: [{ occurredAt: "desc" }, { id: "desc" }],
      ...toSkipTake(page),
    }),
    db().event.count({ where, take: maxReachableRows(page) }),
  );
}

/** The position of an event in the ascending order. */
export type EventPosition = { recordedIn: string; id: string };

export async function findEventPosition(organizationId: string, id: string): Promise<EventPosition | null> {
  const rows = await db().$queryRaw<EventPosition[]>`
    SELECT recorded_in::text AS "recordedIn", id FROM events
    WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid`;
  return rows[0] ?? null;
}

/**
 * Finds events after `after` in the order of the transactions that wrote them. Includes only transactions older than
 * any open one: a transaction that commits later comes after all events shown so far, so a reader who continues from
 * the last one misses none. Prisma does not support PostgreSQL's xid8, so the ids come from SQL.
 */
export async function findSettledEvents(
  organizationId: string,
  after: EventPosition | null,
  page: PageRequest,
): Promise<Page<EventRow>> {
  const beyond = after
    ? Prisma.sql`AND (recorded_in, id) > (${after.recordedIn}::xid8, ${after.id}::uuid)`
    : Prisma.empty;
  const settled = Prisma.sql`FROM events WHERE organization_id = ${organizationId}::uuid
    AND event_type <> ${TEST_EVENT_TYPE} AND recorded_in < pg_snapshot_xmin(pg_current_snapshot()) ${beyond}`;
  const { skip, take } = toSkipTake(page);
  const [ids, counts] = await Promise.all([
    db().$queryRaw<
      { id: string }[]
    >`SELECT id ${settled} ORDER BY recorded_in, id LIMIT ${take} OFFSET ${skip}`,
    db().$queryRaw<
      { total: number }[]
    >`SELECT count(*)::int AS total FROM (SELECT ${settled} LIMIT ${maxReachableRows(page)}) AS reached`,
  ]);
  const found = await db().event.findMany({
    where: { organizationId, id: { in: ids.map(({ id }) => id) } },
    select: eventSelect,
  });
  const byId = new Map(found.map((event) => [event.id, event]));
  const rows = ids.flatMap(({ id }) => byId.get(id) ?? []);
  return { ...page, rows, ...cappedTotal(page, counts[0]?.total ?? 0) };
}

/** Finds the events of deleted employments, which contain their identity. */
export const findDeletedEmployments = (organizationId: string, subjectIds: string[]) =>
  db().event.findMany({
    where: { organizationId, subjectId: { in: subjectIds }, eventType: "employment.deleted" },
    select: { subjectId: true, data: true },
  });
