import { db } from "@/lib/kernel/db";
import type { PendingCount } from "./counter";

/**
 * Adds these counts to the stored ones in one statement. A badge stands for its template and the organization that issued
 * it; counts of badges and templates that do not exist are dropped. Rows are written in the order of their key, so that
 * two processes that write the same rows do not deadlock.
 */
export async function addEngagementCounts(counts: PendingCount[]): Promise<void> {
  await db().$executeRaw`
    WITH counted AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
        AS item("badgeId" uuid, "templateId" uuid, day date, kind engagement_kind, channel text, count int)
    ), known AS (
      SELECT badge.organization_id, badge.badge_template_id, day, kind, channel, count
      FROM counted JOIN issued_badges AS badge ON badge.id = counted."badgeId" AND badge.deleted_at IS NULL
      UNION ALL
      SELECT template.organization_id, template.id, day, kind, channel, count
      FROM counted JOIN badge_templates AS template
        ON template.id = counted."templateId" AND template.deleted_at IS NULL
    )
    INSERT INTO engagement_counts AS stored (organization_id, badge_template_id, day, kind, channel, count)
    SELECT organization_id, badge_template_id, day, kind, channel, sum(count)::int FROM known
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (organization_id, badge_template_id, day, kind, channel)
      DO UPDATE SET count = stored.count + EXCLUDED.count`;
}
