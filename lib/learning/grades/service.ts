import { withAuditEntry } from "@/lib/access/audit/service";
import type { Integration, IntegrationCaller } from "@/lib/learning/requests/caller";
import { clock } from "@/lib/kernel/clock";
import { invalidParameters } from "@/lib/learning/requests/errors";
import type { PagedRows, Paging } from "@/lib/learning/requests/paging";
import { parseGrade, listGradeSpellings, type Grade } from "@/lib/learning/gradables/grade-types";
import { findOnlyStudentId } from "@/lib/learning/students/service";
import { acquireIntegrationLock } from "@/lib/learning/integrations/service";
import { writeLogs } from "@/lib/learning/logs/service";
import { findGradePage, lockStudentAndGradable, upsertGrade } from "./queries";
import type { GradeFilters, NewGrade } from "./schema";
import type { GradeRow } from "./serializer";

/** Lists the grades of an integration that match all filters, in the order added. A learner sees only their own. */
export async function listGrades(
  caller: IntegrationCaller,
  { parameters, paging }: { parameters: GradeFilters; paging: Paging },
): Promise<PagedRows<GradeRow>> {
  const { integration } = caller;
  const onlyStudentId = await findOnlyStudentId(caller);
  const { gradable_id, student_id, gradable_extern_id, student_extern_id, score, start, end } = parameters;
  const integrationId = integration.id;
  const where = {
    organizationId: integration.organizationId,
    integrationId,
    ...(gradable_id === undefined ? {} : { gradableId: gradable_id }),
    ...(student_id === undefined ? {} : { studentId: student_id }),
    ...(onlyStudentId === undefined ? {} : { AND: { studentId: onlyStudentId } }),
    ...(score === undefined ? {} : { score: { in: listGradeSpellings(score) } }),
    ...(gradable_extern_id === undefined
      ? {}
      : { gradable: { integrationId, externId: gradable_extern_id } }),
    ...(student_extern_id === undefined ? {} : { student: { integrationId, externId: student_extern_id } }),
    completedAt: { ...(start ? { gte: start } : {}), ...(end ? { lte: end } : {}) },
  };
  return findGradePage(where, paging);
}

type GradeTarget = { gradableId: number; studentId: number; grade: Grade };

/**
 * Finds and locks the student and the gradable of a grade, and parses the score. 400 that names everything unknown, or
 * a score that the gradable does not accept.
 */
async function resolveGradeTarget(integration: Integration, given: NewGrade): Promise<GradeTarget> {
  const ids = { gradableId: given.gradable_id, studentId: given.student_id };
  const { gradable, student } = await lockStudentAndGradable(integration, ids);
  const grade = gradable ? parseGrade(gradable.callback, given.score) : null;
  if (gradable && student !== null && grade) return { gradableId: gradable.id, studentId: student, grade };
  throw invalidParameters({
    ...(student === null ? { invalid_param_student_id: "There is no student with this external ID." } : {}),
    ...(gradable ? {} : { invalid_param_gradeable_id: "There is no gradable with this external ID." }),
    ...(gradable && !grade ? { invalid_param_score: `is not a grade of the type ${gradable.callback}` } : {}),
  });
}

/**
 * Stores the grade of a student, or replaces the existing one whatever its date: of two concurrent requests the later
 * one wins. 400 for an unknown student or gradable, and for a score of another type.
 */
export async function registerGrade(
  caller: IntegrationCaller,
  { parameters }: { parameters: NewGrade },
): Promise<PagedRows<GradeRow>> {
  const { integration } = caller;
  const row = await withAuditEntry(
    caller,
    "learning_grade.register",
    ({ id }: GradeRow) => String(id),
    async () => {
      await acquireIntegrationLock(integration);
      const { gradableId, studentId, grade } = await resolveGradeTarget(integration, parameters);
      const createdAt = clock.now();
      const { gradable_id, student_id, date: completedAt = createdAt } = parameters;
      const id = await upsertGrade(integration, { gradableId, studentId, ...grade, completedAt, createdAt });
      const data = { gradable_extern_id: gradable_id, student_extern_id: student_id, score: grade.score };
      await writeLogs(integration, [{ action: "create", type: "grade", data }]);
      return {
        id,
        gradableId,
        studentId,
        score: grade.score,
        completedAt,
        gradable: { externId: gradable_id },
        student: { externId: student_id },
      };
    },
  );
  return { rows: [row], total: 1 };
}
