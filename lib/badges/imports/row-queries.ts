import { db } from "@/lib/kernel/db";
import { parseChoices } from "@/lib/kernel/list/filter-values";
import type { Filters } from "@/lib/kernel/list/filter";
import type { Page, PageRequest } from "@/lib/kernel/list/page";
import type { Direction, Sorts } from "@/lib/kernel/list/sort";
import { findSqlPage } from "@/lib/kernel/list/sql-list";
import { matchesColumnSql, matchesNameSql } from "@/lib/kernel/search-text";
import { Prisma } from "@/prisma/generated/client";
import type { CheckedRow, FileRow } from "./check";
import { ROW_STATUSES, type ImportProblem } from "./schema";
import { importRowSelect, sheetRowSelect, type ImportRowRecord, type SheetRowRecord } from "./serializer";

type ImportKey = { organizationId: string; id: string };

const { sql, raw } = Prisma;

/** Filters as SQL over `badge_import_rows AS row`. A query in double quotes is a whole name or address. */
export const importRowFilters: Filters<Prisma.Sql> = {
  query: (value) =>
    /^".*"$/s.test(value)
      ? sql`(${matchesNameSql(sql`row.recipient_email`, value)} OR ${matchesNameSql(sql`row.recipient_name`, value)})`
      : matchesColumnSql(sql`concat_ws(' ', row.recipient_name, row.recipient_email)`, value),
  status: (value) =>
    sql`row.status = ANY (${parseChoices("status", ROW_STATUSES, value)}::badge_import_row_status[])`,
};

export const importRowSorts: Sorts<Prisma.Sql> = {
  number: (direction: Direction) => raw(`row.number ${direction}`),
};

export const inFileOrder = [sql`row.number`];

const inImport = ({ organizationId, id }: ImportKey) => ({ organizationId, badgeImportId: id });

export const findRowPage = (
  importKey: ImportKey,
  criteria: Prisma.Sql[],
  order: Prisma.Sql[],
  page: PageRequest,
): Promise<Page<ImportRowRecord>> =>
  findSqlPage(
    {
      from: sql`badge_import_rows AS row`,
      id: sql`row.number`,
      where: [
        sql`row.organization_id = ${importKey.organizationId}::uuid AND row.badge_import_id = ${importKey.id}::uuid`,
        ...criteria,
      ],
      order,
    },
    { page, isCapped: false },
    {
      load: (numbers: number[]) =>
        db().badgeImportRow.findMany({
          where: { ...inImport(importKey), number: { in: numbers } },
          select: importRowSelect,
        }),
      idOf: ({ number }) => number,
    },
  );

/** Reads the rows of a file in their order. */
export const findFileRows = (importKey: ImportKey): Promise<FileRow[]> =>
  db().badgeImportRow.findMany({
    where: inImport(importKey),
    select: { number: true, cells: true, isRagged: true },
    orderBy: { number: "asc" },
  });

/** Reads a row of a file by its number, with the result of the check; null if there is none. */
export const findFileRow = (importKey: ImportKey, number: number): Promise<SheetRowRecord | null> =>
  db().badgeImportRow.findFirst({
    where: { ...inImport(importKey), number },
    select: sheetRowSelect,
  });

/** Reads the rows of a file in their order, with the results of the check. */
export const findSheetRows = (importKey: ImportKey): Promise<SheetRowRecord[]> =>
  db().badgeImportRow.findMany({
    where: inImport(importKey),
    select: sheetRowSelect,
    orderBy: { number: "asc" },
  });

export const deleteRows = (importKey: ImportKey, numbers: number[]) =>
  db().badgeImportRow.deleteMany({ where: { ...inImport(importKey), number: { in: numbers } } });

/** Reads the rows with their results, and the columns that the link to the badge needs. */
export const findResultRows = (importKey: ImportKey) =>
  db().badgeImportRow.findMany({
    where: inImport(importKey),
    select: {
      number: true,
      cells: true,
      status: true,
      problems: true,
      badge: { select: { id: true, state: true, addressCorrectedAt: true } },
    },
    orderBy: { number: "asc" },
    relationLoadStrategy: "join",
  });

/** Reads the next rows to issue, at most `limit`. */
export const findRowsToIssue = (
  importKey: ImportKey,
  limit: number,
): Promise<{ number: number; cells: string[] }[]> =>
  db().badgeImportRow.findMany({
    where: { ...inImport(importKey), status: { in: ["ok", "warning"] } },
    select: { number: true, cells: true },
    orderBy: { number: "asc" },
    take: limit,
  });

/** Rows per statement, which bounds the size of its parameter. */
const ROWS_PER_STATEMENT = 1_000;

function* splitIntoBatches<Item>(items: Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += ROWS_PER_STATEMENT)
    yield items.slice(from, from + ROWS_PER_STATEMENT);
}

const serializeCheck = ({ number, status, recipientEmail, recipientName, problems }: CheckedRow) => ({
  number,
  status,
  recipient_email: recipientEmail,
  recipient_name: recipientName,
  problems,
});

/** Inserts rows with the results of their check. */
export async function insertRows({ organizationId, id }: ImportKey, rows: CheckedRow[]): Promise<void> {
  for (const batch of splitIntoBatches(rows)) {
    const values = batch.map((row) => ({
      ...serializeCheck(row),
      cells: row.cells,
      is_ragged: row.isRagged,
    }));
    await db().$executeRaw`
      INSERT INTO badge_import_rows (organization_id, badge_import_id, number, cells, is_ragged, status,
        recipient_email, recipient_name, problems)
      SELECT ${organizationId}::uuid, ${id}::uuid, number, cells, is_ragged, status, recipient_email, recipient_name,
        problems
      FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS row(number int, cells text[], is_ragged boolean,
        status badge_import_row_status, recipient_email text, recipient_name text, problems jsonb)`;
  }
}

/** Saves the results of another check of the rows. */
export async function saveRowChecks({ organizationId, id }: ImportKey, rows: CheckedRow[]): Promise<void> {
  for (const batch of splitIntoBatches(rows)) {
    await db().$executeRaw`
      UPDATE badge_import_rows AS written SET status = row.status, recipient_email = row.recipient_email,
        recipient_name = row.recipient_name, problems = row.problems
      FROM jsonb_to_recordset(${JSON.stringify(batch.map(serializeCheck))}::jsonb) AS row(number int,
        status badge_import_row_status, recipient_email text, recipient_name text, problems jsonb)
      WHERE written.organization_id = ${organizationId}::uuid AND written.badge_import_id = ${id}::uuid
        AND written.number = row.number`;
  }
}

/** The result of issuing a row. Null problems leave those of the check unchanged. */
export type RowResult = {
  number: number;
  status: "issued" | "failed";
  badge_id: string | null;
  problems: ImportProblem[] | null;
};

/** Saves the results of rows, each at most once. */
export const saveRowResults = ({ organizationId, id }: ImportKey, results: RowResult[]): Promise<number> =>
  db().$executeRaw`
    UPDATE badge_import_rows AS written SET status = row.status, badge_id = row.badge_id,
      problems = COALESCE(NULLIF(row.problems, 'null'::jsonb), written.problems)
    FROM jsonb_to_recordset(${JSON.stringify(results)}::jsonb) AS row(number int, status badge_import_row_status,
      badge_id uuid, problems jsonb)
    WHERE written.organization_id = ${organizationId}::uuid AND written.badge_import_id = ${id}::uuid
      AND written.number = row.number AND written.status IN ('ok', 'warning')`;
