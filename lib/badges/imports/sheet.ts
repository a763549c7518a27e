import { withAuditEntry } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { invalidField } from "@/lib/kernel/errors";
import type { CheckedRow, FileRow } from "./check";
import { MAX_TABLE_BYTES } from "@/lib/platform/files/choices";
import { MAX_ROWS } from "./choices";
import { saveImport } from "./queries";
import { deleteRows, findSheetRows, insertRows, saveRowChecks } from "./row-queries";
import type { BadgeImportSheetChange, ImportProblem } from "./schema";
import { importColumns, type ImportRecord, type SheetRowRecord } from "./serializer";
import { checkFile, getImport, lockReadyImport } from "./service";
import { readStoredSettings } from "./settings";

/** An import with rows of its sheet: all of them, or those that a change affects. */
export type Sheet = { record: ImportRecord; rows: SheetRowRecord[] };

/** Returns the import with all of its rows, at most 10,000. Throws 404 for an unknown import. */
export async function getSheet(caller: Caller, importId: string): Promise<Sheet> {
  const record = await getImport(caller, importId);
  return { record, rows: await findSheetRows(record) };
}

const countCharacters = (rows: FileRow[]): number =>
  rows.reduce((sum, { cells }) => sum + cells.reduce((length, cell) => length + cell.length, 0), 0);

/**
 * Applies changes to the rows of a file: each sets all cells of a row, adds a row, or deletes one. The result is in the
 * order of the row numbers. Throws 422 for more cells than columns, and for more than a file may have.
 */
function applyRowChanges(rows: FileRow[], { changes }: BadgeImportSheetChange, width: number): FileRow[] {
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  for (const { number, cells, is_ragged: isRagged = false } of changes) {
    if (cells === null) byNumber.delete(number);
    else if (cells.length > width)
      throw invalidField("changes", "too_many_cells", `has more cells than the file has columns (${width})`);
    else byNumber.set(number, { number, cells, isRagged });
  }
  const changed = [...byNumber.values()].toSorted((one, other) => one.number - other.number);
  if (changed.length > MAX_ROWS)
    throw invalidField("changes", "too_many_rows", `leaves more than ${MAX_ROWS} rows`);
  if (countCharacters(changed) > MAX_TABLE_BYTES)
    throw invalidField("changes", "too_large", "makes the file larger than 10 MB");
  return changed;
}

const toSheetRow = ({ number, cells, isRagged, status, problems }: CheckedRow): SheetRowRecord => ({
  number,
  cells,
  isRagged,
  status,
  problems,
});

const isSameCheck = (before: SheetRowRecord | undefined, after: CheckedRow): boolean =>
  before?.status === after.status && isSameList(before.problems as ImportProblem[], after.problems);

const isSameList = (before: ImportProblem[], after: ImportProblem[]): boolean =>
  before.length === after.length &&
  before.every(
    ({ field, code, message }, index) =>
      field === after[index]?.field && code === after[index].code && message === after[index].message,
  );

/**
 * Changes rows of an import that was not started, and checks all rows again, because an address that changes in one
 * row can make another row a duplicate, or no longer one. Returns the changed rows and those whose result is another
 * one now. Throws 404 for an unknown import, and 422 for one that was started or whose template cannot be issued.
 */
export async function changeSheet(
  caller: Caller,
  importId: string,
  body: BadgeImportSheetChange,
): Promise<Sheet> {
  const { id } = await getImport(caller, importId);
  return withAuditEntry(caller, "badge_import.update", id, async () => {
    const found = await lockReadyImport(caller, id);
    const before = await findSheetRows(found);
    const rows = applyRowChanges(before, body, importColumns(found).length);
    const checked = await checkFile(caller, readStoredSettings(found), rows);
    const changedNumbers = new Set(body.changes.map(({ number }) => number));
    const beforeByNumber = new Map(before.map((row) => [row.number, row]));
    const changedRows = checked.rows.filter(({ number }) => changedNumbers.has(number));
    const affectedRows = checked.rows.filter(
      (row) => !changedNumbers.has(row.number) && !isSameCheck(beforeByNumber.get(row.number), row),
    );
    await deleteRows(found, [...changedNumbers]);
    await insertRows(found, changedRows);
    await saveRowChecks(found, affectedRows);
    const record = await saveImport(caller.organizationId, id, { ...checked.data, updatedAt: clock.now() });
    return { record, rows: [...changedRows, ...affectedRows].map(toSheetRow) };
  });
}
