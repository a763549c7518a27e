import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { parseChoices } from "@/lib/kernel/list/filter-values";
import type { Filters } from "@/lib/kernel/list/filter";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Sorts } from "@/lib/kernel/list/sort";
import type { Prisma } from "@/prisma/generated/client";
import { BULK_STATES } from "./choices";
import { bulkActionSelect, type BulkActionRecord } from "./serializer";

type Where = Prisma.BadgeBulkActionWhereInput;
type Order = Prisma.BadgeBulkActionOrderByWithRelationInput;

export const filters: Filters<Where> = {
  state: (value) => ({ state: { in: parseChoices("state", BULK_STATES, value) } }),
};

export const sorts: Sorts<Order> = { created_at: (direction) => ({ createdAt: direction }) };

export const findBulkActionPage = (
  where: Where,
  order: Order[],
  page: PageRequest,
): Promise<Page<BulkActionRecord>> =>
  loadPage(
    page,
    db().badgeBulkAction.findMany({
      where,
      select: bulkActionSelect,
      orderBy: [...order, { id: "desc" }],
      ...toSkipTake(page),
    }),
    db().badgeBulkAction.count({ where }),
  );

export const findBulkAction = (organizationId: string, id: string): Promise<BulkActionRecord | null> =>
  db().badgeBulkAction.findFirst({ where: { organizationId, id }, select: bulkActionSelect });

/** Inserts a running bulk action. Returns false when the organization has one already, which an index ensures. */
export async function insertBulkAction(data: Prisma.BadgeBulkActionCreateManyInput): Promise<boolean> {
  const { count } = await db().badgeBulkAction.createMany({ data: [data], skipDuplicates: true });
  return count === 1;
}

/** Locks a bulk action until the commit. */
export const lockBulkAction = (organizationId: string, id: string): Promise<unknown> =>
  db().$queryRaw`
    SELECT 1 FROM badge_bulk_actions
    WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid FOR NO KEY UPDATE`;

/** Finds a running bulk action of any organization, because a message of the queue has only its id. */
export const findRunningBulkAction = (id: string): Promise<BulkActionRecord | null> =>
  db().badgeBulkAction.findFirst({ where: { id, state: "running" }, select: bulkActionSelect });

/** Locks a running bulk action until the commit. Returns false when it is not running any more. */
export async function lockRunningBulkAction({ organizationId, id }: BulkActionRecord): Promise<boolean> {
  const rows = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM badge_bulk_actions
    WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid AND state = 'running'
    FOR NO KEY UPDATE`;
  return rows.length > 0;
}

export const saveBulkAction = (
  { organizationId, id }: Pick<BulkActionRecord, "organizationId" | "id">,
  data: Prisma.BadgeBulkActionUncheckedUpdateInput,
): Promise<BulkActionRecord> =>
  db().badgeBulkAction.update({
    where: { organizationId_id: { organizationId, id } },
    data: { ...data, updatedAt: clock.now() },
    select: bulkActionSelect,
  });

/** Deletes at most `limit` bulk actions that have not changed since `before` and are not running. Returns how many. */
export const deleteBulkActionsUnchangedSince = (before: Date, limit: number): Promise<number> =>
  db().$executeRaw`
    DELETE FROM badge_bulk_actions WHERE id IN (
      SELECT id FROM badge_bulk_actions WHERE updated_at < ${before}::timestamptz AND state <> 'running'
      ORDER BY updated_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
