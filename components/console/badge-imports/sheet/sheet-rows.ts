import { FIELD_LABELS, MAX_ROWS, columnName, type ImportFieldName } from "@/lib/badges/imports/choices";
import type { BadgeImport, BadgeImportSheet } from "@/lib/badges/imports/schema";

/** A row. It is unchecked from an edit until the server has stored it. */
export type SheetRow = BadgeImportSheet["rows"][number] & { isUnchecked?: boolean };
export type RowContent = Pick<SheetRow, "cells" | "is_ragged">;

/** A change of a row. Null before it was added, and after it is deleted. */
export type Edit = { number: number; before: RowContent | null; after: RowContent | null };

/** The rows in their order, and the edits that can be undone and redone, the latest last. */
export type SheetState = { rows: SheetRow[]; undo: Edit[][]; redo: Edit[][] };

/** A cell. The column after the last one of the file is that of the status. */
export type CellPlace = { number: number; column: number };

export const reverseEdits = (edits: Edit[]): Edit[] =>
  edits.map(({ number, before, after }) => ({ number, before: after, after: before }));

/** Applies edits. The status of a row stays as it was until the server has checked it. */
export function applyEdits(rows: SheetRow[], edits: Edit[]): SheetRow[] {
  const after = new Map(edits.map((edit) => [edit.number, edit.after]));
  const changed = rows.flatMap((row): SheetRow[] => {
    const content = after.get(row.number);
    if (content === undefined) return [row];
    after.delete(row.number);
    return content === null ? [] : [{ ...row, ...content, isUnchecked: true }];
  });
  const added = [...after].flatMap(([number, content]): SheetRow[] =>
    content === null ? [] : [{ number, ...content, status: "ok", problems: [], isUnchecked: true }],
  );
  if (added.length === 0) return changed;
  return [...changed, ...added].toSorted((one, other) => one.number - other.number);
}

/** Takes over the results of a check, except for rows that have changed since. */
export function applyChecks(
  rows: SheetRow[],
  checked: SheetRow[],
  isPending: (number: number) => boolean,
): SheetRow[] {
  const byNumber = new Map(checked.map((row) => [row.number, row]));
  return rows.map((row) => {
    const check = isPending(row.number) ? undefined : byNumber.get(row.number);
    return check ? { ...row, status: check.status, problems: check.problems, isUnchecked: false } : row;
  });
}

/** Characters that cannot be stored. Tabs and line ends can. */
const CONTROL = /(?![\t\n\r])\p{Cc}/gu;

const setCell = (cells: string[], column: number, value: string): string[] =>
  Array.from({ length: Math.max(cells.length, column + 1) }, (_, index) =>
    index === column ? value.replace(CONTROL, "") : (cells[index] ?? ""),
  );

const lastNumber = (rows: SheetRow[]): number => rows.at(-1)?.number ?? 1;

/**
 * Fills a block of cells downwards and to the right, from `from` on, over the shown rows and then over new ones at the
 * end. What is right of the last column, or below the largest number of rows, is left out.
 */
export function fillBlock(
  rows: SheetRow[],
  shown: SheetRow[],
  width: number,
  from: CellPlace,
  block: string[][],
): Edit[] {
  const start = Math.max(
    0,
    shown.findIndex(({ number }) => number === from.number),
  );
  const room = MAX_ROWS - rows.length + shown.length - start;
  let next = lastNumber(rows);
  return block.slice(0, room).map((values, index) => {
    const row = shown[start + index];
    if (!row) next += 1;
    const cells = values
      .slice(0, width - from.column)
      .reduce((filled, value, place) => setCell(filled, from.column + place, value), row?.cells ?? []);
    return {
      number: row?.number ?? next,
      before: row ? { cells: row.cells, is_ragged: row.is_ragged } : null,
      after: { cells, is_ragged: false },
    };
  });
}

export const addRowEdit = (rows: SheetRow[]): Edit => ({
  number: lastNumber(rows) + 1,
  before: null,
  after: { cells: [], is_ragged: false },
});

export const deleteRowEdit = ({ number, cells, is_ragged }: SheetRow): Edit => ({
  number,
  before: { cells, is_ragged },
  after: null,
});

/** A copied cell and what follows it. In double quotes it may contain tabs and line ends. */
const COPIED_CELL = /("(?:[^"]|"")*"(?=[\t\r\n]|$)|[^\t\r\n]*)(\t|\r\n|\r|\n|$)/g;

const readCopiedCell = (cell: string): string =>
  (/^"[^]*"$/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell).trim();

/** Parses copied cells: separated by tabs and line ends. */
export function parseCopiedCells(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  // A copied block ends with a line end.
  for (const [, cell = "", separator] of text.replace(/\r?\n$/, "").matchAll(COPIED_CELL)) {
    line.push(readCopiedCell(cell));
    if (separator === "\t") continue;
    lines.push(line);
    line = [];
    if (separator === "") break;
  }
  return lines;
}

export type SheetColumn = { name: string; label: string };

/** Returns the columns of the sheet, each with its heading and the field that it fills. */
export function listColumns({ columns, mapping }: BadgeImport): SheetColumn[] {
  const fields = new Map(Object.entries(mapping).map(([field, place]) => [place, field as ImportFieldName]));
  return columns.map(({ name }, place) => {
    const field = fields.get(place);
    return { name: columnName(name, place), label: field ? FIELD_LABELS[field] : "Not used" };
  });
}

const NAME_FIELDS = new Set(["issued_to_first_name", "issued_to_last_name", "issued_to_middle_name"]);

/** Returns the column of a problem. It is that of the status when no column of the file fills its field. */
function problemColumn({ mapping, columns }: BadgeImport, field: string): number {
  const places = mapping as Record<string, number | undefined>;
  return places[field] ?? (NAME_FIELDS.has(field) ? places.issued_to : undefined) ?? columns.length;
}

/** Returns the words of a row's problems by their column. */
export function problemWords(found: BadgeImport, { problems }: SheetRow): Map<number, string> {
  const words = new Map<number, string>();
  for (const { field, message } of problems) {
    const column = problemColumn(found, field);
    words.set(column, [words.get(column) ?? [], message].flat().join(" "));
  }
  return words;
}
