import type { Prisma } from "@/prisma/generated/client";
import type { LearningGradableItem, LearningGradeItem, LearningLogItem, LearningStudentItem } from "./schema";

export const studentSelect = {
  id: true,
  externId: true,
  first: true,
  last: true,
  email: true,
  integrationId: true,
  createdAt: true,
} satisfies Prisma.LearningStudentSelect;

export type StudentRow = Prisma.LearningStudentGetPayload<{ select: typeof studentSelect }> & {
  gradesCount: number;
  badgesCount: number;
};

export const presentStudent = (row: StudentRow): LearningStudentItem => ({
  id: row.id,
  extern_id: row.externId,
  first: row.first,
  last: row.last,
  email: row.email,
  integration_id: row.integrationId,
  grades_count: row.gradesCount,
  badges_count: row.badgesCount,
  created_at: row.createdAt.toISOString(),
});

export const gradableSelect = {
  id: true,
  externId: true,
  name: true,
  callback: true,
  minPassRequirement: true,
  createdAt: true,
} satisfies Prisma.LearningGradableSelect;

export type GradableRow = Prisma.LearningGradableGetPayload<{ select: typeof gradableSelect }> & {
  gradesCount: number;
  rulesCount: number;
};

export const presentGradable = (row: GradableRow): LearningGradableItem => ({
  id: row.id,
  extern_id: row.externId,
  name: row.name,
  callback: row.callback,
  min_pass_requirement: row.minPassRequirement,
  grades_count: row.gradesCount,
  rules_count: row.rulesCount,
  created_at: row.createdAt.toISOString(),
});

export const gradeSelect = {
  id: true,
  score: true,
  completedAt: true,
  gradable: { select: { id: true, externId: true, name: true, callback: true } },
  student: { select: { id: true, externId: true, first: true, last: true, email: true } },
} satisfies Prisma.LearningGradeSelect;

export type GradeRow = Prisma.LearningGradeGetPayload<{ select: typeof gradeSelect }>;

export const presentGrade = ({ gradable, student, ...row }: GradeRow): LearningGradeItem => ({
  id: row.id,
  score: row.score,
  completed_at: row.completedAt.toISOString(),
  gradable: {
    id: gradable.id,
    extern_id: gradable.externId,
    name: gradable.name,
    callback: gradable.callback,
  },
  student: {
    id: student.id,
    extern_id: student.externId,
    first: student.first,
    last: student.last,
    email: student.email,
  },
});

export const logSelect = {
  id: true,
  createdAt: true,
  action: true,
  type: true,
  errorId: true,
  data: true,
} satisfies Prisma.LearningLogSelect;

export type LogRow = Prisma.LearningLogGetPayload<{ select: typeof logSelect }>;

export const presentLog = (row: LogRow): LearningLogItem => ({
  id: Number(row.id),
  created_at: row.createdAt.toISOString(),
  action: row.action,
  type: row.type,
  error_id: row.errorId,
  data: row.data,
});
