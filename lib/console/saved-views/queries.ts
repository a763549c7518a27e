import { db } from "@/lib/kernel/db";
import { takeNamedLock } from "@/lib/kernel/named-lock";
import type { Prisma } from "@/prisma/generated/client";
import { MAX_VIEWS, type ViewList } from "./choices";
import { savedViewSelect, type SavedViewRow } from "./serializer";

/** Finds the person's views of a list and those that are shared, by name. */
export const findViews = (organizationId: string, userId: string, list: ViewList): Promise<SavedViewRow[]> =>
  db().savedView.findMany({
    where: { organizationId, list, OR: [{ userId }, { userId: null }] },
    select: savedViewSelect,
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: 2 * MAX_VIEWS,
  });

/** Finds a view that the person may see as a member: their own, or a shared one of their organization. */
export const findView = (userId: string, id: string): Promise<SavedViewRow | null> =>
  db().savedView.findFirst({
    where: {
      id,
      OR: [{ userId }, { userId: null, organization: { memberships: { some: { userId } } } }],
    },
    select: savedViewSelect,
  });

/** Locks the number of views of a list until the transaction ends: those of a person, or the shared ones. */
export const lockViews = (organizationId: string, list: ViewList, userId: string | null) =>
  takeNamedLock(`saved_views:${organizationId}:${list}:${userId ?? ""}`);

export const countViews = (organizationId: string, list: ViewList, userId: string | null): Promise<number> =>
  db().savedView.count({ where: { organizationId, list, userId } });

export const insertView = (data: Prisma.SavedViewUncheckedCreateInput): Promise<SavedViewRow> =>
  db().savedView.create({ data, select: savedViewSelect });

/** Saves a view that still is what it was. Returns null when it was deleted or shared differently meanwhile. */
export async function saveView(
  { id, organizationId, userId }: SavedViewRow,
  data: Prisma.SavedViewUncheckedUpdateManyInput,
): Promise<SavedViewRow | null> {
  const rows = await db().savedView.updateManyAndReturn({
    where: { id, organizationId, userId },
    data,
    select: savedViewSelect,
  });
  return rows[0] ?? null;
}

export const deleteViewRecord = ({ id, organizationId, userId }: SavedViewRow) =>
  db().savedView.deleteMany({ where: { id, organizationId, userId } });
