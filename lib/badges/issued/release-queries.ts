import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { standingSelect } from "./association-queries";

/** Makes up to `limit` accepted, public badges of an account private, and returns them as they are then. */
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
    select: standingSelect,
  });
}

/** Takes all badges from an account, the deleted ones too. What was accepted stays private. */
export const detachBadges = (userId: string) =>
  db().$executeRaw`
    UPDATE issued_badges SET user_id = NULL, updated_at = ${clock.now()},
      public = public AND state = 'pending'
    WHERE user_id = ${userId}::uuid`;
