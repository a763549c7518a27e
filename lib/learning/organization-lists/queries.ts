import { db } from "@/lib/kernel/db";
import {
  parseBooleanFilter,
  parseNotAfter,
  parseNotBefore,
  parseChoices,
  parseSerialIdList,
  parseAddressFilter,
} from "@/lib/kernel/list/filter-values";
import { escapeLike, type Filters } from "@/lib/kernel/list/filter";
import {
  cappedTotal,
  maxReachableRows,
  loadCappedPage,
  toSkipTake,
  type Page,
  type PageRequest,
} from "@/lib/kernel/list/page";
import type { Sorts } from "@/lib/kernel/list/sort";
import type { Prisma } from "@/prisma/generated/client";
import { GradableCallback } from "@/lib/learning/gradables/schema";
import { LOG_ACTIONS, LOG_TYPES } from "./schema";
import {
  gradableSelect,
  gradeSelect,
  logSelect,
  studentSelect,
  type GradableRow,
  type GradeRow,
  type LogRow,
  type StudentRow,
} from "./serializer";

type StudentWhere = Prisma.LearningStudentWhereInput;
type GradableWhere = Prisma.LearningGradableWhereInput;
type GradeWhere = Prisma.LearningGradeWhereInput;
type LogWhere = Prisma.LearningLogWhereInput;

const containsText = (value: string) => ({ contains: escapeLike(value), mode: "insensitive" as const });

const splitWords = (value: string): string[] => value.split(/\s+/).filter(Boolean).slice(0, 10);

/**
 * Matches students who have each word in one of the columns, because people search for "Ada Lovelace" and first and
 * last name are separate columns.
 */
const buildStudentCondition = (value: string): StudentWhere => ({
  AND: splitWords(value)
    .map(containsText)
    .map((word) => ({ OR: [{ first: word }, { last: word }, { email: word }, { externId: word }] })),
});

export const studentFilters: Filters<StudentWhere> = {
  query: buildStudentCondition,
  extern_id: (value) => ({ externId: value }),
  email: (value) => ({ email: parseAddressFilter("email", value) }),
};

export const studentSorts: Sorts<Prisma.LearningStudentOrderByWithRelationInput> = {
  first: (direction) => ({ firstOrder: direction }),
  last: (direction) => ({ lastOrder: direction }),
  email: (direction) => ({ email: direction }),
  created_at: (direction) => ({ id: direction }),
};

export const gradableFilters: Filters<GradableWhere> = {
  query: (value) => ({
    OR: [{ name: containsText(value.trim()) }, { externId: containsText(value.trim()) }],
  }),
  callback: (value) => ({ callback: { in: parseChoices("callback", GradableCallback.options, value) } }),
};

export const gradableSorts: Sorts<Prisma.LearningGradableOrderByWithRelationInput> = {
  name: (direction) => ({ nameOrder: direction }),
  created_at: (direction) => ({ id: direction }),
};

export const gradeFilters: Filters<GradeWhere> = {
  query: (value) => ({ student: buildStudentCondition(value) }),
  gradable_id: (value) => ({ gradableId: { in: parseSerialIdList("gradable_id", value) } }),
  student_id: (value) => ({ studentId: { in: parseSerialIdList("student_id", value) } }),
  completed_at_min: (value) => ({ completedAt: parseNotBefore("completed_at_min", value) }),
  completed_at_max: (value) => ({ completedAt: parseNotAfter("completed_at_max", value) }),
};

export const gradeSorts: Sorts<Prisma.LearningGradeOrderByWithRelationInput> = {
  completed_at: (direction) => ({ completedAt: direction }),
};

export const logFilters: Filters<LogWhere> = {
  action: (value) => ({ action: { in: parseChoices("action", LOG_ACTIONS, value) } }),
  type: (value) => ({ type: { in: parseChoices("type", LOG_TYPES, value) } }),
  failed: (value) => ({ errorId: parseBooleanFilter("failed", value) ? { not: null } : null }),
  created_at_min: (value) => ({ createdAt: parseNotBefore("created_at_min", value) }),
  created_at_max: (value) => ({ createdAt: parseNotAfter("created_at_max", value) }),
};

