import { db } from "@/lib/kernel/db";
import { containsAddressSql, mayContainAddressSql } from "@/lib/kernel/text-matches";
import { Prisma } from "@/prisma/generated/client";
import type { Subject } from "./schema";
import { isOwnAddress } from "./step-queries";

const { sql } = Prisma;

/** The columns of an import without sample values. */
const WITHOUT_SAMPLES = sql`(
  SELECT COALESCE(jsonb_agg(jsonb_set(item, '{samples}', '[]')), '[]') FROM jsonb_array_elements(columns) AS item)`;

/** A row of an import, by its key. */
type RowKey = { importId: string; number: number };

/** Whether the import was created before a time. A value instead of IN, for which PostgreSQL would read all imports. */
const isOfImportBefore = ({ before }: Subject): Prisma.Sql =>
  sql`(SELECT created_at FROM badge_imports WHERE id = badge_import_id) < ${before}`;

const isRecipient = (subject: Subject): Prisma.Sql =>
  sql`recipient_email <> '' AND ${isOwnAddress("lower(recipient_email)", subject)}`;

// Rows that were issued are erased with their badges.
const waitingRowsSql = (subject: Subject): Prisma.Sql =>
  sql`${isRecipient(subject)} AND badge_id IS NULL AND ${isOfImportBefore(subject)}`;

const ROW_COLUMNS = sql`cells, recipient_email, recipient_name, problems`;
/** Everything of a row that can name somebody, as one text in small letters. */
const ROW_TEXT = sql`badge_import_row_text(${ROW_COLUMNS})`;

/** Chooses rows in which an address of the person stands. Two indexes find them: by the recipient, and by all other texts. */
const namingRowsSql = (subject: Subject): Prisma.Sql => sql`(
    (${isRecipient(subject)})
    OR (has_other_address(${ROW_COLUMNS}) AND ${mayContainAddressSql(ROW_TEXT, subject.addresses)}
      AND ${containsAddressSql(ROW_TEXT, subject.addresses)})
  ) AND ${isOfImportBefore(subject)}`;

async function countRows(condition: Prisma.Sql): Promise<number> {
  const rows = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM badge_import_rows WHERE ${condition}`;
  return rows[0]?.count ?? 0;
}

export const countImportRows = (subject: Subject): Promise<number> => countRows(waitingRowsSql(subject));

/** Counts the rows about other recipients that name an address of the person somewhere. */
export const countImportCells = (subject: Subject): Promise<number> => countRows(namingRowsSql(subject));

/** Finds up to `limit` rows, and locks their imports in the order of ids, as a run locks its import. */
async function lockRows(condition: Prisma.Sql, limit: number): Promise<RowKey[]> {
  const keys = await db().$queryRaw<RowKey[]>`
    SELECT badge_import_id AS "importId", number FROM badge_import_rows WHERE ${condition} LIMIT ${limit}::integer`;
  await db().$queryRaw`
    SELECT count(*)::int FROM (
      SELECT id FROM badge_imports WHERE id = ANY (${[...new Set(keys.map(({ importId }) => importId))]}::uuid[])
      ORDER BY id FOR NO KEY UPDATE) AS locked`;
  return keys;
}

const isOneOf = (keys: RowKey[]): Prisma.Sql => sql`(badge_import_id, number) IN (
  SELECT * FROM unnest(${keys.map(({ importId }) => importId)}::uuid[], ${keys.map(({ number }) => number)}::integer[]))`;

/**
 * Erases up to `limit` rows of imports from which no badge was issued. Those that an import would still issue count as wrong
 * rows from then on. Returns how many rows it found.
 */
export async function eraseImportRows(subject: Subject, limit: number): Promise<number> {
  const keys = await lockRows(waitingRowsSql(subject), limit);
  // A row may have changed before its import was locked.
  const condition = sql`${isOneOf(keys)} AND ${waitingRowsSql(subject)}`;
  await db().$executeRaw`
    WITH before AS (
      SELECT badge_import_id, number, status FROM badge_import_rows WHERE ${condition}
    ), erased AS (
      UPDATE badge_import_rows AS row SET cells = '{}', recipient_email = '', recipient_name = '', problems = '[]',
        status = CASE WHEN row.status IN ('ok', 'warning') THEN 'error' ELSE row.status END
      FROM before WHERE row.badge_import_id = before.badge_import_id AND row.number = before.number
    ), totals AS (
      SELECT badge_import_id, count(*) FILTER (WHERE status = 'ok')::int AS ok,
        count(*) FILTER (WHERE status = 'warning')::int AS warning
      FROM before GROUP BY badge_import_id
    )
    UPDATE badge_imports SET ok_count = ok_count - ok, warning_count = warning_count - warning,
      error_count = error_count + ok + warning, columns = ${WITHOUT_SAMPLES}
    FROM totals WHERE id = totals.badge_import_id`;
  return keys.length;
}

/**
 * Empties what names an address of the person in up to `limit` rows about other recipients: cells, the recipient and problems.
 * Returns how many rows it found.
 */
export async function eraseImportCells(subject: Subject, limit: number): Promise<number> {
  const names = (text: Prisma.Sql): Prisma.Sql => containsAddressSql(text, subject.addresses);
  const keys = await lockRows(namingRowsSql(subject), limit);
  await db().$executeRaw`
    WITH erased AS (
      UPDATE badge_import_rows SET cells = ARRAY(
          SELECT CASE WHEN ${names(sql`one.cell`)} THEN '' ELSE one.cell END
          FROM unnest(cells) WITH ORDINALITY AS one(cell, place) ORDER BY one.place),
        recipient_name = CASE WHEN ${names(sql`recipient_email`)} OR ${names(sql`recipient_name`)} THEN ''
          ELSE recipient_name END,
        recipient_email = CASE WHEN ${names(sql`recipient_email`)} THEN '' ELSE recipient_email END,
        problems = CASE WHEN ${names(sql`problems::text`)} THEN '[]' ELSE problems END
      WHERE ${isOneOf(keys)} AND ${namingRowsSql(subject)} RETURNING badge_import_id
    )
    UPDATE badge_imports SET columns = ${WITHOUT_SAMPLES} WHERE id IN (SELECT badge_import_id FROM erased)`;
  return keys.length;
}
