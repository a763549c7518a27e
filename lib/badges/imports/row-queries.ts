import { db } from "@/lib/kernel/db";
import { parseChoices } from "@/lib/kernel/list/criteria";
import { textMatch, type Filters } from "@/lib/kernel/list/filter";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Direction, Sorts } from "@/lib/kernel/list/sort";
import type { Prisma } from "@/prisma/generated/client";
import type { CheckedRow, FileRow } from "./check";
import { ROW_STATUSES, type ImportProblem } from "./schema";
import { rowSelect, type RowRow } from "./serializer";

type Where = Prisma.BadgeImportRowWhereInput;
type Order = Prisma.BadgeImportRowOrderByWithRelationInput;
type Place = { organizationId: string; id: string };

export const rowFilters: Filters<Where> = {
  query: (value) => {
    const match = textMatch(value);
    return { OR: [{ recipientEmail: match }, { recipientName: match }] };
  },
  status: (value) => ({ status: { in: parseChoices("status", ROW_STATUSES, value) } }),
};

export const rowSorts: Sorts<Order> = { number: (direction: Direction) => ({ number: direction }) };

const within = ({ organizationId, id }: Place): Where => ({ organizationId, badgeImportId: id });

export const findRowPage = (
  place: Place,
  criteria: Where[],
  order: Order[],
  page: PageRequest,
): Promise<Page<RowRow>> => {
  const where = { ...within(place), AND: criteria };
  return loadPage(
    page,
    db().badgeImportRow.findMany({ where, select: rowSelect, orderBy: order, ...toSkipTake(page) }),
    db().badgeImportRow.count({ where }),
  );
};

/** Reads the rows of a file in their order. */
export const findFileRows = (place: Place): Promise<FileRow[]> =>
  db().badgeImportRow.findMany({
    where: within(place),
    select: { number: true, cells: true, isRagged: true },
    orderBy: { number: "asc" },
  });

/** Reads the rows with their results, and the columns that the link to the badge needs. */
export const findResultRows = (place: Place) =>
  db().badgeImportRow.findMany({
    where: within(place),
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
export const findWaitingRows = (
  place: Place,
  limit: number,
): Promise<{ number: number; cells: string[] }[]> =>
  db().badgeImportRow.findMany({
    where: { ...within(place), status: { in: ["ok", "warning"] } },
    select: { number: true, cells: true },
    orderBy: { number: "asc" },
    take: limit,
  });

/** Rows per statement, which bounds the size of its parameter. */
const AT_ONCE = 1_000;

function* inParts<Item>(items: Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += AT_ONCE) yield items.slice(from, from + AT_ONCE);
}

const checkedValues = ({ number, status, recipientEmail, recipientName, problems }: CheckedRow) => ({
  number,
  status,
  recipient_email: recipientEmail,
  recipient_name: recipientName,
  problems,
});

/** Inserts the rows of a new import. */
export async function insertRows({ organizationId, id }: Place, rows: CheckedRow[]): Promise<void> {
  for (const part of inParts(rows)) {
    const values = part.map((row) => ({
      ...checkedValues(row),
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
export async function saveChecks({ organizationId, id }: Place, rows: CheckedRow[]): Promise<void> {
  for (const part of inParts(rows)) {
    await db().$executeRaw`
      UPDATE badge_import_rows AS written SET status = row.status, recipient_email = row.recipient_email,
        recipient_name = row.recipient_name, problems = row.problems
      FROM jsonb_to_recordset(${JSON.stringify(part.map(checkedValues))}::jsonb) AS row(number int,
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
export const saveResults = ({ organizationId, id }: Place, results: RowResult[]): Promise<number> =>
  db().$executeRaw`
    UPDATE badge_import_rows AS written SET status = row.status, badge_id = row.badge_id,
      problems = COALESCE(NULLIF(row.problems, 'null'::jsonb), written.problems)
    FROM jsonb_to_recordset(${JSON.stringify(results)}::jsonb) AS row(number int, status badge_import_row_status,
      badge_id uuid, problems jsonb)
    WHERE written.organization_id = ${organizationId}::uuid AND written.badge_import_id = ${id}::uuid
      AND written.number = row.number AND written.status IN ('ok', 'warning')`;
