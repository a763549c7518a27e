import { db } from "@/lib/kernel/db";
import { parseChoices } from "@/lib/kernel/list/filter-values";
import type { Filters } from "@/lib/kernel/list/filter";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Direction, Sorts } from "@/lib/kernel/list/sort";
import type { Prisma } from "@/prisma/generated/client";
import { BULK_ITEM_STATUSES } from "./choices";
import { bulkItemSelect, type BulkItemRecord } from "./serializer";

type Where = Prisma.BadgeBulkActionItemWhereInput;
type Order = Prisma.BadgeBulkActionItemOrderByWithRelationInput;
type BulkActionKey = { organizationId: string; id: string };

export const bulkItemFilters: Filters<Where> = {
  status: (value) => ({ status: { in: parseChoices("status", BULK_ITEM_STATUSES, value) } }),
};

export const bulkItemSorts: Sorts<Order> = { number: (direction: Direction) => ({ number: direction }) };

const inBulkAction = ({ organizationId, id }: BulkActionKey): Where => ({
  organizationId,
  badgeBulkActionId: id,
});

export const findItemPage = (
  key: BulkActionKey,
  criteria: Where[],
  order: Order[],
  page: PageRequest,
): Promise<Page<BulkItemRecord>> => {
  const where = { ...inBulkAction(key), AND: criteria };
  return loadPage(
    page,
    db().badgeBulkActionItem.findMany({
      where,
      select: bulkItemSelect,
      orderBy: order,
      relationLoadStrategy: "join",
      ...toSkipTake(page),
    }),
    db().badgeBulkActionItem.count({ where }),
  );
};

/** Inserts the badges of a new bulk action in their order. */
export const insertItems = ({ organizationId, id }: BulkActionKey, badgeIds: string[]): Promise<number> =>
  db().$executeRaw`
    INSERT INTO badge_bulk_action_items (organization_id, badge_bulk_action_id, number, badge_id)
    SELECT ${organizationId}::uuid, ${id}::uuid, number, badge_id
    FROM unnest(${badgeIds}::uuid[]) WITH ORDINALITY AS item (badge_id, number)`;

export type WaitingItem = { number: number; badgeId: string };

/** Reads the next badge on which the action was not tried, or failed fewer times than it is tried. */
export const findNextItem = (key: BulkActionKey): Promise<WaitingItem | null> =>
  db().badgeBulkActionItem.findFirst({
    where: { ...inBulkAction(key), status: "waiting" },
    select: { number: true, badgeId: true },
    orderBy: { number: "asc" },
  });

export type ItemResult = { status: "done" | "skipped"; code: string | null; message: string | null };

export const saveItemResult = async (
  key: BulkActionKey,
  number: number,
  result: ItemResult,
): Promise<void> => {
  await db().badgeBulkActionItem.updateMany({ where: { ...inBulkAction(key), number }, data: result });
};

/**
 * Counts an attempt on a badge that ended with an internal error. The badge has failed after `limit` attempts. Returns
 * true when it has.
 */
export async function saveFailedAttempt(
  { organizationId, id }: BulkActionKey,
  number: number,
  limit: number,
): Promise<boolean> {
  const rows = await db().$queryRaw<{ hasFailed: boolean }[]>`
    UPDATE badge_bulk_action_items SET attempts = attempts + 1,
      status = CASE WHEN attempts + 1 >= ${limit} THEN 'failed' ELSE status END::badge_bulk_action_item_status
    WHERE organization_id = ${organizationId}::uuid AND badge_bulk_action_id = ${id}::uuid
      AND number = ${number} AND status = 'waiting'
    RETURNING status = 'failed' AS "hasFailed"`;
  return rows[0]?.hasFailed ?? false;
}
