import { Prisma } from "@/prisma/generated/client";

/** The most rows that the count of one template has. */
const SLOTS = 16;

/** Slots of existing rows that no other transaction is changing. */
const freeSlotSql = Prisma.sql`
  SELECT slot FROM badge_template_issue_counts AS existing WHERE existing.badge_template_id = added.badge_template_id
  ORDER BY slot LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`;

/** Slots without a row. Connections begin at different slots, because they do not see each other's new rows. */
const unusedSlotSql = Prisma.sql`
  SELECT slot FROM generate_series(0, ${SLOTS - 1}::int) AS series (slot) WHERE NOT EXISTS (
    SELECT FROM badge_template_issue_counts AS existing
    WHERE existing.badge_template_id = added.badge_template_id AND existing.slot = series.slot)
  ORDER BY (slot + pg_backend_pid()) % ${SLOTS} LIMIT 1`;

/**
 * Returns the common table expressions `added` and `counted`, which add the rows (template, number) of the query
 * `changes` to the counts of issued badges. Each template's number is added to a row that no other transaction is
 * changing, or to a new one, so that issuing from a template does not wait for others who do the same. Templates are
 * counted in the order of their ids, so that statements with several templates cannot deadlock (decision 0091).
 */
export const countIssuedCte = (changes: Prisma.Sql): Prisma.Sql => Prisma.sql`
  added (badge_template_id, number) AS MATERIALIZED (${changes} ORDER BY 1), counted AS (
    INSERT INTO badge_template_issue_counts AS total (badge_template_id, slot, issued)
    SELECT badge_template_id, COALESCE((${freeSlotSql}), (${unusedSlotSql}), pg_backend_pid() % ${SLOTS}), number
    FROM added
    ON CONFLICT (badge_template_id, slot) DO UPDATE SET issued = total.issued + EXCLUDED.issued
  )`;
