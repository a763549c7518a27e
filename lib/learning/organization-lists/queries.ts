import { db } from "@/lib/kernel/db";
import { normalizeEmailAddress } from "@/lib/kernel/email-address";
import { booleanValue, notAfter, notBefore, oneOf, serialList } from "@/lib/kernel/list/criteria";
import { escapeLike, type Filters } from "@/lib/kernel/list/filter";
import { counted, reach, reachedPageOf, slice, type Page, type PageRequest } from "@/lib/kernel/list/page";
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

const containing = (value: string) => ({ contains: escapeLike(value), mode: "insensitive" as const });

const wordsOf = (value: string): string[] => value.split(/\s+/).filter(Boolean).slice(0, 10);

/** Each word is in one of the columns: people search for "Ada Lovelace", whose names stand apart. */
const studentMatch = (value: string): StudentWhere => ({
  AND: wordsOf(value)
    .map(containing)
    .map((word) => ({ OR: [{ first: word }, { last: word }, { email: word }, { externId: word }] })),
});

export const studentFilters: Filters<StudentWhere> = {
  query: studentMatch,
  extern_id: (value) => ({ externId: value }),
  email: (value) => ({ email: normalizeEmailAddress(value) }),
};

export const studentSorts: Sorts<Prisma.LearningStudentOrderByWithRelationInput> = {
  first: (direction) => ({ firstOrder: direction }),
  last: (direction) => ({ lastOrder: direction }),
  email: (direction) => ({ email: direction }),
  created_at: (direction) => ({ id: direction }),
};

export const gradableFilters: Filters<GradableWhere> = {
  query: (value) => ({ OR: [{ name: containing(value.trim()) }, { externId: containing(value.trim()) }] }),
  callback: (value) => ({ callback: { in: oneOf("callback", GradableCallback.options, value) } }),
};

export const gradableSorts: Sorts<Prisma.LearningGradableOrderByWithRelationInput> = {
  name: (direction) => ({ nameOrder: direction }),
  created_at: (direction) => ({ id: direction }),
};

export const gradeFilters: Filters<GradeWhere> = {
  query: (value) => ({ student: studentMatch(value) }),
  gradable_id: (value) => ({ gradableId: { in: serialList("gradable_id", value) } }),
  student_id: (value) => ({ studentId: { in: serialList("student_id", value) } }),
  completed_at_min: (value) => ({ completedAt: notBefore("completed_at_min", value) }),
  completed_at_max: (value) => ({ completedAt: notAfter("completed_at_max", value) }),
};

export const gradeSorts: Sorts<Prisma.LearningGradeOrderByWithRelationInput> = {
  completed_at: (direction) => ({ completedAt: direction }),
};

export const logFilters: Filters<LogWhere> = {
  action: (value) => ({ action: { in: oneOf("action", LOG_ACTIONS, value) } }),
  type: (value) => ({ type: { in: oneOf("type", LOG_TYPES, value) } }),
  failed: (value) => ({ errorId: booleanValue("failed", value) ? { not: null } : null }),
  created_at_min: (value) => ({ createdAt: notBefore("created_at_min", value) }),
  created_at_max: (value) => ({ createdAt: notAfter("created_at_max", value) }),
};

export const logSorts: Sorts<Prisma.LearningLogOrderByWithRelationInput> = {
  created_at: (direction) => ({ createdAt: direction }),
};

/** Grouped counts as a look-up by id. */
const numbers = (groups: { id: number; count: number }[]): ((id: number) => number) => {
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
      ...slice(page),
    }),
    db().learningStudent.count({ where, take: reach(page) }),
  ]);
  const those = { by: ["studentId" as const], where: { studentId: { in: students.map(({ id }) => id) } } };
  const [grades, awards] = await Promise.all([
    db().learningGrade.groupBy({ ...those, _count: true }),
    db().learningAward.groupBy({ ...those, _count: true }),
  ]);
  const gradesOf = numbers(grades.map(({ studentId: id, _count: count }) => ({ id, count })));
  const badgesOf = numbers(awards.map(({ studentId: id, _count: count }) => ({ id, count })));
  const rows = students.map((row) => ({
    ...row,
    gradesCount: gradesOf(row.id),
    badgesCount: badgesOf(row.id),
  }));
  return { ...page, rows, ...counted(page, total) };
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
      ...slice(page),
    }),
    db().learningGradable.count({ where, take: reach(page) }),
  ]);
  const ids = gradables.map(({ id }) => id);
  // A rule may ask for one gradable twice, between two bounds, and is one rule.
  const [grades, requirements] = await Promise.all([
    db().learningGrade.groupBy({ by: ["gradableId"], where: { gradableId: { in: ids } }, _count: true }),
    db().learningRuleRequirement.groupBy({
      by: ["gradableId", "ruleId"],
      where: { gradableId: { in: ids } },
    }),
  ]);
  const gradesOf = numbers(grades.map(({ gradableId: id, _count: count }) => ({ id, count })));
  const rulesOf = (id: number) => requirements.filter(({ gradableId }) => gradableId === id).length;
  const rows = gradables.map((row) => ({
    ...row,
    gradesCount: gradesOf(row.id),
    rulesCount: rulesOf(row.id),
  }));
  return { ...page, rows, ...counted(page, total) };
}

export async function findGradePage(
  where: GradeWhere,
  order: Prisma.LearningGradeOrderByWithRelationInput[],
  page: PageRequest,
): Promise<Page<GradeRow>> {
  return reachedPageOf(
    page,
    db().learningGrade.findMany({
      where,
      select: gradeSelect,
      orderBy: [...order, { id: "desc" }],
      relationLoadStrategy: "join",
      ...slice(page),
    }),
    db().learningGrade.count({ where, take: reach(page) }),
  );
}

export async function findLogPage(
  where: LogWhere,
  order: Prisma.LearningLogOrderByWithRelationInput[],
  page: PageRequest,
): Promise<Page<LogRow>> {
  return reachedPageOf(
    page,
    db().learningLog.findMany({
      where,
      select: logSelect,
      orderBy: [...order, { id: "desc" }],
      ...slice(page),
    }),
    db().learningLog.count({ where, take: reach(page) }),
  );
}
