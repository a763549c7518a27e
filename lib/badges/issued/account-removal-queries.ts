import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { visibilitySelect } from "./association-queries";

/** Makes up to `limit` accepted, public badges of an account private. Returns the updated badges. */
export async function hideBadges(userId: string, limit: number) {
  const where = { userId, state: "accepted", public: true, deletedAt: null } as const;
  const rows = await db().issuedBadge.findMany({
    where,
    select: { id: true },
    orderBy: { id: "asc" },
    take: limit,
  });
  return db().issuedBadge.updateManyAndReturn({
    where: { ...where, id: { in: rows.map(({ id }) => id) } },
    data: { public: false, updatedAt: clock.now() },
    select: visibilitySelect,
  });
}

/** Removes the account from all of its badges, deleted ones included. Accepted badges stay private. */
export const detachBadges = (userId: string) =>
  db().$executeRaw`
    UPDATE issued_badges SET user_id = NULL, updated_at = ${clock.now()},
      public = public AND state = 'pending'
    WHERE user_id = ${userId}::uuid`;
