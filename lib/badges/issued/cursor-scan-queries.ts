import { db, queryTextRows } from "@/lib/kernel/db";
import { textColumns } from "@/lib/kernel/json-rows";
import { PLAN_EACH_TIME } from "@/lib/kernel/statement-names";
import { Prisma } from "@/prisma/generated/client";
import type { BulkTemplate } from "./bulk";
import { bulkFields, type BulkColumns, type BulkFormat } from "./bulk-members";

const { sql, raw } = Prisma;

/** Transactions of this service end sooner (lib/kernel/db.ts). Other programs create no badges. */
export const MAX_TRANSACTION_MS = 60_000;

/**
 * Returns when the oldest open transaction began, by the clock of the database, or now when there is none. Call it
 * before rows are read: any transaction that the later statement does not see began after this time.
 */
export async function findOldestTransactionStart(): Promise<Date> {
  const rows = await db().$queryRaw<{ oldest: Date }[]>`
    SELECT LEAST(clock_timestamp(), min(xact_start)) AS oldest FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND xact_start > clock_timestamp() - make_interval(secs => ${MAX_TRANSACTION_MS / 1000}::int)`;
  return rows[0]?.oldest ?? new Date(0);
}

const COLUMNS: Record<BulkFormat, Prisma.Sql> = {
  minimal: raw(textColumns("IssuedBadge", bulkFields("minimal"), "badge")),
  default: raw(textColumns("IssuedBadge", bulkFields("default"), "badge")),
};

/** Builds a statement for the next badges in order of creation, at most `take`. */
export const batchSql = (
  organizationId: string,
  where: Prisma.Sql,
  { at, id }: { at: Date; id: string },
  take: number,
  format: BulkFormat,
): Prisma.Sql => sql`${raw(PLAN_EACH_TIME)}
  SELECT ${COLUMNS[format]} FROM issued_badges AS badge
  WHERE ${where} AND (badge.created_at, badge.id) > (${at.toISOString()}::timestamptz, ${id}::uuid)
  ORDER BY badge.created_at, badge.id LIMIT ${take}`;

/** Finds the next badges in order of creation, at most `take`. */
export const findBadgesAfter = (...what: Parameters<typeof batchSql>): Promise<BulkColumns[]> =>
  queryTextRows(batchSql(...what));

/** A name and the version of its row, from PostgreSQL's `xmin`. Data cached by version never goes stale. */
export type VersionedName = { id: string; name: string; version: string };

const toVersionMap = (rows: (string | null)[][]): Map<string, VersionedName> =>
  new Map((rows as [string, string, string][]).map(([id, name, version]) => [id, { id, name, version }]));

/** Finds the templates of a batch, by id. The version changes with every change of the template or its owner. */
export const findTemplateVersions = async (ids: string[]): Promise<Map<string, VersionedName>> =>
  toVersionMap(
    await queryTextRows(sql`
      SELECT template.id, template.name, concat_ws(' ', template.id, template.xmin, owner.xmin)
      FROM badge_templates AS template JOIN organizations AS owner ON owner.id = template.organization_id
      WHERE template.id = ANY (${ids}::uuid[])`),
  );

/** Finds the organizations that issued the badges of a batch, by id. */
export const findIssuerVersions = async (ids: string[]): Promise<Map<string, VersionedName>> =>
  toVersionMap(
    await queryTextRows(
      sql`SELECT id, name, concat_ws(' ', id, xmin) FROM organizations WHERE id = ANY (${ids}::uuid[])`,
    ),
  );

/**
 * Finds templates with what the default format shows, by id. Read as one JSON text for speed: there can be thousands.
 */
export async function findBulkTemplates(ids: string[]): Promise<Map<string, BulkTemplate>> {
  if (ids.length === 0) return new Map();
  const [row] = await db().$queryRaw<{ templates: string }[]>`
    SELECT COALESCE(json_agg(used), '[]')::text AS templates FROM (
      SELECT template.id, template.name, template.organization_id, template.description,
        template.global_activity_url, template.state, template.public, template.vanity_slug, template.image_id,
        template.state_updated_at, template.created_at, template.updated_at, owner.name AS organization_name
      FROM badge_templates AS template JOIN organizations AS owner ON owner.id = template.organization_id
      WHERE template.id = ANY (${ids}::uuid[])
    ) AS used`;
  const templates = JSON.parse(row?.templates ?? "[]") as BulkTemplate[];
  return new Map(templates.map((template) => [template.id, template]));
}
