import { audited } from "@/lib/access/audit/service";
import { columnsOf } from "@/lib/workforce/employees/columns";
import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { invalidField, type FieldError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { record, type NewEvent } from "@/lib/delivery/recording/record";
import { readTable } from "@/lib/platform/files/table";
import { requireWorkforce } from "@/lib/organizations/profile/service";
import { judge, type Fault, type Given, type Sound } from "./judge";
import { attachToAccounts, findTaken, insertEmployees, insertPositions, lockBatches } from "./queries";
import { BATCH_LENGTH, EMPLOYEE_COLUMNS, type EmployeeBatchInput } from "./schema";
import type { BatchRow } from "./serializer";

type Column = keyof typeof EMPLOYEE_COLUMNS;
type Taken = Awaited<ReturnType<typeof findTaken>>;

const COLUMNS = Object.keys(EMPLOYEE_COLUMNS) as Column[];

/** Parses the rows of a table. Throws 422 for one that cannot be read, has no column `email` or has too many rows. */
function rowsOf(text: string): { given: Given[]; ignored: string[] } {
  const optional = COLUMNS.filter((name) => name !== "email");
  const table = readTable(text, EMPLOYEE_COLUMNS, optional);
  if ("errors" in table) {
    const [code = "invalid_csv", message = ""] = Object.entries(table.errors)[0] ?? [];
    throw invalidField("csv", code, message);
  }
  if (table.rows.length > BATCH_LENGTH) {
    throw invalidField(
      "csv",
      "too_big",
      `A file takes at most ${BATCH_LENGTH} rows; send the others in a second one.`,
    );
  }
  const given = table.rows.map(({ number, cells, isRagged }) => ({ row: number, value: cells, isRagged }));
  return { given, ignored: table.ignored };
}

const membersOf = (list: unknown[]): Given[] =>
  list.map((value, index) => ({ row: index + 1, value, isRagged: false }));

const taken = (field: string): FieldError => ({ field, code: "taken", message: "has already been taken" });

/** Lists errors for the values of an employee that another employee already has. */
const takenErrors = ({ body }: Sound, { emails, externalIds }: Taken): FieldError[] => [
  ...(emails.has(body.email) ? [taken("email")] : []),
  ...(body.external_id && externalIds.has(body.external_id) ? [taken("external_id")] : []),
];

const lookUp = (organizationId: string, sound: Sound[]): Promise<Taken> =>
  findTaken(
    organizationId,
    sound.map(({ body }) => body.email),
    sound.flatMap(({ body }) => body.external_id || []),
  );

/** Separates the employees whose address and external id are free from the others. */
async function withoutTaken(
  organizationId: string,
  sound: Sound[],
): Promise<{ free: Sound[]; faults: Fault[] }> {
  const known = await lookUp(organizationId, sound);
  const judged = sound.map((one) => ({ one, errors: takenErrors(one, known) }));
  return {
    free: judged.filter(({ errors }) => errors.length === 0).map(({ one }) => one),
    faults: judged
      .filter(({ errors }) => errors.length > 0)
      .map(({ one, errors }) => ({ row: one.row, email: one.body.email, errors })),
  };
}

type New = { id: string; one: Sound };

/** Adds positions, accounts and events for employees that were inserted: four statements for any number of them. */
async function follow(organizationId: string, stored: New[], now: Date): Promise<void> {
  const positions = stored.flatMap(({ id, one }) =>
    one.body.position_title ? [{ id: newId(), employeeId: id, title: one.body.position_title }] : [],
  );
  if (positions.length > 0) await insertPositions(organizationId, positions, now);
  const ids = stored.map(({ id }) => id);
  const event =
    (eventType: string) =>
    (subjectId: string): NewEvent => ({ organizationId, eventType, subjectId });
  // An address that is being confirmed at this moment is associated when its owner next signs in.
  const attached = await attachToAccounts(organizationId, ids);
  await record([
    ...ids.map(event("employment.created")),
    ...attached.map(event("employment.user_account.associated")),
  ]);
}

/**
 * Inserts employees in the state `created`. Returns those that were inserted, without those whose values another
 * request took meanwhile.
 */
async function store(organizationId: string, free: Sound[]): Promise<Sound[]> {
  const now = clock.now();
  const entries = free.map((one): New => ({ id: newId(), one }));
  const ids = await insertEmployees(
    organizationId,
    entries.map(({ id, one: { body } }) => ({ ...columnsOf(body), id, email: body.email })),
    now,
  );
  const stored = entries.filter(({ id }) => ids.has(id));
  if (stored.length > 0) await follow(organizationId, stored, now);
  return stored.map(({ one }) => one);
}

type Outcome = { stored: Sound[]; faults: Fault[] };

async function storeAll(organizationId: string, sound: Sound[]): Promise<Outcome> {
  await lockBatches(organizationId);
  const { free, faults } = await withoutTaken(organizationId, sound);
  const stored = free.length > 0 ? await store(organizationId, free) : [];
  const kept = new Set(stored);
  const late = free.filter((one) => !kept.has(one));
  const overtaken = late.length > 0 ? (await withoutTaken(organizationId, late)).faults : [];
  return { stored, faults: [...faults, ...overtaken] };
}

async function outcomeOf(caller: Caller, sound: Sound[], isDryRun: boolean): Promise<Outcome> {
  if (sound.length === 0) return { stored: [], faults: [] };
  const { organizationId } = caller;
  if (isDryRun) {
    const { free, faults } = await withoutTaken(organizationId, sound);
    return { stored: free, faults };
  }
  return audited(caller, "employee.import", null, () => storeAll(organizationId, sound));
}

/**
 * Creates up to 5,000 employees from a list or a table (decision 0071). Valid ones are stored in one transaction, the
 * others are reported by row. With `dry_run` nothing is stored, and the response is what it would be. Emits
 * `employment.created` for each. Throws 422 when the table itself cannot be read.
 */
export async function createEmployees(caller: Caller, body: EmployeeBatchInput): Promise<BatchRow> {
  await requireWorkforce(caller);
  const isDryRun = body.dry_run ?? false;
  const { given, ignored } =
    body.csv === undefined ? { given: membersOf(body.employees ?? []), ignored: [] } : rowsOf(body.csv);
  const judged = judge(given);
  const { stored, faults } = await outcomeOf(caller, judged.sound, isDryRun);
  return {
    isDryRun,
    total: given.length,
    ignored,
    stored,
    faults: [...judged.faults, ...faults].toSorted((one, other) => one.row - other.row),
  };
}
