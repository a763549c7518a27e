import { db, readTexts } from "@/lib/kernel/db";
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

// The order of the columns of lib/issued-badges/bulk.ts.
const MINIMAL = raw(`badge.id, badge.created_at AT TIME ZONE 'UTC', badge.badge_template_id, issued_to,
  issued_to_first_name, issued_to_middle_name, issued_to_last_name, issuer_earner_id, locale, public::text,
  recipient_email, state, updated_at AT TIME ZONE 'UTC', expires_at AT TIME ZONE 'UTC', issued_at AT TIME ZONE 'UTC',
  state_updated_at AT TIME ZONE 'UTC', user_id`);
const MORE =
  raw(`, replacement_badge_id, revocation_reason, suppress_badge_notification_email::text, issued_at_date,
  expires_at_date, display_issuer_as`);

/** One statement for the next badges in the order of creation, at most `take`. */
export const stretchSql = (
  organizationId: string,
  where: Prisma.Sql,
  { at, id }: { at: Date; id: string },
  take: number,
  format: BulkFormat,
): Prisma.Sql => sql`${raw(PLANNED_ANEW)}
  SELECT ${MINIMAL} ${format === "default" ? MORE : empty} FROM issued_badges AS badge
  WHERE ${where} AND (badge.created_at, badge.id) > (${at.toISOString()}::timestamptz, ${id}::uuid)
  ORDER BY badge.created_at, badge.id LIMIT ${take}`;

/** The next badges in the order of creation, at most `take`. */
export const findBadgesAfter = async (...what: Parameters<typeof stretchSql>): Promise<BulkColumns[]> =>
  (await readTexts(stretchSql(...what))) as BulkColumns[];

/** A template as it stands: another version whenever it, its owner or the issuing organization was changed. */
export type TemplateVersion = { id: string; name: string; version: string };

/** The templates of a stretch. The versions are those of the rows themselves, which PostgreSQL keeps (`xmin`). */
export async function findVersions(organizationId: string, ids: string[]): Promise<TemplateVersion[]> {
  const rows = await readTexts(sql`
    SELECT template.id, template.name, concat_ws(' ', template.id, template.xmin, owner.xmin, issuing.id, issuing.xmin)
    FROM badge_templates AS template
    JOIN organizations AS owner ON owner.id = template.organization_id
    JOIN organizations AS issuing ON issuing.id = ${organizationId}::uuid
    WHERE template.id = ANY (${ids}::uuid[])`);
  return (rows as [string, string, string][]).map(([id, name, version]) => ({ id, name, version }));
}

/** Templates with what the default format shows of them, and the name of the organization that walks. */
export async function findBulkTemplates(
  organizationId: string,
  ids: string[],
): Promise<{ organization: string; templates: BulkTemplate[] }> {
  const none = { organization: "", templates: "[]" };
  if (ids.length === 0) return { ...none, templates: [] };
  // As one JSON text: they too come by the thousand.
  const [row] = await db().$queryRaw<(typeof none)[]>`
    SELECT name AS organization, (SELECT COALESCE(json_agg(used), '[]')::text FROM (
        SELECT template.id, template.name, template.organization_id, template.description,
          template.global_activity_url, template.state, template.public, template.vanity_slug, template.image_id,
          template.state_updated_at, template.created_at, template.updated_at, owner.name AS organization_name
        FROM badge_templates AS template JOIN organizations AS owner ON owner.id = template.organization_id
        WHERE template.id = ANY (${ids}::uuid[])
      ) AS used) AS templates
    FROM organizations WHERE id = ${organizationId}::uuid`;
  const { organization, templates } = row ?? none;
  return { organization, templates: JSON.parse(templates) as BulkTemplate[] };
}
