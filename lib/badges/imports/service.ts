import type { ListInput } from "@/lib/kernel/list/list-input";
import { withAuditEntry } from "@/lib/access/audit/service";
import { requireUsableTemplate } from "@/lib/badges/issued/issue";
import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { invalidField, notFound, unprocessable } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { parseFilter } from "@/lib/kernel/list/filter";
import { listKeys } from "@/lib/kernel/list/keys";
import type { Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import { recordEvents } from "@/lib/delivery/recording/record-events";
import { checkRows, type CheckedRow, type FileRow } from "./check";
import { parseImportFile } from "./file";
import {
  countImports,
  deleteImportRecord,
  filters,
  findImport,
  findImportPage,
  insertImport,
  lockImport,
  saveImport,
  sorts,
} from "./queries";
import {
  findFileRows,
  findRowPage,
  insertRows,
  importRowFilters,
  importRowSorts,
  saveRowChecks,
} from "./row-queries";
import type { RowSettings } from "./parse-row";
import { applySettingsChange, buildNewSettings, toSettingsColumns, readStoredSettings } from "./settings";
import type { BadgeImportChange, BadgeImportInput, BadgeImportStart } from "./schema";
import { importColumns, type ImportRecord, type ImportRowRecord } from "./serializer";

/** Maximum number of imports of an organization. */
const MAX_IMPORTS = 200;

export const importListKeys = listKeys(filters, sorts);
export const importRowListKeys = listKeys(importRowFilters, importRowSorts);

/** Lists the organization's imports, newest first unless sorted. */
export function listImports(caller: Caller, input: ListInput): Promise<Page<ImportRecord>> {
  const where = { organizationId: caller.organizationId, AND: parseFilter(input.filter, filters) };
  const order = parseSort(input.sort, sorts, [{ createdAt: "desc" }]);
  return findImportPage(where, order, input.page);
}

/** Returns an import of the organization. Throws 404 for any other. */
export async function getImport(caller: Caller, importId: string): Promise<ImportRecord> {
  const row = await findImport(caller.organizationId, importId);
  if (!row) throw notFound();
  return row;
}

/** Lists the rows of an import with the results of the check or the run, in the order of the file. */
export async function listImportRows(
  caller: Caller,
  importId: string,
  input: ListInput,
): Promise<Page<ImportRowRecord>> {
  const importKey = await getImport(caller, importId);
  const criteria = parseFilter(input.filter, importRowFilters);
  const order = parseSort(input.sort, importRowSorts, [{ number: "asc" }]);
  return findRowPage(importKey, criteria, order, input.page);
}

const notReadyError = (state: string) =>
  unprocessable(
    "import_not_ready",
    `The import is ${state}. Only an import that is ready can be changed or started.`,
  );

/** Locks an import that was not started. Throws 404 for an unknown one, and 422 naming its state. */
export async function lockReadyImport(caller: Caller, id: string): Promise<ImportRecord> {
  const found = (await lockImport(caller.organizationId, id))
    ? await findImport(caller.organizationId, id)
    : null;
  if (!found) throw notFound();
  if (found.state !== "ready") throw notReadyError(found.state);
  return found;
}

type CheckedFile = {
  rows: CheckedRow[];
  data: ReturnType<typeof toSettingsColumns> & ReturnType<typeof countByStatus>;
};

function countByStatus(rows: CheckedRow[]) {
  const count = (status: CheckedRow["status"]) => rows.filter((row) => row.status === status).length;
  return {
    rowsCount: rows.length,
    okCount: count("ok"),
    warningCount: count("warning"),
    errorCount: count("error"),
  };
}

/** Checks the rows without issuing. Throws 422 for a template that cannot be issued. */
export async function checkFile(
  caller: Caller,
  settings: RowSettings,
  rows: FileRow[],
): Promise<CheckedFile> {
  const template = await requireUsableTemplate(caller, settings.badgeTemplateId);
  const checked = await checkRows(caller, settings, rows);
  return {
    rows: checked,
    data: { ...toSettingsColumns(settings, template.organizationId), ...countByStatus(checked) },
  };
}

/**
 * Creates an import from a file and checks each of its rows as if its badge were issued now. Nothing is issued.
 * Without a mapping, columns are mapped by their headings. Throws 422 for a file that is not a table, or a template
 * that cannot be issued.
 */
export async function createImport(
  caller: Caller,
  { file, file_name: fileName, ...change }: BadgeImportInput,
): Promise<ImportRecord> {
  const { columns, rows } = parseImportFile(file);
  const headings = columns.map(({ name }) => name);
  if ((await countImports(caller.organizationId)) >= MAX_IMPORTS) {
    const message = `Your organization already has ${MAX_IMPORTS} imports. Delete one that you no longer need.`;
    throw unprocessable("too_many_imports", message);
  }
  const checked = await checkFile(caller, buildNewSettings(change, headings, rows), rows);
  const [id, now] = [newId(), clock.now()];
  const importKey = { organizationId: caller.organizationId, id };
  return withAuditEntry(caller, "badge_import.create", id, async () => {
    await insertImport({
      ...importKey,
      ...checked.data,
      fileName,
      columns,
      state: "ready",
      createdById: caller.actor.id,
      createdByName: caller.actor.name,
      createdAt: now,
      updatedAt: now,
    });
    await insertRows(importKey, checked.rows);
    return getImport(caller, id);
  });
}

/**
 * Changes how the file is read or issued, and checks all of its rows again, also against badges issued since the last
 * check. Throws 404 for an unknown import, 422 for one that was started, and the 422s of a new import.
 */
export async function updateImport(
  caller: Caller,
  importId: string,
  body: BadgeImportChange,
): Promise<ImportRecord> {
  const { id } = await getImport(caller, importId);
  return withAuditEntry(caller, "badge_import.update", id, async () => {
    const before = await lockReadyImport(caller, id);
    const rows = await findFileRows(before);
    const width = importColumns(before).length;
    const checked = await checkFile(
      caller,
      applySettingsChange(body, width, rows, readStoredSettings(before)),
      rows,
    );
    await saveRowChecks(before, checked.rows);
    return saveImport(caller.organizationId, id, { ...checked.data, updatedAt: clock.now() });
  });
}

/**
 * Starts a job that issues the badges as the caller. Of two simultaneous calls only one succeeds. Throws 404 for an
 * unknown import, and 422 when it was started before, when its template or all of its rows cannot be issued, or when
 * the number of badges or the time of the last change is not the expected one.
 */
export async function startImport(
  caller: Caller,
  importId: string,
  body: BadgeImportStart,
): Promise<ImportRecord> {
  const { id } = await getImport(caller, importId);
  const { actor, organizationId } = caller;
  return withAuditEntry(caller, "badge_import.start", id, async () => {
    const { okCount, warningCount, badgeTemplateId, updatedAt } = await lockReadyImport(caller, id);
    await requireUsableTemplate(caller, badgeTemplateId);
    const count = okCount + warningCount;
    if (body.updated_at !== undefined && body.updated_at !== updatedAt.toISOString()) {
      const message = "The import has changed since you last saw it. Check it again.";
      throw invalidField("updated_at", "changed_meanwhile", message);
    }
    if (count === 0) throw unprocessable("nothing_to_issue", "No row of the file can be issued.");
    if (body.badges_count !== undefined && body.badges_count !== count) {
      const message = `The import has changed: it would now issue ${count} badges.`;
      throw invalidField("badges_count", "changed_meanwhile", message);
    }
    const now = clock.now();
    await recordEvents([], [{ kind: "badge_import", organizationId, subjectId: id }]);
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

/** Cancels a run. Badges that were issued stay. Throws 404 for an unknown import, 422 for one that is not running. */
export async function cancelImport(caller: Caller, importId: string): Promise<ImportRecord> {
  const { id } = await getImport(caller, importId);
  return withAuditEntry(caller, "badge_import.cancel", id, async () => {
    await lockImport(caller.organizationId, id);
    const { state } = await getImport(caller, importId);
    if (state !== "running") {
      throw unprocessable(
        "import_not_running",
        `The import is ${state}. Only a running import can be cancelled.`,
      );
    }
    const now = clock.now();
    return saveImport(caller.organizationId, id, { state: "cancelled", finishedAt: now, updatedAt: now });
  });
}

/**
 * Deletes an import with its rows. Badges that it issued stay. Throws 404 for an unknown import, 422 while it is
 * running.
 */
export async function deleteImport(caller: Caller, importId: string): Promise<void> {
  const { id } = await getImport(caller, importId);
  await withAuditEntry(caller, "badge_import.delete", id, async () => {
    await lockImport(caller.organizationId, id);
    const { state } = await getImport(caller, importId);
    if (state === "running") throw unprocessable("import_running", "The import is running. Cancel it first.");
    await deleteImportRecord(caller.organizationId, id);
  });
}
