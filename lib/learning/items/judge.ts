import type { z } from "zod";
import { textParameter } from "@/lib/learning/requests/parameters";

/** An item as it was sent: the row of a table, or one of a list. */
export type Given = {
  /** Its place among those that were sent, from 1. */
  number: number;
  cells: Record<string, unknown>;
  /** It has cells that belong to no column. */
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

/** An item that fails, by the name that it has whatever is wrong with it. */
function failureOf({ number, cells }: Given, reason: string): Failure {
  const { data: externId = null } = ExternId.safeParse(cells.extern_id);
  return { name: externId ?? `row_${number}`, externId, reason };
}

const reasonOf = (issues: z.core.$ZodIssue[]): string =>
  issues.map(({ path, message }) => `${path.join(".")} ${message}`).join("; ");

/** What is missing in a list is what is empty in a table. */
const filled = (cells: Given["cells"], columns: string[]): Record<string, unknown> =>
  Object.fromEntries(columns.map((column) => [column, cells[column] ?? ""]));

/** Tells the items that fit their schema from the others. Of several with one extern id the first that fits is taken. */
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

/** Names at most 100 things that went wrong, and says how many more there are. */
export function named(errors: [string, string][]): Record<string, string> {
  const left = errors.length - MOST_NAMED;
  return {
    ...Object.fromEntries(errors.slice(0, MOST_NAMED)),
    ...(left > 0 ? { output_truncated: `${left} more are in the log.` } : {}),
  };
}

/** Failures by the name that the specification has for those of students and of gradables alike. */
export const failureErrors = (failures: Failure[]): Record<string, string> =>
  named(failures.map(({ name, reason }) => [`invalid_student_${name}`, reason]));
