import type { IntegrationCaller } from "@/lib/learning/requests/caller";
import { clock } from "@/lib/kernel/clock";
import type { PagedRows, Paging } from "@/lib/learning/requests/paging";
import type { DeletionResult } from "@/lib/learning/items/deletion";
import type { DeletionParameters } from "@/lib/learning/items/schema";
import { deleteItems, importItems } from "@/lib/learning/items/service";
import { deleteStudentRows, findStudent, findStudentPage, insertStudents } from "./queries";
import { STUDENT_COLUMNS, StudentInput, type NewStudents, type StudentFilters } from "./schema";
import type { StudentRow } from "./serializer";

const anyOf = (values: string[] | undefined) => (values === undefined ? {} : { in: values });

export { findStudent };

/** An id that no student has. */
const NOBODY = 0;

/**
 * Returns the only student whose rows a token may read: that of the learner, even if there is none. Undefined for all other
 * tokens, which read every student of their integrations.
 */
export async function findOnlyStudentId({
  kind,
  integration,
  userId,
}: IntegrationCaller): Promise<number | undefined> {
  if (kind !== "learner") return undefined;
  return (await findStudent(integration, userId))?.id ?? NOBODY;
}

/** Lists the students of an integration that match all filters, in the order added. A learner sees only their own. */
export async function listStudents(
  caller: IntegrationCaller,
  { parameters, paging }: { parameters: StudentFilters; paging: Paging },
): Promise<PagedRows<StudentRow>> {
  const { integration } = caller;
  const id = await findOnlyStudentId(caller);
  const where = {
    ...(id === undefined ? {} : { id }),
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
