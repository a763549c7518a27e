import { db } from "@/lib/kernel/db";
import { PLANNED_ANEW } from "@/lib/kernel/statement-names";
import { Prisma } from "@/prisma/generated/client";
import type { BulkColumns, BulkFormat, BulkTemplate } from "./bulk";

const { sql, raw, empty } = Prisma;

/** Transactions of this service end sooner (lib/kernel/db.ts); others make no badges. */
export const LONGEST_TRANSACTION_MS = 60_000;

/**
 * When the oldest open transaction began, by the clock of the database; now when there is none. To be asked before rows
 * are read: what that later statement does not see was begun no earlier than this.
 */
export async function findOldestOpen(): Promise<Date> {
  const rows = await db().$queryRaw<{ oldest: Date }[]>`
    SELECT LEAST(clock_timestamp(), min(xact_start)) AS oldest FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND xact_start > clock_timestamp() - make_interval(secs => ${LONGEST_TRANSACTION_MS / 1000}::int)`;
  return rows[0]?.oldest ?? new Date(0);
}

const MINIMAL = raw(`badge.id, issued_to, issued_to_first_name, issued_to_middle_name, issued_to_last_name,
  issuer_earner_id, locale, public, recipient_email, state, updated_at, created_at, expires_at, issued_at,
  state_updated_at, badge_template_id, user_id`);
const MORE =
  raw(`, replacement_badge_id, revocation_reason, suppress_badge_notification_email, issued_at_date,
  expires_at_date, display_issuer_as`);
const TEMPLATE =
  raw(`, template.organization_id, template.description, template.global_activity_url, template.state,
  template.public, template.vanity_slug, template.image_id, template.state_updated_at, template.created_at,
  template.updated_at`);

export type Found = { organization: string; badges: BulkColumns[]; templates: BulkTemplate[] };

/** One statement for the next badges and their templates, each once, as JSON texts. */
export function stretchSql(
  organizationId: string,
  where: Prisma.Sql,
  { at, id }: { at: Date; id: string },
  take: number,
  format: BulkFormat,
): Prisma.Sql {
  const isWhole = format === "default";
  return sql`${raw(PLANNED_ANEW)}
    WITH found AS MATERIALIZED (
      SELECT ${MINIMAL} ${isWhole ? MORE : empty} FROM issued_badges AS badge
      WHERE ${where} AND (badge.created_at, badge.id) > (${at.toISOString()}::timestamptz, ${id}::uuid)
      ORDER BY badge.created_at, badge.id LIMIT ${take}
    ), used AS (
      SELECT template.id, template.name ${isWhole ? TEMPLATE : empty} FROM badge_templates AS template
      JOIN organizations AS owner ON owner.id = template.organization_id
      WHERE template.id IN (SELECT badge_template_id FROM found)
    )
    SELECT name AS organization, (SELECT COALESCE(json_agg(found), '[]')::text FROM found) AS badges,
      (SELECT COALESCE(json_agg(used), '[]')::text FROM used) AS templates
    FROM organizations WHERE id = ${organizationId}::uuid`;
}

/**
 * The next badges in the order of creation, at most `take`, and their templates. They come as JSON texts: reading those
 * costs a fraction of what reading columns one by one does.
 */
export async function findBadgesAfter(...what: Parameters<typeof stretchSql>): Promise<Found> {
  const rows = await db().$queryRaw<Record<keyof Found, string>[]>(stretchSql(...what));
  const [row] = rows;
  if (!row) return { organization: "", badges: [], templates: [] };
  return {
    organization: row.organization,
    badges: JSON.parse(row.badges) as BulkColumns[],
    templates: JSON.parse(row.templates) as BulkTemplate[],
  };
}
