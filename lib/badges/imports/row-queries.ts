import { db } from "@/lib/kernel/db";
import { parseChoices } from "@/lib/kernel/list/filter-values";
import { textMatch, type Filters } from "@/lib/kernel/list/filter";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Direction, Sorts } from "@/lib/kernel/list/sort";
import type { Prisma } from "@/prisma/generated/client";
import type { CheckedRow, FileRow } from "./check";
import { ROW_STATUSES, type ImportProblem } from "./schema";
import { importRowSelect, sheetRowSelect, type ImportRowRecord, type SheetRowRecord } from "./serializer";

type Where = Prisma.BadgeImportRowWhereInput;
type Order = Prisma.BadgeImportRowOrderByWithRelationInput;
type ImportKey = { organizationId: string; id: string };

export const importRowFilters: Filters<Where> = {
  query: (value) => {
    const match = textMatch(value);
    return { OR: [{ recipientEmail: match }, { recipientName: match }] };
  },
  status: (value) => ({ status: { in: parseChoices("status", ROW_STATUSES, value) } }),
};

export const importRowSorts: Sorts<Order> = { number: (direction: Direction) => ({ number: direction }) };

const inImport = ({ organizationId, id }: ImportKey): Where => ({ organizationId, badgeImportId: id });

export const findRowPage = (
  importKey: ImportKey,
  criteria: Where[],
  order: Order[],
  page: PageRequest,
): Promise<Page<ImportRowRecord>> => {
  const where = { ...inImport(importKey), AND: criteria };
  return loadPage(
    page,
    db().badgeImportRow.findMany({ where, select: importRowSelect, orderBy: order, ...toSkipTake(page) }),
    db().badgeImportRow.count({ where }),
  );
};

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
