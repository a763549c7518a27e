import type { ListInput } from "@/lib/kernel/list/list-input";
import { listChanges } from "@/lib/access/audit/changes";
import { withAuditEntry } from "@/lib/access/audit/service";
import type { EventType } from "@/lib/platform/recording/choices";
import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { normalizeEmailAddress } from "@/lib/kernel/email-address";
import { invalidField, notFound } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { parseFilter } from "@/lib/kernel/list/filter";
import { listKeys } from "@/lib/kernel/list/keys";
import type { Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import { recordEvents } from "@/lib/platform/recording/record-events";
import { requireWorkforceAccess } from "@/lib/organizations/profile/service";
import { lockConfirmedUser } from "@/lib/identity/users/service";
import { filters, findEmployeePage, newestFirst, sorts } from "./list-queries";
import {
  findEventBadges,
  findVisibleBadges,
  changePosition,
  countStates,
  deleteEmployeeRow,
  findEmployee,
  findEmployments,
  findPositions,
  findEmploymentIdentities,
  findEmployeesByKey,
  insertEmployee,
  lockEmployee,
  saveEmployee,
  takenField,
} from "./queries";
import { findAddressChange } from "./address-change";
import { changedColumns } from "./columns";
import type { EmploymentIdentity } from "./identity";
import type { EmployeeChange, EmployeeCounts, EmployeeInput } from "./schema";
import type { EmployeeDataRow, EmployeeRow, EmploymentRow } from "./serializer";

/** How many badges of one employee the data view shows, the newest. Only automated issuing exceeds it. */
const MAX_BADGES = 1_000;

export const employeeListKeys = listKeys(filters(""), sorts);

/** The newer filter syntax, for the documentation of the list. */
export const employeeFilterQuery = {
  "filter[active]": "`true` or `false`. Inactive employees have a `deactivated_at`.",
  "filter[name_or_email]":
    "Words of the full name and the e-mail address, or parts of them, in any order. Accents and capitals do not matter.",
  "filter[employee_state]": "One or more of `created`, `accepted`, `rejected`, `pending`, comma-delimited.",
  "filter[badge_level]":
    "Employees with a badge of this level that the organization can see. One or more of `Foundational`, `Intermediate`, `Advanced`.",
};

/** Lists the organization's employees, newest first unless sorted. */
export async function listEmployees(caller: Caller, input: ListInput): Promise<Page<EmployeeRow>> {
  await requireWorkforceAccess(caller);
  const { organizationId } = caller;
  const filter = parseFilter(input.filter, filters(organizationId));
  const order = parseSort(input.sort, sorts, newestFirst);
  return findEmployeePage(organizationId, filter, order, input.page);
}

/** Counts the active employees in each state, and those in `created` who were never invited. */
export async function countEmployeesByState(caller: Caller): Promise<EmployeeCounts> {
  await requireWorkforceAccess(caller);
  const counts: EmployeeCounts = { created: 0, pending: 0, accepted: 0, rejected: 0, uninvited: 0 };
  for (const { state, count, uninvited } of await countStates(caller.organizationId)) {
    counts[state] = count;
    if (state === "created") counts.uninvited = uninvited;
  }
  return counts;
}

/**
 * Returns the employee of a path (specification: e-mail or `external_id`; the record's id is accepted too). An e-mail
 * takes precedence over another employee's equal `external_id`, and both over an id. Throws 404 otherwise.
 */
export async function getEmployee(caller: Caller, employeeId: string): Promise<EmployeeRow> {
  const text = employeeId;
  const [found] = await Promise.all([
    findEmployeesByKey(caller.organizationId, text),
    requireWorkforceAccess(caller),
  ]);
  const email = normalizeEmailAddress(text);
  const named =
    found.find((row) => row.email === email) ?? found.find((row) => row.externalId === text) ?? found[0];
  if (!named) throw notFound();
  return named;
}

const recordEmployeeEvents = (caller: Caller, id: string, ...eventTypes: EventType[]) =>
  recordEvents(
    eventTypes.map((eventType) => ({ organizationId: caller.organizationId, eventType, subjectId: id })),
  );

/** Runs a write, and throws 422 with the field when its value belongs to another employee. */
async function withTakenField<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    const field = takenField(error);
    throw field ? invalidField(field, "taken", "has already been taken") : error;
  }
}

const getStoredEmployee = async (caller: Caller, id: string): Promise<EmployeeRow> => {
  const row = await findEmployee(caller.organizationId, id);
  if (!row) throw notFound();
  return row;
};

/** What a directory says of an employee besides the fields that organizations change. */
type Status = { isActive: boolean; email: string };

/**
 * Creates an employee record in the state `created`, associated with the account whose confirmed address it has, if
 * there is one. Emits `employment.created`. Throws 422 for an e-mail or `external_id` that another employee has, also an
 * inactive one.
 */
