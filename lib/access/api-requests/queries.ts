import { db } from "@/lib/kernel/db";
import { escapeLike, splitCommaList, type Filters } from "@/lib/kernel/list/filter";
import { parseChoices, parseIdList, parseNotAfter, parseNotBefore } from "@/lib/kernel/list/filter-values";
import {
  loadCappedPage,
  maxReachableRows,
  toSkipTake,
  type Page,
  type PageRequest,
} from "@/lib/kernel/list/page";
import type { Sorts } from "@/lib/kernel/list/sort";
import type { Prisma } from "@/prisma/generated/client";
import { REQUEST_METHODS, STATUS_CLASSES, type StatusClass } from "./choices";
import {
  requestDetailSelect,
  requestSelect,
  type ApiRequestDetailRow,
  type ApiRequestRow,
  type NewApiRequest,
} from "./serializer";

type Where = Prisma.ApiRequestWhereInput;
type Order = Prisma.ApiRequestOrderByWithRelationInput;

const STATUSES: Record<StatusClass, Where> = {
  "2xx": { status: { gte: 200, lt: 300 } },
  "3xx": { status: { gte: 300, lt: 400 } },
  "4xx": { status: { gte: 400, lt: 500 } },
  "5xx": { status: { gte: 500 } },
  error: { status: { gte: 400 } },
};

export const filters: Filters<Where> = {
  method: (value) => ({ method: { in: parseChoices("method", REQUEST_METHODS, value) } }),
  status: (value) => ({ OR: parseChoices("status", STATUS_CLASSES, value).map((name) => STATUSES[name]) }),
  // Each word must occur in the path, in any order.
  path: (value) => ({
    AND: value
      .split(/\s+/)
      .filter((word) => word !== "")
      .slice(0, 10)
      .map((word) => ({ path: { contains: escapeLike(word), mode: "insensitive" } })),
  }),
  actor_id: (value) => ({ actorId: { in: splitCommaList(value).slice(0, 100) } }),
  request_id: (value) => ({ requestId: { in: parseIdList("request_id", value) } }),
  occurred_at_min: (value) => ({ occurredAt: parseNotBefore("occurred_at_min", value) }),
  occurred_at_max: (value) => ({ occurredAt: parseNotAfter("occurred_at_max", value) }),
};

// By id, which is by time and has an index.
export const sorts: Sorts<Order> = { occurred_at: (direction) => ({ id: direction }) };

/** Finds a page of the organization's requests, without their bodies. */
export async function findRequestPage(
  organizationId: string,
  where: Where[],
  order: Order[],
  page: PageRequest,
): Promise<Page<ApiRequestRow>> {
  const matching = { organizationId, AND: where };
  return loadCappedPage(
    page,
    db().apiRequest.findMany({
      where: matching,
      select: requestSelect,
      orderBy: order,
      ...toSkipTake(page),
    }),
    db().apiRequest.count({ where: matching, take: maxReachableRows(page) }),
  );
}

export const findRequest = (organizationId: string, id: string): Promise<ApiRequestDetailRow | null> =>
  db().apiRequest.findFirst({ where: { organizationId, id }, select: requestDetailSelect });

/** Finds the credentials of the organization's latest requests, at most `limit` of them. */
export async function findRecentActors(
  organizationId: string,
  { requests, limit }: { requests: number; limit: number },
): Promise<{ id: string; type: string; name: string }[]> {
  const rows = await db().apiRequest.findMany({
    where: { organizationId },
    select: { actorId: true, actorType: true, actorName: true },
    orderBy: { id: "desc" },
    take: requests,
  });
  const byId = new Map(rows.toReversed().map((row) => [row.actorId, row]));
  return [...byId.values()]
    .slice(-limit)
    .map(({ actorId, actorType, actorName }) => ({ id: actorId, type: actorType, name: actorName }));
}

/** Stores requests. Those that are stored already are skipped: a connection may be lost after the commit. */
export async function insertRequests(data: NewApiRequest[]): Promise<void> {
  await db().apiRequest.createMany({ data, skipDuplicates: true });
}
