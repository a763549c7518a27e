import type { ListInput } from "@/lib/kernel/list/list-input";
import { audited } from "@/lib/access/audit/service";
import { usableTemplate } from "@/lib/badges/issued/issue";
import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { invalidField, notFound, unprocessable } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { parseFilter } from "@/lib/kernel/list/filter";
import { listKeys } from "@/lib/kernel/list/keys";
import type { Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import { record } from "@/lib/delivery/recording/record";
import { checkRows, type CheckedRow, type FileRow } from "./check";
import { readFile } from "./file";
import {
  countImports,
  deleteImportRow,
  filters,
  findImport,
  findImportPage,
  insertImport,
  lockImport,
  saveImport,
  sorts,
} from "./queries";
import { findFileRows, findRowPage, insertRows, rowFilters, rowSorts, saveChecks } from "./row-queries";
import type { RowSettings } from "./row-body";
import { changedSettings, newSettings, settingsData, storedSettings } from "./settings";
import type { BadgeImportChange, BadgeImportInput, BadgeImportStart } from "./schema";
import { columnsOf, type ImportRow, type RowRow } from "./serializer";

/** Most imports that an organization keeps at a time. */
const MOST_IMPORTS = 200;

export const importKeys = listKeys(filters, sorts);
export const rowKeys = listKeys(rowFilters, rowSorts);

/** The organization's imports, newest first unless sorted. */
export function listImports(caller: Caller, input: ListInput): Promise<Page<ImportRow>> {
  const where = { organizationId: caller.organizationId, AND: parseFilter(input.filter, filters) };
  const order = parseSort(input.sort, sorts, [{ createdAt: "desc" }]);
  return findImportPage(where, order, input.page);
}

/** One import of the organization; 404 otherwise. */
export async function getImport(caller: Caller, importId: string): Promise<ImportRow> {
  const row = await findImport(caller.organizationId, importId);
  if (!row) throw notFound();
  return row;
}

/** The rows of an import with what the check or the run says of each, in the order of the file. */
export async function listImportRows(
  caller: Caller,
  importId: string,
  input: ListInput,
): Promise<Page<RowRow>> {
  const place = await getImport(caller, importId);
  const criteria = parseFilter(input.filter, rowFilters);
  const order = parseSort(input.sort, rowSorts, [{ number: "asc" }]);
  return findRowPage(place, criteria, order, input.page);
}

const refuse = (state: string) =>
  unprocessable(
    "import_not_ready",
    `The import is ${state}: only one that is ready can be changed or started.`,
  );

/** Locks an import that was not started; 404 unknown, 422 names the state that it is in. */
async function holdReady(caller: Caller, id: string): Promise<ImportRow> {
  const found = (await lockImport(caller.organizationId, id))
    ? await findImport(caller.organizationId, id)
    : null;
  if (!found) throw notFound();
  if (found.state !== "ready") throw refuse(found.state);
  return found;
}

type Checked = { rows: CheckedRow[]; data: ReturnType<typeof settingsData> & ReturnType<typeof countsOf> };

function countsOf(rows: CheckedRow[]) {
  const count = (status: CheckedRow["status"]) => rows.filter((row) => row.status === status).length;
  return {
    rowsCount: rows.length,
    okCount: count("ok"),
    warningCount: count("warning"),
    errorCount: count("error"),
  };
}

/** The dry run. 422 for a template that cannot be issued. */
async function check(caller: Caller, settings: RowSettings, rows: FileRow[]): Promise<Checked> {
  const template = await usableTemplate(caller, settings.badgeTemplateId);
  const checked = await checkRows(caller, settings, rows);
  return {
    rows: checked,
    data: { ...settingsData(settings, template.organizationId), ...countsOf(checked) },
  };
}

/**
 * Takes a file and checks each of its rows as if its badge were issued now; nothing is issued. Columns are mapped by
 * their headings where no mapping is given. 422 for a file that is no table, or a template that cannot be issued.
 */
export async function createImport(
  caller: Caller,
  { file, file_name: fileName, ...change }: BadgeImportInput,
): Promise<ImportRow> {
  const { columns, rows } = readFile(file);
  const headings = columns.map(({ name }) => name);
  if ((await countImports(caller.organizationId)) >= MOST_IMPORTS) {
    const message = `The organization keeps ${MOST_IMPORTS} imports already: delete one that is no longer needed.`;
    throw unprocessable("too_many_imports", message);
  }
  const checked = await check(caller, newSettings(change, headings, rows), rows);
  const [id, now] = [newId(), clock.now()];
  const place = { organizationId: caller.organizationId, id };
  return audited(caller, "badge_import.create", id, async () => {
    await insertImport({
      ...place,
      ...checked.data,
      fileName,
      columns,
      state: "ready",
      createdById: caller.actor.id,
      createdByName: caller.actor.name,
      createdAt: now,
      updatedAt: now,
    });
    await insertRows(place, checked.rows);
    return getImport(caller, id);
  });
}

/**
 * Changes how the file is read or issued, and checks all of its rows anew; also what was issued since the last check is
 * seen then. 404 unknown; 422 once it was started, and as for a new one.
 */
export async function updateImport(
  caller: Caller,
  importId: string,
  body: BadgeImportChange,
): Promise<ImportRow> {
  const { id } = await getImport(caller, importId);
  return audited(caller, "badge_import.update", id, async () => {
    const before = await holdReady(caller, id);
    const rows = await findFileRows(before);
    const width = columnsOf(before).length;
    const checked = await check(caller, changedSettings(body, width, rows, storedSettings(before)), rows);
    await saveChecks(before, checked.rows);
    return saveImport(caller.organizationId, id, { ...checked.data, updatedAt: clock.now() });
  });
}

/**
 * Begins to issue: a job does it, in the name of whoever started it. Of two that start it at once, one does. 404
 * unknown; 422 when it was started before, when its template cannot be issued or no row can, or when it would be another
 * number than expected.
 */
export async function startImport(
  caller: Caller,
  importId: string,
  body: BadgeImportStart,
): Promise<ImportRow> {
  const { id } = await getImport(caller, importId);
  const { actor, organizationId } = caller;
  return audited(caller, "badge_import.start", id, async () => {
    const { okCount, warningCount, badgeTemplateId } = await holdReady(caller, id);
    await usableTemplate(caller, badgeTemplateId);
    const count = okCount + warningCount;
    if (count === 0) throw unprocessable("nothing_to_issue", "No row of the file can be issued.");
    if (body.badges_count !== undefined && body.badges_count !== count) {
      const message = `The import changed meanwhile: it would issue ${count} badges.`;
      throw invalidField("badges_count", "changed_meanwhile", message);
    }
    const now = clock.now();
    await record([], [{ kind: "badge_import", organizationId, subjectId: id }]);
    return saveImport(organizationId, id, {
      state: "running",
      startedByType: actor.type,
      startedById: actor.id,
      startedByName: actor.name,
      startedAt: now,
      updatedAt: now,
    });
  });
}

/** Ends a run before its last row; what was issued stays. 404 unknown; 422 for one that is not running. */
export async function cancelImport(caller: Caller, importId: string): Promise<ImportRow> {
  const { id } = await getImport(caller, importId);
  return audited(caller, "badge_import.cancel", id, async () => {
    await lockImport(caller.organizationId, id);
    const { state } = await getImport(caller, importId);
    if (state !== "running") {
      throw unprocessable(
        "import_not_running",
        `The import is ${state}: only one that is running can be cancelled.`,
      );
    }
    const now = clock.now();
    return saveImport(caller.organizationId, id, { state: "cancelled", finishedAt: now, updatedAt: now });
  });
}

/** Deletes an import with its rows; badges that it issued stay. 404 unknown; 422 while it is running. */
export async function deleteImport(caller: Caller, importId: string): Promise<void> {
  const { id } = await getImport(caller, importId);
  await audited(caller, "badge_import.delete", id, async () => {
    await lockImport(caller.organizationId, id);
    const { state } = await getImport(caller, importId);
    if (state === "running") throw unprocessable("import_running", "The import is running: cancel it first.");
    await deleteImportRow(caller.organizationId, id);
  });
}