export async function createEmployeeWithStatus(
  caller: Caller,
  body: EmployeeInput,
  { isActive }: Pick<Status, "isActive">,
): Promise<EmployeeRow> {
  await requireWorkforceAccess(caller);
  const { organizationId } = caller;
  const id = newId();
  return withAuditEntry(caller, "employee.create", id, async () => {
    const now = clock.now();
    // Locked until the commit, so that a concurrent confirmation of the address finds this record, or is found here.
    const user = await lockConfirmedUser(body.email);
    const columns = changedColumns(body);
    const times = { stateUpdatedAt: now, createdAt: now, lastUpdatedByOrganizationAt: now };
    await withTakenField(
      insertEmployee({
        ...columns,
        ...times,
        id,
        organizationId,
        email: body.email,
        deactivatedAt: isActive ? null : now,
        userId: user?.id ?? null,
      }),
    );
    if (columns.positionTitle) await changePosition(organizationId, id, columns.positionTitle, now);
    await recordEmployeeEvents(
      caller,
      id,
      "employment.created",
      ...(user ? (["employment.user_account.associated"] as const) : []),
    );
    return getStoredEmployee(caller, id);
  });
}

/** Creates an active employee (`createEmployeeWithStatus`). */
export const createEmployee = (caller: Caller, body: EmployeeInput): Promise<EmployeeRow> =>
  createEmployeeWithStatus(caller, body, { isActive: true });

/** Returns the column that makes an employee active or inactive; none if they are it already. */
const changedActivity = (
  { isActive }: Status,
  before: EmployeeRow,
  now: Date,
): { deactivatedAt?: Date | null } =>
  isActive === (before.deactivatedAt === null) ? {} : { deactivatedAt: isActive ? null : now };

/** Names the change for the audit log. */
function changeAction({ deactivatedAt }: { deactivatedAt?: Date | null }): string {
  if (deactivatedAt === undefined) return "employee.update";
  return deactivatedAt === null ? "employee.reactivate" : "employee.deactivate";
}

/**
 * Changes the given fields, and what a directory says if it is given, whose address the caller must have locked. A new position
 * is added to the history. Emits `employment.updated` when something changed. Throws 404 when unknown, 422 for an e-mail or
 * `external_id` that another employee has.
 */
export function changeEmployee(
  caller: Caller,
  id: string,
  body: EmployeeChange,
  status: Status | null = null,
): Promise<EmployeeRow> {
  const { organizationId } = caller;
  return transaction(async () => {
    const before = await lockEmployee(organizationId, id);
    if (!before) throw notFound();
    const now = clock.now();
    const activity = status ? changedActivity(status, before, now) : {};
    const address = await findAddressChange(before, status?.email ?? before.email, now);
    return withAuditEntry(caller, changeAction(activity), id, async (noteChanges) => {
      const changed = { ...changedColumns(body, before), ...activity, ...address.columns };
      const names = Object.keys(changed);
      if (names.length === 0) return before;
      await withTakenField(
        saveEmployee(organizationId, id, { ...changed, lastUpdatedByOrganizationAt: now }),
      );
      if (changed.positionTitle !== undefined) {
        await changePosition(organizationId, id, changed.positionTitle, now);
      }
      // About a person: the names of the fields alone, because entries of the log are never changed.
      noteChanges(listChanges({}, changed, { withoutValues: names }));
      await recordEmployeeEvents(caller, id, "employment.updated", ...address.events);
      return getStoredEmployee(caller, id);
    });
  });
}

/** Changes the fields of the employee of a path except the e-mail (`changeEmployee`). */
export async function updateEmployee(
  caller: Caller,
  employeeId: string,
  body: EmployeeChange,
): Promise<EmployeeRow> {
  const { id } = await getEmployee(caller, employeeId);
  return changeEmployee(caller, id, body);
}

/** Deletes an employee record with its history. Emits `employment.deleted`, with what identified it. */
export async function deleteEmployee(caller: Caller, employeeId: string): Promise<void> {
  const { id } = await getEmployee(caller, employeeId);
  const { organizationId } = caller;
  await withAuditEntry(caller, "employee.delete", id, async () => {
    const deleted = await deleteEmployeeRow(organizationId, id);
    if (!deleted) throw notFound();
    const data = { email: deleted.email, external_id: deleted.externalId };
    await recordEvents([{ organizationId, eventType: "employment.deleted", subjectId: id, data }]);
  });
}

/**
 * Returns an employee with the badges that the organization sees (specification, "data"), the newest 1,000, and their
 * positions.
 */
export async function getEmployeeData(caller: Caller, employeeId: string): Promise<EmployeeDataRow> {
  const employee = await getEmployee(caller, employeeId);
  const { organizationId } = caller;
  const [badges, histories] = await Promise.all([
    findVisibleBadges(organizationId, [employee.id], MAX_BADGES),
    findPositions(organizationId, employee.id),
  ]);
  return { employee, badges: badges.get(employee.id) ?? [], histories };
}

/**
 * Lists employments as their events show them, each with its newest `most` badges, in two queries for any number of
 * them.
 */
export async function listEventEmployments(
  organizationId: string,
  ids: string[],
  most: number,
): Promise<EmploymentRow[]> {
  if (ids.length === 0) return [];
  const [employees, badges] = await Promise.all([
    findEmployments(organizationId, ids),
    findVisibleBadges(organizationId, ids, most),
  ]);
  return employees.map((employee) => ({ employee, badges: badges.get(employee.id) ?? [] }));
}

/** Lists what identifies employments, for events whose reader may see nothing else of them. */
export const listEventIdentities = (organizationId: string, ids: string[]): Promise<EmploymentIdentity[]> =>
  ids.length > 0 ? findEmploymentIdentities(organizationId, ids) : Promise.resolve([]);

/** Finds the badges of employment events. */
export const findEmploymentEventBadges = findEventBadges;