export const logSorts: Sorts<Prisma.LearningLogOrderByWithRelationInput> = {
  created_at: (direction) => ({ createdAt: direction }),
};

/** Turns grouped counts into a look-up by id. */
const toCountLookup = (groups: { id: number; count: number }[]): ((id: number) => number) => {
  const found = new Map(groups.map(({ id, count }) => [id, count]));
  return (id) => found.get(id) ?? 0;
};

export async function findStudentPage(
  where: StudentWhere,
  order: Prisma.LearningStudentOrderByWithRelationInput[],
  page: PageRequest,
): Promise<Page<StudentRow>> {
  const [students, total] = await Promise.all([
    db().learningStudent.findMany({
      where,
      select: studentSelect,
      orderBy: [...order, { id: "asc" }],
      ...toSkipTake(page),
    }),
    db().learningStudent.count({ where, take: maxReachableRows(page) }),
  ]);
  const ofStudents = {
    by: ["studentId" as const],
    where: { studentId: { in: students.map(({ id }) => id) } },
  };
  const [grades, awards] = await Promise.all([
    db().learningGrade.groupBy({ ...ofStudents, _count: true }),
    db().learningAward.groupBy({ ...ofStudents, _count: true }),
  ]);
  const countGrades = toCountLookup(grades.map(({ studentId: id, _count: count }) => ({ id, count })));
  const countBadges = toCountLookup(awards.map(({ studentId: id, _count: count }) => ({ id, count })));
  const rows = students.map((row) => ({
    ...row,
    gradesCount: countGrades(row.id),
    badgesCount: countBadges(row.id),
  }));
  return { ...page, rows, ...cappedTotal(page, total) };
}

export async function findGradablePage(
  where: GradableWhere,
  order: Prisma.LearningGradableOrderByWithRelationInput[],
  page: PageRequest,
): Promise<Page<GradableRow>> {
  const [gradables, total] = await Promise.all([
    db().learningGradable.findMany({
      where,
      select: gradableSelect,
      orderBy: [...order, { id: "asc" }],
      ...toSkipTake(page),
    }),
    db().learningGradable.count({ where, take: maxReachableRows(page) }),
  ]);
  const ids = gradables.map(({ id }) => id);
  // A rule may require one gradable twice, with a lower and an upper bound, and counts once.
  const [grades, requirements] = await Promise.all([
    db().learningGrade.groupBy({ by: ["gradableId"], where: { gradableId: { in: ids } }, _count: true }),
    db().learningRuleRequirement.groupBy({
      by: ["gradableId", "ruleId"],
      where: { gradableId: { in: ids } },
    }),
  ]);
  const countGrades = toCountLookup(grades.map(({ gradableId: id, _count: count }) => ({ id, count })));
  const countRules = (id: number) => requirements.filter(({ gradableId }) => gradableId === id).length;
  const rows = gradables.map((row) => ({
    ...row,
    gradesCount: countGrades(row.id),
    rulesCount: countRules(row.id),
  }));
  return { ...page, rows, ...cappedTotal(page, total) };
}

export async function findGradePage(
  where: GradeWhere,
  order: Prisma.LearningGradeOrderByWithRelationInput[],
  page: PageRequest,
): Promise<Page<GradeRow>> {
  return loadCappedPage(
    page,
    db().learningGrade.findMany({
      where,
      select: gradeSelect,
      orderBy: [...order, { id: "desc" }],
      relationLoadStrategy: "join",
      ...toSkipTake(page),
    }),
    db().learningGrade.count({ where, take: maxReachableRows(page) }),
  );
}

export async function findLogPage(
  where: LogWhere,
  order: Prisma.LearningLogOrderByWithRelationInput[],
  page: PageRequest,
): Promise<Page<LogRow>> {
  return loadCappedPage(
    page,
    db().learningLog.findMany({
      where,
      select: logSelect,
      orderBy: [...order, { id: "desc" }],
      ...toSkipTake(page),
    }),
    db().learningLog.count({ where, take: maxReachableRows(page) }),
  );
}
