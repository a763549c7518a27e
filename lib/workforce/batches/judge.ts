import { EmployeeInput } from "@/lib/workforce/employees/schema";
import { cutText } from "@/lib/kernel/cut-text";
import { validationError, type FieldError } from "@/lib/kernel/errors";

/** An employee as it was sent: the row of a table, or an entry of a list. */
export type Given = {
  /** Its position among those that were sent, from 1. */
  row: number;
  value: unknown;
  /** True when it has cells outside the table's columns. */
  isRagged: boolean;
};

/** An employee that can be stored. */
export type Sound = { row: number; body: EmployeeInput };

/** An employee that cannot be stored, and why. */
export type Fault = { row: number; email: string | null; errors: FieldError[] };

const RAGGED = { field: "", code: "too_many_cells", message: "has more cells than the table has columns" };

/** Reads the address as it was sent, so that people can find the row in their own list. */
function addressIn(value: unknown): string | null {
  const email = (value as { email?: unknown } | null)?.email;
  return typeof email === "string" && email.trim() !== "" ? cutText(email.trim(), 254) : null;
}

function judgeOne({ row, value, isRagged }: Given): Sound | Fault {
  const email = addressIn(value);
  if (isRagged) return { row, email, errors: [RAGGED] };
  const parsed = EmployeeInput.safeParse(value, { reportInput: true });
  return parsed.success
    ? { row, body: parsed.data }
    : { row, email, errors: validationError(parsed.error).errors };
}

const repeated = (field: string, row: number): FieldError => ({
  field,
  code: "repeated",
  message: `is that of row ${row} too`,
});

/** Returns an error when an earlier row has the same value of this field, and records the row otherwise. */
function remember(seen: Map<string, number>, row: number, field: string, value: string | null | undefined) {
  if (!value) return [];
  const key = `${field}:${value}`;
  const first = seen.get(key);
  if (first !== undefined) return [repeated(field, first)];
  seen.set(key, row);
  return [];
}

/**
 * Separates the employees that can be stored from the others, with the rules for a single one. Of several with the
 * same e-mail or `external_id` the first valid one is stored.
 */
export function judge(given: Given[]): { sound: Sound[]; faults: Fault[] } {
  const sound: Sound[] = [];
  const faults: Fault[] = [];
  const seen = new Map<string, number>();
  for (const one of given.map(judgeOne)) {
    if (!("body" in one)) {
      faults.push(one);
      continue;
    }
    const { row, body } = one;
    const errors = [
      ...remember(seen, row, "email", body.email),
      ...remember(seen, row, "external_id", body.external_id),
    ];
    if (errors.length > 0) faults.push({ row, email: body.email, errors });
    else sound.push(one);
  }
  return { sound, faults };
}
