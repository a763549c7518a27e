import type { ListInput } from "@/lib/kernel/list/list-input";
import { withAuditEntry } from "@/lib/access/audit/service";
import { requireUsableTemplate } from "@/lib/badges/issued/issue";
import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { notFound, unprocessable } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { parseFilter } from "@/lib/kernel/list/filter";
import { listKeys } from "@/lib/kernel/list/keys";
import type { Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import { checkRows, type CheckedRow, type FileRow } from "./check";
import { parseImportFile } from "./file";
import {
  countImports,
  lockImports,
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
  inFileOrder,
  saveRowChecks,
} from "./row-queries";
import type { RowSettings } from "./parse-row";
import { requireColumnTemplate } from "./row-templates";
import { applySettingsChange, buildNewSettings, toSettingsColumns, readStoredSettings } from "./settings";
import type { BadgeImportChange, BadgeImportInput } from "./schema";
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
  const order = parseSort(input.sort, importRowSorts, inFileOrder);
  return findRowPage(importKey, criteria, order, input.page);
}

const notReadyError = (state: string) =>
  unprocessable(
    "import_not_ready",
    `The import is ${state}. Only an import that is ready can be changed or started.`,
  );

/** Locks an import until the commit, and returns it. Throws 404 for an unknown one. */
export async function lockKnownImport({ organizationId }: Caller, id: string): Promise<ImportRecord> {
  const found = (await lockImport(organizationId, id)) ? await findImport(organizationId, id) : null;
  if (!found) throw notFound();
  return found;
}

/** Locks an import that was not started. Throws 404 for an unknown one, and 422 naming its state. */
export async function lockReadyImport(caller: Caller, id: string): Promise<ImportRecord> {
  const found = await lockKnownImport(caller, id);
  if (found.state !== "ready") throw notReadyError(found.state);
  return found;
}

type CheckedFile = {
  rows: CheckedRow[];
  data: ReturnType<typeof toSettingsColumns> &
    ReturnType<typeof countByStatus> & { templateOrganizationId?: string };
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

/** Checks the rows without issuing. Throws 422 for a template of the import that cannot be issued. */
export async function checkFile(
  caller: Caller,
  settings: RowSettings,
  rows: FileRow[],
): Promise<CheckedFile> {
  const owner = settings.isTemplateFromColumn
    ? {}
    : {
        templateOrganizationId: (await requireUsableTemplate(caller, settings.badgeTemplateId))
          .organizationId,
      };
  const checked = await checkRows(caller, settings, rows);
  return {
    rows: checked,
    data: { ...toSettingsColumns(settings), ...owner, ...countByStatus(checked) },
  };
}

/** Returns the settings of a new import, and the owner of its template. Throws 422 for one that cannot be issued. */
async function resolveNewSettings(
  caller: Caller,
  change: BadgeImportChange,
  headings: string[],
  rows: FileRow[],
) {
  const settings = buildNewSettings(change, headings, rows);
  const isTemplateFromColumn = settings.badgeTemplateId === "";
  const badgeTemplateId = isTemplateFromColumn
    ? await requireColumnTemplate(caller.organizationId, settings, rows)
    : settings.badgeTemplateId;
  const { organizationId } = await requireUsableTemplate(caller, badgeTemplateId);
  return {
    settings: { ...settings, badgeTemplateId, isTemplateFromColumn },
    templateOrganizationId: organizationId,
  };
}

/** Throws 422 when the organization has as many imports as it may. */
async function requireRoom({ organizationId }: Caller): Promise<void> {
  if ((await countImports(organizationId)) < MAX_IMPORTS) return;
  const message = `Your organization already has ${MAX_IMPORTS} imports. Delete one that you no longer need.`;
  throw unprocessable("too_many_imports", message);
}

/**
 * Creates an import from a file and checks each of its rows as if its badge were issued now. Nothing is issued.
 * Without a mapping, columns are mapped by their headings. Throws 422 for a file that is not a table, or a template
 * that cannot be issued.
 */
export async function createImport(
  caller: Caller,
  { file, file_name: fileName, encoding, ...change }: BadgeImportInput,
): Promise<ImportRecord> {
  const { columns, rows } = parseImportFile(file, encoding);
  const headings = columns.map(({ name }) => name);
  await requireRoom(caller);
  const { settings, templateOrganizationId } = await resolveNewSettings(caller, change, headings, rows);
  const checked = await checkFile(caller, settings, rows);
  const [id, now] = [newId(), clock.now()];
  const importKey = { organizationId: caller.organizationId, id };
  return withAuditEntry(caller, "badge_import.create", id, async () => {
    await lockImports(caller.organizationId);
    await requireRoom(caller);
    await insertImport({
      ...importKey,
      ...checked.data,
      templateOrganizationId,
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
 * Deletes an import with its rows. Badges that it issued stay. Throws 404 for an unknown import, 422 while it is
 * scheduled or running.
 */
export async function deleteImport(caller: Caller, importId: string): Promise<void> {
  const { id } = await getImport(caller, importId);
  await withAuditEntry(caller, "badge_import.delete", id, async () => {
    const { state } = await lockKnownImport(caller, id);
    if (state === "running" || state === "scheduled")
      throw unprocessable("import_running", `The import is ${state}. Cancel it first.`);
    await deleteImportRecord(caller.organizationId, id);
  });
}
