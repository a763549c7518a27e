import type { z } from "zod";
import { withAuditEntry } from "@/lib/access/audit/service";
import type { IntegrationCaller } from "@/lib/learning/requests/caller";
import { transaction } from "@/lib/kernel/db";
import { invalidParameters } from "@/lib/learning/requests/errors";
import { pageOf, type Found, type Paging } from "@/lib/learning/requests/paging";
import { readTable, type Columns } from "@/lib/platform/files/table";
import { holdIntegration } from "@/lib/learning/integrations/service";
import { writeLogs, type LogEntry } from "@/lib/learning/logs/service";
import { deletionOf, type Deletion, type Kept } from "./deletion";
import { failureErrors, judge, type Failure, type Given } from "./judge";
import type { Wanted } from "./schema";

/** The types of items that an LMS sends in bulk, with its own extern ids. */
type ItemType = "student" | "gradable";

type Item = { extern_id: string };
type Stored = { externId: string };

/** How items of a type are parsed and stored. */
export type Import<One extends Item, Row extends Stored> = {
  type: ItemType;
  columns: Columns<string>;
  schema: z.ZodType<One>;
  /** Stores the items whose extern ids are free, and returns them in the order given. */
  store: (items: One[]) => Promise<Row[]>;
};

/** The most extern ids of stored or deleted items in one log entry. */
const MOST_IDS = 100;

const idsOf = (rows: Stored[]): string[] => rows.slice(0, MOST_IDS).map(({ externId }) => externId);

/** Writes the log entries, and an audit entry if anything changed. */
function conclude(
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
async function rowsOf(
  { integration }: IntegrationCaller,
  { type, columns }: Pick<Import<Item, Stored>, "type" | "columns">,
  text: string,
): Promise<Given[]> {
  const table = readTable(text, columns);
  if ("rows" in table) return table.rows;
  const entries = Object.entries(table.errors).map(([errorId, message]): LogEntry => ({
    action: "create",
    type,
    errorId,
    data: { message },
  }));
  await transaction(async () => {
    await holdIntegration(integration);
    await writeLogs(integration, entries);
  });
  throw invalidParameters(table.errors);
}

const cellsOf = (one: unknown): Given["cells"] =>
  typeof one === "object" && one !== null ? (one as Given["cells"]) : {};

const membersOf = (list: unknown[]): Given[] =>
  list.map((one, index) => ({ number: index + 1, cells: cellsOf(one) }));

/** The most failures with a log entry each. The others share one entry that names them all. */
const MOST_NAMED = 100;

const othersOf = (type: ItemType, failures: Failure[]): LogEntry[] =>
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

const entriesOf = (type: ItemType, rows: Stored[], failures: Failure[]): LogEntry[] => [
  ...(rows.length > 0
    ? [{ action: "create" as const, type, data: { created_count: rows.length, extern_ids: idsOf(rows) } }]
    : []),
  ...failures.slice(0, MOST_NAMED).map(({ name, externId, reason }): LogEntry => ({
    action: "create",
    type,
    errorId: "invalid_item",
    data: { extern_id: externId, message: externId === null ? `${name}: ${reason}` : reason },
  })),
  ...othersOf(type, failures.slice(MOST_NAMED)),
];

/** Stores the valid items and logs the result, in one transaction. */
const storeItems = <One extends Item, Row extends Stored>(
  caller: IntegrationCaller,
  { type, store }: Import<One, Row>,
  { items, failures }: { items: One[]; failures: Failure[] },
): Promise<{ rows: Row[]; failures: Failure[] }> =>
  transaction(async () => {
    await holdIntegration(caller.integration, "alone");
    const rows = items.length === 0 ? [] : await store(items);
    const stored = new Set(rows.map(({ externId }) => externId));
    const taken = items.filter(({ extern_id: id }) => !stored.has(id));
    const all = [
      ...failures,
      ...taken.map(({ extern_id: id }) => ({ name: id, externId: id, reason: "already exists" })),
    ];
    await conclude(caller, `learning_${type}.create`, rows.length > 0, entriesOf(type, rows, all));
    return { rows, failures: all };
  });

/**
 * Stores the valid and new items of a list or table, and returns a page of them. `warnings` names the others, which are
 * also logged (`invalid_item`). 400, with their names, when none could be stored.
 */
export async function importItems<One extends Item, Row extends Stored>(
  caller: IntegrationCaller,
  what: Import<One, Row>,
  given: string | unknown[],
  paging: Paging,
): Promise<Found<Row>> {
  const sent = typeof given === "string" ? await rowsOf(caller, what, given) : membersOf(given);
  const judged = judge(sent, what.schema, Object.keys(what.columns));
  const { rows, failures } = await storeItems(caller, what, judged);
  const more = failureErrors(failures);
  if (rows.length === 0) throw invalidParameters(more);
  return { ...pageOf(rows, paging), more };
}

/**
 * Deletes the selected items. Those that do not exist or are still used are reported and logged (`not_all_deleted`).
 * 400 when nothing was deleted because all of them are still used.
 */
export async function deleteItems<Row extends Stored>(
  caller: IntegrationCaller,
  type: ItemType,
  wanted: Wanted,
  remove: () => Promise<{ rows: Row[]; kept: Kept[] }>,
): Promise<Deletion<Row>> {
  const { kept, deletion } = await transaction(async () => {
    await holdIntegration(caller.integration, "alone");
    const removed = await remove();
    const outcome = deletionOf(type, wanted, removed.rows, removed.kept);
    const { rows, left } = outcome;
    const entry: LogEntry = {
      action: wanted.length === 1 ? "delete" : "bulk_delete",
      type,
      ...(left.length > 0 ? { errorId: "not_all_deleted" } : {}),
      data: { deleted_count: rows.length, extern_ids: idsOf(rows), not_deleted: left.slice(0, MOST_IDS) },
    };
    await conclude(caller, `learning_${type}.delete`, rows.length > 0, [entry]);
    return { kept: removed.kept, deletion: outcome };
  });
  if (deletion.rows.length === 0 && kept.length > 0) throw invalidParameters(deletion.more);
  return deletion;
}
