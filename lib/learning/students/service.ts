import type { IntegrationCaller } from "@/lib/learning/requests/caller";
import { clock } from "@/lib/kernel/clock";
import type { PagedRows, Paging } from "@/lib/learning/requests/paging";
import type { DeletionResult } from "@/lib/learning/items/deletion";
import type { DeletionParameters } from "@/lib/learning/items/schema";
import { deleteItems, importItems } from "@/lib/learning/items/service";
import { deleteStudentRows, findStudentPage, insertStudents } from "./queries";
import { STUDENT_COLUMNS, StudentInput, type NewStudents, type StudentFilters } from "./schema";
import type { StudentRow } from "./serializer";

const anyOf = (values: string[] | undefined) => (values === undefined ? {} : { in: values });

/** Lists the students of an integration that match all filters, in the order added. */
export function listStudents(
  { integration }: IntegrationCaller,
  { parameters, paging }: { parameters: StudentFilters; paging: Paging },
): Promise<PagedRows<StudentRow>> {
  const where = {
    organizationId: integration.organizationId,
    integrationId: integration.id,
    externId: anyOf(parameters.extern_id),
    first: anyOf(parameters.first),
    last: anyOf(parameters.last),
    email: anyOf(parameters.email),
  };
  return findStudentPage(where, paging);
}

/**
 * Adds one student, or those of a list or table, and returns a page of the new ones. Invalid and existing ones are
 * reported with them (`invalid_student_[extern_id]`); 400 when none could be added.
 */
export function createStudents(
  caller: IntegrationCaller,
  { parameters, paging }: { parameters: NewStudents; paging: Paging },
): Promise<PagedRows<StudentRow>> {
  const { students = [parameters] } = parameters;
  const definition = {
    type: "student" as const,
    columns: STUDENT_COLUMNS,
    schema: StudentInput,
    store: (items: StudentInput[]) => insertStudents(caller.integration, items, clock.now()),
  };
  return importItems(caller, definition, students, paging);
}

/** Deletes the selected students with their grades. Their badges are kept. */
export function deleteStudents(
  caller: IntegrationCaller,
  { parameters }: { parameters: DeletionParameters },
): Promise<DeletionResult<StudentRow>> {
  const { extern_id: selection } = parameters;
  return deleteItems(caller, "student", selection, async () => ({
    rows: await deleteStudentRows(caller.integration, selection),
    retained: [],
  }));
}
