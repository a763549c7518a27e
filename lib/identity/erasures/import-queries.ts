import { db } from "@/lib/kernel/db";
import { containsAddressSql } from "@/lib/kernel/text-matches";
import { Prisma } from "@/prisma/generated/client";
import type { Subject } from "./schema";
import { isOwnAddress } from "./step-queries";

const { sql } = Prisma;

/** The columns of an import without sample values. */
const WITHOUT_SAMPLES = sql`(
  SELECT COALESCE(jsonb_agg(jsonb_set(item, '{samples}', '[]')), '[]') FROM jsonb_array_elements(columns) AS item)`;

/** Locks the imports of these rows, in the order of their ids. */
const lockImports = (rows: Prisma.Sql) => db().$queryRaw`
  SELECT count(*)::int FROM (SELECT id FROM badge_imports WHERE id IN (
    SELECT badge_import_id FROM badge_import_rows WHERE ${rows}
  ) ORDER BY id FOR NO KEY UPDATE) AS locked`;

async function countRows(condition: Prisma.Sql): Promise<number> {
  const rows = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM badge_import_rows WHERE ${condition}`;
  return rows[0]?.count ?? 0;
}

// Rows that were issued are erased with their badges.
const waitingRowsSql = (subject: Subject): Prisma.Sql =>
  sql`recipient_email <> '' AND ${isOwnAddress("lower(recipient_email)", subject)} AND badge_id IS NULL
    AND badge_import_id IN (SELECT id FROM badge_imports WHERE created_at < ${subject.before})`;

export const countImportRows = (subject: Subject): Promise<number> => countRows(waitingRowsSql(subject));

/**
 * Erases the rows of imports from which no badge was issued. Those that an import would still issue count as wrong rows from
 * then on. The imports are locked first, as by a run. Returns how many.
 */
export async function eraseImportRows(subject: Subject): Promise<number> {
  await lockImports(waitingRowsSql(subject));
  const rows = await db().$queryRaw<{ count: number }[]>`
    WITH before AS (
      SELECT badge_import_id, number, status FROM badge_import_rows WHERE ${waitingRowsSql(subject)}
    ), erased AS (
      UPDATE badge_import_rows AS row SET cells = '{}', recipient_email = '', recipient_name = '', problems = '[]',
        status = CASE WHEN row.status IN ('ok', 'warning') THEN 'error' ELSE row.status END
      FROM before WHERE row.badge_import_id = before.badge_import_id AND row.number = before.number
    ), totals AS (
      SELECT badge_import_id, count(*) FILTER (WHERE status = 'ok')::int AS ok,
        count(*) FILTER (WHERE status = 'warning')::int AS warning
      FROM before GROUP BY badge_import_id
    ), imports AS (
      UPDATE badge_imports SET ok_count = ok_count - ok, warning_count = warning_count - warning,
        error_count = error_count + ok + warning, columns = ${WITHOUT_SAMPLES}
      FROM totals WHERE id = totals.badge_import_id
    )
    SELECT count(*)::int AS count FROM before`;
  return rows[0]?.count ?? 0;
}

/** Everything of a row that can name somebody, as one text. */
const ROW_TEXT = sql`concat_ws(E'\\n', array_to_string(cells, E'\\n'), recipient_email, recipient_name, problems::text)`;

const otherRowsSql = ({ addresses, before }: Subject): Prisma.Sql =>
  sql`${containsAddressSql(ROW_TEXT, addresses)}
    AND badge_import_id IN (SELECT id FROM badge_imports WHERE created_at < ${before})`;

/** Counts the rows about other recipients that name an address of the person somewhere. Reads the whole table. */
export const countImportCells = (subject: Subject): Promise<number> => countRows(otherRowsSql(subject));

/** A row of an import, by the key in whose order all rows are read. */
type RowKey = { importId: string; number: number };

const FIRST_ROW: RowKey = { importId: "00000000-0000-0000-0000-000000000000", number: 0 };

const encodeRowKey = ({ importId, number }: RowKey): string => `${importId}/${number}`;

function decodeRowKey(position: string): RowKey {
  const [importId = "", number] = position.split("/");
  return { importId, number: Number(number) };
}

/** Finds the row that is so many rows after another; null when fewer are left. */
async function findRowAfter({ importId, number }: RowKey, count: number): Promise<RowKey | null> {
  const rows = await db().$queryRaw<RowKey[]>`
    SELECT badge_import_id AS "importId", number FROM badge_import_rows
    WHERE (badge_import_id, number) > (${importId}::uuid, ${number}::integer)
    ORDER BY badge_import_id, number OFFSET ${count - 1}::integer LIMIT 1`;
  return rows[0] ?? null;
}

function isInRange(after: RowKey, until: RowKey | null): Prisma.Sql {
  const key = sql`(badge_import_id, number)`;
  const start = sql`${key} > (${after.importId}::uuid, ${after.number}::integer)`;
  return until ? sql`${start} AND ${key} <= (${until.importId}::uuid, ${until.number}::integer)` : start;
}

/**
 * Empties what names an address of the person in rows about other recipients, among the next `limit` rows of all imports in
 * the order of their key. Returns how many rows it changed, and where the next batch continues; null at the end.
 */
export async function eraseImportCells(
  subject: Subject,
  position: string | null,
  limit: number,
): Promise<{ erased: number; position: string | null }> {
  const after = position === null ? FIRST_ROW : decodeRowKey(position);
  const until = await findRowAfter(after, limit);
  const erased = await eraseCells(subject, sql`${isInRange(after, until)} AND ${otherRowsSql(subject)}`);
  return { erased, position: until && encodeRowKey(until) };
}

/** Empties cells, recipient and problems of these rows. The imports are locked first, as by a run. Returns how many rows. */
async function eraseCells(subject: Subject, condition: Prisma.Sql): Promise<number> {
  const names = (text: Prisma.Sql): Prisma.Sql => containsAddressSql(text, subject.addresses);
  await lockImports(condition);
  const rows = await db().$queryRaw<{ count: number }[]>`
    WITH erased AS (
      UPDATE badge_import_rows SET cells = ARRAY(
          SELECT CASE WHEN ${names(sql`one.cell`)} THEN '' ELSE one.cell END
          FROM unnest(cells) WITH ORDINALITY AS one(cell, place) ORDER BY one.place),
        recipient_name = CASE WHEN ${names(sql`recipient_email`)} OR ${names(sql`recipient_name`)} THEN ''
          ELSE recipient_name END,
        recipient_email = CASE WHEN ${names(sql`recipient_email`)} THEN '' ELSE recipient_email END,
        problems = CASE WHEN ${names(sql`problems::text`)} THEN '[]' ELSE problems END
      WHERE ${condition} RETURNING badge_import_id
    ), imports AS (
      UPDATE badge_imports SET columns = ${WITHOUT_SAMPLES}
      WHERE id IN (SELECT badge_import_id FROM erased)
    )
    SELECT count(*)::int AS count FROM erased`;
  return rows[0]?.count ?? 0;
}
