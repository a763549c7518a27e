import type { IntegrationCaller } from "@/lib/learning/requests/caller";
import { clock } from "@/lib/kernel/clock";
import type { Found, Paging } from "@/lib/learning/requests/paging";
import type { Deletion } from "@/lib/learning/items/deletion";
import type { DeletionParameters } from "@/lib/learning/items/schema";
import { deleteItems, importItems } from "@/lib/learning/items/service";
import { deleteStudentRows, findStudentPage, insertStudents } from "./queries";
import { STUDENT_COLUMNS, StudentInput, type NewStudents, type StudentFilters } from "./schema";
import type { StudentRow } from "./serializer";

const oneOf = (values: string[] | undefined) => (values === undefined ? {} : { in: values });

/** The students of an integration that fit all the filters, in the order added. */
export function listStudents(
  { integration }: IntegrationCaller,
  { parameters, paging }: { parameters: StudentFilters; paging: Paging },
): Promise<Found<StudentRow>> {
  const where = {
    organizationId: integration.organizationId,
    integrationId: integration.id,
    externId: oneOf(parameters.extern_id),
    first: oneOf(parameters.first),
    last: oneOf(parameters.last),
    email: oneOf(parameters.email),
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
): Promise<Found<StudentRow>> {
  const { students = [parameters] } = parameters;
  const what = {
    type: "student" as const,
    columns: STUDENT_COLUMNS,
    schema: StudentInput,
    store: (items: StudentInput[]) => insertStudents(caller.integration, items, clock.now()),
  };
  return importItems(caller, what, students, paging);
}

/** Deletes the students that are named, with their grades; badges that they got stay. */
export function deleteStudents(
  caller: IntegrationCaller,
  { parameters }: { parameters: DeletionParameters },
): Promise<Deletion<StudentRow>> {
  const { extern_id: wanted } = parameters;
  return deleteItems(caller, "student", wanted, async () => ({
    rows: await deleteStudentRows(caller.integration, wanted),
    kept: [],
  }));
}
