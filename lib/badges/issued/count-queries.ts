import { db } from "@/lib/kernel/db";
import { Prisma, type BadgeState } from "@/prisma/generated/client";

/**
 * Number of badges in one state that were issued on one day (`YYYY-MM-DD`). The day is empty in a total over all
 * days.
 */
export type BadgeCount = { day: string; state: BadgeState; badges: number };

/**
 * Counts an organization's badges by state, from the stored counts and the changes not yet folded into them. Reads
 * both by key, so the number of badges does not matter. `period` has the first and last day, both included. Null
 * counts all days together.
 */
export function countBadges(
  organizationId: string,
  period: { from: string; to: string } | null,
): Promise<BadgeCount[]> {
  const periodCondition = period
    ? Prisma.sql`AND day BETWEEN ${period.from}::date AND ${period.to}::date`
    : Prisma.empty;
  const dayColumn = period ? Prisma.sql`day::text` : Prisma.sql`''`;
  return db().$queryRaw<BadgeCount[]>`
    SELECT ${dayColumn} AS day, state, sum(badges)::int AS badges FROM (
      SELECT day, state, badges FROM badge_day_counts WHERE organization_id = ${organizationId}::uuid ${periodCondition}
      UNION ALL
      SELECT day, state, badges FROM badge_day_changes WHERE organization_id = ${organizationId}::uuid ${periodCondition}
    ) AS counted GROUP BY 1, 2 HAVING sum(badges) <> 0 ORDER BY 1, 2`;
}

/**
 * Folds up to `limit` changes into the counts in one statement, so that a sum never misses a change or counts it
 * twice. Returns how many. Two calls at once would lock the counts in different orders, so one of them does nothing.
 */
export async function foldChanges(limit: number): Promise<number> {
  const rows = await db().$queryRaw<{ folded: number }[]>`
    WITH turn AS MATERIALIZED (
      SELECT pg_try_advisory_xact_lock(hashtextextended('fold_badge_day_changes', 0)) AS is_mine
    ), taken AS (
      DELETE FROM badge_day_changes
      WHERE (SELECT is_mine FROM turn)
        AND id = ANY (ARRAY(SELECT id FROM badge_day_changes ORDER BY id LIMIT ${limit}))
      RETURNING organization_id, day, state, badges
    ), folded AS (
      INSERT INTO badge_day_counts AS kept (organization_id, day, state, badges)
      SELECT organization_id, day, state, sum(badges) FROM taken GROUP BY 1, 2, 3
      ON CONFLICT (organization_id, day, state) DO UPDATE SET badges = kept.badges + EXCLUDED.badges
    )
    SELECT count(*)::int AS folded FROM taken`;
  return rows[0]?.folded ?? 0;
}
