import { db } from "@/lib/kernel/db";
import { slice, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Direction } from "@/lib/kernel/list/sort";
import type { Prisma } from "@/prisma/generated/client";
import { eventSelect, type EventRow } from "./serializer";

export const findEvent = (organizationId: string, id: string): Promise<EventRow | null> =>
  db().event.findFirst({ where: { organizationId, id }, select: eventSelect });

export async function findEventPage(
  where: Prisma.EventWhereInput,
  direction: Direction,
  page: PageRequest,
): Promise<Page<EventRow>> {
  const [rows, total] = await Promise.all([
    db().event.findMany({
      where,
      select: eventSelect,
      orderBy: [{ occurredAt: direction }, { id: direction }],
      ...slice(page),
    }),
    db().event.count({ where }),
  ]);
  return { ...page, rows, total };
}
