import { isShortenedNumber } from "@/lib/platform/files/table";
import { EmployeeInput } from "@/lib/workforce/employees/schema";
import { truncateText } from "@/lib/kernel/truncate-text";
import { validationError, type FieldError } from "@/lib/kernel/errors";

/** An employee as it was sent: the row of a table, or an entry of a list. */
export type SubmittedEmployee = {
  /** Its position among those that were sent, from 1. */
  row: number;
  value: unknown;
  /** True when it has cells outside the table's columns. */
  isRagged: boolean;
};

/** An employee that can be stored. */
export type ValidEmployee = { row: number; body: EmployeeInput };

/** An employee that cannot be stored, and why. */
export type InvalidEmployee = { row: number; email: string | null; errors: FieldError[] };

const TOO_MANY_CELLS = {
  field: "",
  code: "too_many_cells",
  message: "has more cells than the table has columns",
};

const shortenedIdError = (id: string): FieldError => ({
  field: "external_id",
  code: "shortened_number",
  message: `“${id}” is a long number that Excel has shortened. Format the column as text and enter the full ID`,
});

/** Reads the address as it was sent, so that people can find the row in their own list. */
function readEmail(value: unknown): string | null {
  const email = (value as { email?: unknown } | null)?.email;
  return typeof email === "string" && email.trim() !== "" ? truncateText(email.trim(), 254) : null;
}

function validateEmployee({ row, value, isRagged }: SubmittedEmployee): ValidEmployee | InvalidEmployee {
  const email = readEmail(value);
  if (isRagged) return { row, email, errors: [TOO_MANY_CELLS] };
  const parsed = EmployeeInput.safeParse(value, { reportInput: true });
  if (!parsed.success) return { row, email, errors: validationError(parsed.error).errors };
  const id = parsed.data.external_id;
  return id && isShortenedNumber(id)
    ? { row, email, errors: [shortenedIdError(id)] }
    : { row, body: parsed.data };
}

const repeatedError = (field: string, row: number): FieldError => ({
  field,
  code: "repeated",
  message: `is already used in row ${row}`,
});

/** Returns an error when an earlier row has the same value of this field, and records the row otherwise. */
function findRepetition(
  firstRows: Map<string, number>,
  row: number,
  field: string,
  value: string | null | undefined,
) {
  if (!value) return [];
  const key = `${field}:${value}`;
  const first = firstRows.get(key);
  if (first !== undefined) return [repeatedError(field, first)];
  firstRows.set(key, row);
  return [];
}

/**
 * Separates the employees that can be stored from the others, with the rules for a single one. Of several with the
 * same e-mail or `external_id` the first valid one is stored.
 */
export function validateEmployees(submitted: SubmittedEmployee[]): {
  valid: ValidEmployee[];
  invalid: InvalidEmployee[];
} {
  const valid: ValidEmployee[] = [];
  const invalid: InvalidEmployee[] = [];
  const firstRows = new Map<string, number>();
  for (const one of submitted.map(validateEmployee)) {
    if (!("body" in one)) {
      invalid.push(one);
      continue;
    }
    const { row, body } = one;
    const errors = [
      ...findRepetition(firstRows, row, "email", body.email),
      ...findRepetition(firstRows, row, "external_id", body.external_id),
    ];
    if (errors.length > 0) invalid.push({ row, email: body.email, errors });
    else valid.push(one);
  }
  return { valid, invalid };
}
