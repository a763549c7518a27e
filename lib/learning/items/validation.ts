import type { z } from "zod";
import { textParameter } from "@/lib/learning/requests/parameters";

/** An item as it was sent: a row of a table or an element of a list. */
export type SubmittedItem = {
  /** Its position among the items that were sent, from 1. */
  number: number;
  cells: Record<string, unknown>;
  /** The row has cells that belong to no column. */
  isRagged?: boolean;
};

/** An item that was not stored. */
export type ItemFailure = {
  /** Its extern id, or for example `row_3` when it has none. */
  name: string;
  externId: string | null;
  reason: string;
};

const ExternId = textParameter();

/** Builds the failure of an item. It needs a name even when its extern id is invalid. */
function buildFailure({ number, cells }: SubmittedItem, reason: string): ItemFailure {
  const { data: externId = null } = ExternId.safeParse(cells.extern_id);
  return { name: externId ?? `row_${number}`, externId, reason };
}

const formatIssues = (issues: z.core.$ZodIssue[]): string =>
  issues.map(({ path, message }) => `${path.join(".")} ${message}`).join("; ");

/** Fills missing values with empty text, so that lists and tables are treated alike. */
const fillMissingCells = (cells: SubmittedItem["cells"], columns: string[]): Record<string, unknown> =>
  Object.fromEntries(columns.map((column) => [column, cells[column] ?? ""]));

/** Separates valid items from invalid ones. Of several with one extern id the first valid one is used. */
export function validateItems<Item extends { extern_id: string }>(
  submitted: SubmittedItem[],
  schema: z.ZodType<Item>,
  columns: string[],
): { items: Item[]; failures: ItemFailure[] } {
  const items = new Map<string, Item>();
  const failures: ItemFailure[] = [];
  for (const item of submitted) {
    const { data, error } = schema.safeParse(fillMissingCells(item.cells, columns));
    if (item.isRagged) failures.push(buildFailure(item, "has more cells than the table has columns"));
    else if (error) failures.push(buildFailure(item, formatIssues(error.issues)));
    else if (items.has(data.extern_id)) failures.push(buildFailure(item, "was sent more than once"));
    else items.set(data.extern_id, data);
  }
  return { items: [...items.values()], failures };
}

const MAX_LISTED = 100;

/** Keeps at most 100 errors and says how many more there are. */
export function limitErrors(errors: [string, string][]): Record<string, string> {
  const remaining = errors.length - MAX_LISTED;
  return {
    ...Object.fromEntries(errors.slice(0, MAX_LISTED)),
    ...(remaining > 0 ? { output_truncated: `${remaining} more are in the log.` } : {}),
  };
}

/** Presents failures by the error name that the specification uses for students and gradables alike. */
export const presentFailures = (failures: ItemFailure[]): Record<string, string> =>
  limitErrors(failures.map(({ name, reason }) => [`invalid_student_${name}`, reason]));
