import { validityBound } from "@/lib/badges/issued/choices";
import { queryJson } from "@/lib/kernel/db";
import { Prisma } from "@/prisma/generated/client";

const { sql } = Prisma;

export type HolderFigures = {
  /** Badges that are accepted and valid now. */
  holders: number;
  /** Half of the accepted badges were accepted within this many seconds after they were created. Null without any. */
  median_seconds_to_accept: number | null;
};

/**
 * Counts who holds the badges that an organization issued from a template, and how fast those that were issued from
 * one day to another (both included) were accepted. One statement.
 */
export async function countHolders(
  organizationId: string,
  templateId: string,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<HolderFigures> {
  const bound = validityBound(now);
  const ofTemplate = sql`
    FROM issued_badges WHERE organization_id = ${organizationId}::uuid AND badge_template_id = ${templateId}::uuid
      AND deleted_at IS NULL`;
  const figures = await queryJson<HolderFigures>(sql`
    SELECT json_build_object(
      'holders', (SELECT count(*) ${ofTemplate} AND state = 'accepted'
        AND issued_at < ${bound} AND (expires_at IS NULL OR expires_at >= ${bound})),
      'median_seconds_to_accept', (
        SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM accepted_at - created_at))
        ${ofTemplate} AND accepted_at IS NOT NULL AND issued_at_date BETWEEN ${from}::date AND ${to}::date)
    )`);
  return figures ?? { holders: 0, median_seconds_to_accept: null };
}
