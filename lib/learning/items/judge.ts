import type { z } from "zod";
import { textParameter } from "@/lib/learning/requests/parameters";

/** An item as it was sent: a row of a table or an element of a list. */
export type Given = {
  /** Its position among the items that were sent, from 1. */
  number: number;
  cells: Record<string, unknown>;
  /** The row has cells that belong to no column. */
  isRagged?: boolean;
};

/** An item that was not stored. */
export type Failure = {
  /** Its extern id; `row_3` for one that has none. */
  name: string;
  externId: string | null;
  reason: string;
};

const ExternId = textParameter();

/** Builds the failure of an item. It needs a name even when its extern id is invalid. */
function failureOf({ number, cells }: Given, reason: string): Failure {
  const { data: externId = null } = ExternId.safeParse(cells.extern_id);
  return { name: externId ?? `row_${number}`, externId, reason };
}

const reasonOf = (issues: z.core.$ZodIssue[]): string =>
  issues.map(({ path, message }) => `${path.join(".")} ${message}`).join("; ");

/** Fills missing values with empty text, so that lists and tables are treated alike. */
const filled = (cells: Given["cells"], columns: string[]): Record<string, unknown> =>
  Object.fromEntries(columns.map((column) => [column, cells[column] ?? ""]));

/** Separates valid items from invalid ones. Of several with one extern id the first valid one is used. */
export function judge<Item extends { extern_id: string }>(
  given: Given[],
  schema: z.ZodType<Item>,
  columns: string[],
): { items: Item[]; failures: Failure[] } {
  const items = new Map<string, Item>();
  const failures: Failure[] = [];
  for (const one of given) {
    const { data, error } = schema.safeParse(filled(one.cells, columns));
    if (one.isRagged) failures.push(failureOf(one, "has more cells than the table has columns"));
    else if (error) failures.push(failureOf(one, reasonOf(error.issues)));
    else if (items.has(data.extern_id)) failures.push(failureOf(one, "was sent more than once"));
    else items.set(data.extern_id, data);
  }
  return { items: [...items.values()], failures };
}

const MOST_NAMED = 100;

/** Keeps at most 100 errors and says how many more there are. */
export function named(errors: [string, string][]): Record<string, string> {
  const left = errors.length - MOST_NAMED;
  return {
    ...Object.fromEntries(errors.slice(0, MOST_NAMED)),
    ...(left > 0 ? { output_truncated: `${left} more are in the log.` } : {}),
  };
}

/** Presents failures by the error name that the specification uses for students and gradables alike. */
export const failureErrors = (failures: Failure[]): Record<string, string> =>
  named(failures.map(({ name, reason }) => [`invalid_student_${name}`, reason]));
