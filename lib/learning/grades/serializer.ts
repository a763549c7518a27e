import type { Prisma } from "@/prisma/generated/client";
import type { Grades, LearningGrade } from "./schema";

export const gradeSelect = {
  id: true,
  gradableId: true,
  studentId: true,
  score: true,
  completedAt: true,
  gradable: { select: { externId: true } },
  student: { select: { externId: true } },
} satisfies Prisma.LearningGradeSelect;

export type GradeRow = Prisma.LearningGradeGetPayload<{ select: typeof gradeSelect }>;

const presentGrade = (row: GradeRow): LearningGrade => ({
  id: row.id,
  gradeable_id: row.gradableId,
  student_id: row.studentId,
  score: row.score,
  date: row.completedAt.toUTCString(),
  gradable_extern_id: row.gradable.externId,
  student_extern_id: row.student.externId,
});

export const presentGrades = (rows: GradeRow[]): Grades => ({ grades: rows.map(presentGrade) });
