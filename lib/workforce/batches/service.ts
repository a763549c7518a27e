import type { EventType } from "@/lib/platform/recording/choices";
import { withAuditEntry } from "@/lib/access/audit/service";
import { changedColumns } from "@/lib/workforce/employees/columns";
import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { invalidField, type FieldError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { recordEvents, type NewEvent } from "@/lib/platform/recording/record-events";
import { readTable } from "@/lib/platform/files/table";
import { readUploadedText } from "@/lib/platform/files/uploaded-text";
import { requireWorkforceAccess } from "@/lib/organizations/profile/service";
import {
  validateEmployees,
  type InvalidEmployee,
  type SubmittedEmployee,
  type ValidEmployee,
} from "./validation";
import {
  attachEmployeesToAccounts,
  findTakenKeys,
  insertEmployees,
  insertPositions,
  lockBatches,
} from "./queries";
import { BATCH_LENGTH, EMPLOYEE_COLUMNS, type EmployeeBatchInput } from "./schema";
import type { BatchRow } from "./serializer";

type Column = keyof typeof EMPLOYEE_COLUMNS;
type TakenKeys = Awaited<ReturnType<typeof findTakenKeys>>;

const COLUMNS = Object.keys(EMPLOYEE_COLUMNS) as Column[];

type Submission = { submitted: SubmittedEmployee[]; ignored: string[] };

/**
 * Parses the rows of a table, which came as `field`. Throws 422 for one that cannot be read, has no column `email` or has too
 * many rows.
 */
function parseRows(field: "csv" | "file", text: string): Submission {
  const optional = COLUMNS.filter((name) => name !== "email");
  const table = readTable(text, EMPLOYEE_COLUMNS, optional);
  if ("errors" in table) {
    const [code = "invalid_csv", message = ""] = Object.entries(table.errors)[0] ?? [];
    throw invalidField(field, code, message);
  }
  if (table.rows.length > BATCH_LENGTH) {
    throw invalidField(
      field,
      "too_big",
      `A file can have at most ${BATCH_LENGTH} rows. Put the others into a second file.`,
    );
  }
  const submitted = table.rows.map(({ number, cells, isRagged }) => ({
    row: number,
    value: cells,
    isRagged,
  }));
  return { submitted, ignored: table.ignored };
}

const numberEmployees = (list: unknown[]): SubmittedEmployee[] =>
  list.map((value, index) => ({ row: index + 1, value, isRagged: false }));

function readSubmission({ employees = [], csv, file, encoding }: EmployeeBatchInput): Submission {
  if (csv !== undefined) return parseRows("csv", csv);
  if (file !== undefined) return parseRows("file", readUploadedText(file, encoding));
  return { submitted: numberEmployees(employees), ignored: [] };
}

const takenError = (field: string): FieldError => ({
  field,
  code: "taken",
  message: "has already been taken",
});

/** Lists errors for the values of an employee that another employee already has. */
const listTakenErrors = ({ body }: ValidEmployee, { emails, externalIds }: TakenKeys): FieldError[] => [
  ...(emails.has(body.email) ? [takenError("email")] : []),
  ...(body.external_id && externalIds.has(body.external_id) ? [takenError("external_id")] : []),
];

const findTakenIn = (organizationId: string, valid: ValidEmployee[]): Promise<TakenKeys> =>
  findTakenKeys(
    organizationId,
    valid.map(({ body }) => body.email),
    valid.flatMap(({ body }) => body.external_id || []),
  );

/** Separates the employees whose address and external id are free from the others. */
async function separateTaken(
  organizationId: string,
  valid: ValidEmployee[],
): Promise<{ free: ValidEmployee[]; invalid: InvalidEmployee[] }> {
  const known = await findTakenIn(organizationId, valid);
  const checked = valid.map((one) => ({ one, errors: listTakenErrors(one, known) }));
  return {
    free: checked.filter(({ errors }) => errors.length === 0).map(({ one }) => one),
    invalid: checked
      .filter(({ errors }) => errors.length > 0)
      .map(({ one, errors }) => ({ row: one.row, email: one.body.email, errors })),
  };
}

type NewRecord = { id: string; one: ValidEmployee };

/** Adds positions, accounts and events for employees that were inserted: four statements for any number of them. */
async function insertRelated(organizationId: string, stored: NewRecord[], now: Date): Promise<void> {
  const positions = stored.flatMap(({ id, one }) =>
    one.body.position_title ? [{ id: newId(), employeeId: id, title: one.body.position_title }] : [],
  );
  if (positions.length > 0) await insertPositions(organizationId, positions, now);
  const ids = stored.map(({ id }) => id);
  const event =
    (eventType: EventType) =>
    (subjectId: string): NewEvent => ({ organizationId, eventType, subjectId });
  // An address that is being confirmed at this moment is associated when its owner next signs in.
  const attached = await attachEmployeesToAccounts(organizationId, ids);
  await recordEvents([
    ...ids.map(event("employment.created")),
    ...attached.map(event("employment.user_account.associated")),
  ]);
}

/**
 * Inserts employees in the state `created`. Returns those that were inserted, without those whose values another
 * request took meanwhile.
 */
async function insertAll(organizationId: string, free: ValidEmployee[]): Promise<ValidEmployee[]> {
  const now = clock.now();
  const entries = free.map((one): NewRecord => ({ id: newId(), one }));
  const ids = await insertEmployees(
    organizationId,
    entries.map(({ id, one: { body } }) => ({ ...changedColumns(body), id, email: body.email })),
    now,
  );
  const stored = entries.filter(({ id }) => ids.has(id));
  if (stored.length > 0) await insertRelated(organizationId, stored, now);
  return stored.map(({ one }) => one);
}

type BatchOutcome = { stored: ValidEmployee[]; invalid: InvalidEmployee[] };

async function storeFree(organizationId: string, valid: ValidEmployee[]): Promise<BatchOutcome> {
  await lockBatches(organizationId);
  const { free, invalid } = await separateTaken(organizationId, valid);
  const stored = free.length > 0 ? await insertAll(organizationId, free) : [];
  const storedSet = new Set(stored);
  const late = free.filter((one) => !storedSet.has(one));
  const lateFaults = late.length > 0 ? (await separateTaken(organizationId, late)).invalid : [];
  return { stored, invalid: [...invalid, ...lateFaults] };
}

async function runBatch(caller: Caller, valid: ValidEmployee[], isDryRun: boolean): Promise<BatchOutcome> {
  if (valid.length === 0) return { stored: [], invalid: [] };
  const { organizationId } = caller;
  if (isDryRun) {
    const { free, invalid } = await separateTaken(organizationId, valid);
    return { stored: free, invalid };
  }
  return withAuditEntry(caller, "employee.import", null, () => storeFree(organizationId, valid));
}

/**
 * Creates up to 5,000 employees from a list or a table (decision 0071). Valid ones are stored in one transaction, the
 * others are reported by row. With `dry_run` nothing is stored, and the response is what it would be. Emits
 * `employment.created` for each. Throws 422 when the table itself cannot be read.
 */
export async function createEmployees(caller: Caller, body: EmployeeBatchInput): Promise<BatchRow> {
  await requireWorkforceAccess(caller);
  const isDryRun = body.dry_run ?? false;
  const { submitted, ignored } = readSubmission(body);
  const checked = validateEmployees(submitted);
  const { stored, invalid } = await runBatch(caller, checked.valid, isDryRun);
  return {
    isDryRun,
    total: submitted.length,
    ignored,
    stored,
    invalid: [...checked.invalid, ...invalid].toSorted((one, other) => one.row - other.row),
  };
}
