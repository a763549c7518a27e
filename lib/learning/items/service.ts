import type { z } from "zod";
import { withAuditEntry } from "@/lib/access/audit/service";
import type { IntegrationCaller } from "@/lib/learning/requests/caller";
import { transaction } from "@/lib/kernel/db";
import { invalidParameters } from "@/lib/learning/requests/errors";
import { slicePage, type PagedRows, type Paging } from "@/lib/learning/requests/paging";
import { readTable, type Columns } from "@/lib/platform/files/table";
import { acquireIntegrationLock } from "@/lib/learning/integrations/service";
import { writeLogs, type LogEntry } from "@/lib/learning/logs/service";
import { buildDeletionResult, type DeletionResult, type RetainedItem } from "./deletion";
import { presentFailures, validateItems, type ItemFailure, type SubmittedItem } from "./validation";
import type { ItemSelection } from "./schema";

/** The types of items that an LMS sends in bulk, with its own extern ids. */
type ItemType = "student" | "gradable";

type Item = { extern_id: string };
type StoredItem = { externId: string };

/** How items of a type are parsed and stored. */
export type ItemImport<One extends Item, Row extends StoredItem> = {
  type: ItemType;
  columns: Columns<string>;
  schema: z.ZodType<One>;
  /** Stores the items whose extern ids are free, and returns them in the order given. */
  store: (items: One[]) => Promise<Row[]>;
};

/** The most extern ids of stored or deleted items in one log entry. */
const MAX_IDS_LOGGED = 100;

const listExternIds = (rows: StoredItem[]): string[] =>
  rows.slice(0, MAX_IDS_LOGGED).map(({ externId }) => externId);

/** Writes the log entries, and an audit entry if anything changed. */
function recordOutcome(
  caller: IntegrationCaller,
  action: string,
  hasChanged: boolean,
  entries: LogEntry[],
): Promise<void> {
  const { integration } = caller;
  const write = () => writeLogs(integration, entries);
  return hasChanged ? withAuditEntry(caller, action, String(integration.id), write) : write();
}

/**
 * Parses the rows of a table. 400 with `missing_column_x` for each missing column, or `invalid_csv`; both are logged.
 */
async function parseTableRows(
  { integration }: IntegrationCaller,
  { type, columns }: Pick<ItemImport<Item, StoredItem>, "type" | "columns">,
  text: string,
): Promise<SubmittedItem[]> {
  const table = readTable(text, columns);
  if ("rows" in table) return table.rows;
  const entries = Object.entries(table.errors).map(([errorId, message]): LogEntry => ({
    action: "create",
    type,
    errorId,
    data: { message },
  }));
  await transaction(async () => {
    await acquireIntegrationLock(integration);
    await writeLogs(integration, entries);
  });
  throw invalidParameters(table.errors);
}

const toCells = (one: unknown): SubmittedItem["cells"] =>
  typeof one === "object" && one !== null ? (one as SubmittedItem["cells"]) : {};

const toSubmittedItems = (list: unknown[]): SubmittedItem[] =>
  list.map((one, index) => ({ number: index + 1, cells: toCells(one) }));

/** The most failures with a log entry each. The others share one entry that names them all. */
const MAX_FAILURE_ENTRIES = 100;

const buildRemainingFailuresEntry = (type: ItemType, failures: ItemFailure[]): LogEntry[] =>
  failures.length === 0
    ? []
    : [
        {
          action: "create",
          type,
          errorId: "invalid_item",
          data: {
            count: failures.length,
            extern_ids: failures.map(({ name, externId }) => externId ?? name),
          },
        },
      ];

const buildImportLogEntries = (type: ItemType, rows: StoredItem[], failures: ItemFailure[]): LogEntry[] => [
  ...(rows.length > 0
    ? [
        {
          action: "create" as const,
          type,
          data: { created_count: rows.length, extern_ids: listExternIds(rows) },
        },
      ]
    : []),
  ...failures.slice(0, MAX_FAILURE_ENTRIES).map(({ name, externId, reason }): LogEntry => ({
    action: "create",
    type,
    errorId: "invalid_item",
    data: { extern_id: externId, message: externId === null ? `${name}: ${reason}` : reason },
  })),
  ...buildRemainingFailuresEntry(type, failures.slice(MAX_FAILURE_ENTRIES)),
];

/** Stores the valid items and logs the result, in one transaction. */
const storeItems = <One extends Item, Row extends StoredItem>(
  caller: IntegrationCaller,
  { type, store }: ItemImport<One, Row>,
  { items, failures }: { items: One[]; failures: ItemFailure[] },
): Promise<{ rows: Row[]; failures: ItemFailure[] }> =>
  transaction(async () => {
    await acquireIntegrationLock(caller.integration, "alone");
    const rows = items.length === 0 ? [] : await store(items);
    const stored = new Set(rows.map(({ externId }) => externId));
    const existing = items.filter(({ extern_id: id }) => !stored.has(id));
    const all = [
      ...failures,
      ...existing.map(({ extern_id: id }) => ({ name: id, externId: id, reason: "already exists" })),
    ];
    await recordOutcome(
      caller,
      `learning_${type}.create`,
      rows.length > 0,
      buildImportLogEntries(type, rows, all),
    );
    return { rows, failures: all };
  });

/**
 * Stores the valid and new items of a list or table, and returns a page of them. `warnings` names the others, which are
 * also logged (`invalid_item`). 400, with their names, when none could be stored.
 */
export async function importItems<One extends Item, Row extends StoredItem>(
  caller: IntegrationCaller,
  definition: ItemImport<One, Row>,
  input: string | unknown[],
  paging: Paging,
): Promise<PagedRows<Row>> {
  const submitted =
    typeof input === "string" ? await parseTableRows(caller, definition, input) : toSubmittedItems(input);
  const validated = validateItems(submitted, definition.schema, Object.keys(definition.columns));
  const { rows, failures } = await storeItems(caller, definition, validated);
  const warnings = presentFailures(failures);
  if (rows.length === 0) throw invalidParameters(warnings);
  return { ...slicePage(rows, paging), warnings };
}

/**
 * Deletes the selected items. Those that do not exist or are still used are reported and logged (`not_all_deleted`).
 * 400 when nothing was deleted because all of them are still used.
 */
export async function deleteItems<Row extends StoredItem>(
  caller: IntegrationCaller,
  type: ItemType,
  selection: ItemSelection,
  remove: () => Promise<{ rows: Row[]; retained: RetainedItem[] }>,
): Promise<DeletionResult<Row>> {
  const { kept: retained, deletion } = await transaction(async () => {
    await acquireIntegrationLock(caller.integration, "alone");
    const removed = await remove();
    const outcome = buildDeletionResult(type, selection, removed.rows, removed.retained);
    const { rows, notDeleted } = outcome;
    const entry: LogEntry = {
      action: selection.length === 1 ? "delete" : "bulk_delete",
      type,
      ...(notDeleted.length > 0 ? { errorId: "not_all_deleted" } : {}),
      data: {
        deleted_count: rows.length,
        extern_ids: listExternIds(rows),
        not_deleted: notDeleted.slice(0, MAX_IDS_LOGGED),
      },
    };
    await recordOutcome(caller, `learning_${type}.delete`, rows.length > 0, [entry]);
    return { kept: removed.retained, deletion: outcome };
  });
  if (deletion.rows.length === 0 && retained.length > 0) throw invalidParameters(deletion.warnings);
  return deletion;
}
