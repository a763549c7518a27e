import type { Integration } from "@/lib/learning/requests/caller";
import { db } from "@/lib/kernel/db";
import { pageWindow, type PagedRows, type Paging } from "@/lib/learning/requests/paging";
import type { GradableCallback, Prisma } from "@/prisma/generated/client";
import { gradeSelect, type GradeRow } from "./serializer";

export async function findGradePage(
  where: Prisma.LearningGradeWhereInput,
  paging: Paging,
): Promise<PagedRows<GradeRow>> {
  const [rows, total] = await Promise.all([
    db().learningGrade.findMany({
      where,
      select: gradeSelect,
      orderBy: { id: paging.direction },
      relationLoadStrategy: "join",
      ...pageWindow(paging),
    }),
    db().learningGrade.count({ where }),
  ]);
  return { rows, total };
}

/**
 * Finds the student and the gradable of an integration by their extern ids, and locks them so that they cannot be
 * deleted before the transaction ends.
 */
export async function lockStudentAndGradable(
  { organizationId, id }: Integration,
  { studentId, gradableId }: { studentId: string; gradableId: string },
): Promise<{ student: number | null; gradable: { id: number; callback: GradableCallback } | null }> {
  const students = await db().$queryRaw<{ id: number }[]>`
    SELECT id FROM learning_students
    WHERE organization_id = ${organizationId}::uuid AND integration_id = ${id}::int AND extern_id = ${studentId}
    FOR KEY SHARE`;
  const gradables = await db().$queryRaw<{ id: number; callback: GradableCallback }[]>`
    SELECT id, callback::text AS callback FROM learning_gradables
    WHERE organization_id = ${organizationId}::uuid AND integration_id = ${id}::int AND extern_id = ${gradableId}
    FOR KEY SHARE`;
  return { student: students[0]?.id ?? null, gradable: gradables[0] ?? null };
}

export type NewGradeRow = {
  gradableId: number;
  studentId: number;
  score: string;
  rank: number;
  completedAt: Date;
  createdAt: Date;
};

/**
 * Stores a grade, or replaces the student's grade for this gradable, which keeps its id. Inserts only when there is
 * none, because each attempt uses up an id, and ids have 32 bits. Of two concurrent calls the later one replaces the
 * earlier.
 */
export async function upsertGrade({ organizationId, id }: Integration, grade: NewGradeRow): Promise<number> {
  const rows = await db().$queryRaw<{ id: number }[]>`
    WITH replaced AS (
      UPDATE learning_grades
      SET score = ${grade.score}, rank = ${grade.rank}::numeric, completed_at = ${grade.completedAt}::timestamptz
      WHERE gradable_id = ${grade.gradableId}::int AND student_id = ${grade.studentId}::int
      RETURNING id
    ), recorded AS (
      INSERT INTO learning_grades (organization_id, integration_id, gradable_id, student_id, score, rank,
        completed_at, created_at)
      SELECT ${organizationId}::uuid, ${id}::int, ${grade.gradableId}::int, ${grade.studentId}::int,
        ${grade.score}, ${grade.rank}::numeric, ${grade.completedAt}::timestamptz, ${grade.createdAt}::timestamptz
      WHERE NOT EXISTS (SELECT FROM replaced)
      ON CONFLICT (gradable_id, student_id) DO UPDATE
      SET score = excluded.score, rank = excluded.rank, completed_at = excluded.completed_at
      RETURNING id
    )
    SELECT id FROM replaced UNION ALL SELECT id FROM recorded`;
  return Number(rows[0]?.id);
}
