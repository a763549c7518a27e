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

/** The students of an integration that fit all the filters, in the order added. */
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
 * Registers one student, those of a list or those of a table, and answers a page of the new ones. What is invalid or
 * exists already is told beside them (`invalid_student_[extern_id]`); 400 when nothing else was sent.
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

/** Deletes the students that are named, with their grades; badges that they got stay. */
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
