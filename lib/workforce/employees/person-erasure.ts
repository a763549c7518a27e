import { recordEvents } from "@/lib/platform/recording/record-events";
import { transaction } from "@/lib/kernel/db";
import {
  countDeletionEvents,
  countEmployeesAt,
  deleteEmployees,
  eraseDeletionEvents,
  lockEmployeesAt,
  removeEmployeeAnswers,
  removeManagers,
  type EmployedPerson,
} from "./person-erasure-queries";

/** Counts the employees who are a person. */
export const countEmployeesOfPerson = (person: EmployedPerson): Promise<number> => countEmployeesAt(person);

/** Counts the events of employees at these addresses who were deleted before. */
export const countEventsOfPerson = (addresses: string[]): Promise<number> => countDeletionEvents(addresses);

/**
 * Deletes up to `limit` employees who are a person, with the event `employment.deleted` for a pseudonym made with `key`,
 * and removes them as managers of others. Returns how many.
 */
export function eraseEmployeesOfPerson(person: EmployedPerson, key: string, limit: number): Promise<number> {
  return transaction(async () => {
    const employees = await lockEmployeesAt(person, key, limit);
    const ids = employees.map(({ id }) => id);
    await removeManagers(ids);
    await removeEmployeeAnswers(ids);
    await deleteEmployees(ids);
    await recordEvents(
      employees.map(({ id, organizationId, pseudonym }) => ({
        organizationId,
        eventType: "employment.deleted",
        subjectId: id,
        data: { email: pseudonym, external_id: null },
      })),
    );
    return employees.length;
  });
}

/** Replaces the addresses in up to `limit` events of employees who were deleted before. Returns how many. */
export const eraseEventsOfPerson = (addresses: string[], key: string, limit: number): Promise<number> =>
  eraseDeletionEvents(addresses, key, limit);
