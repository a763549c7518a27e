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
