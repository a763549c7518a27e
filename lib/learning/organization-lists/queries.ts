import { db } from "@/lib/kernel/db";
import type { IntegrationKey } from "@/lib/learning/requests/caller";
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
import { findSqlPage, fromSql, untilSql, sortBy } from "@/lib/kernel/list/sql-list";
import { matchesWordsSql } from "@/lib/kernel/search-text";
import { Prisma } from "@/prisma/generated/client";
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

type GradableWhere = Prisma.LearningGradableWhereInput;
type LogWhere = Prisma.LearningLogWhereInput;

const { sql, raw } = Prisma;

const containsText = (value: string) => ({ contains: escapeLike(value), mode: "insensitive" as const });

/** The names, the address and the id of `student`, folded. */
const FOLDED_STUDENT = sql`COALESCE(student.search_text,
  lower((student.first || ' ' || student.last || ' ' || student.email || ' ' || student.extern_id) COLLATE "C"))`;

const isInIntegration = (alias: "student" | "grade", { organizationId, id }: IntegrationKey): Prisma.Sql =>
  sql`${raw(alias)}.organization_id = ${organizationId}::uuid AND ${raw(alias)}.integration_id = ${id}`;

/** Filters as SQL over `learning_students AS student`. */
export const studentFilters: Filters<Prisma.Sql> = {
  query: (value) => matchesWordsSql(FOLDED_STUDENT, value),
  extern_id: (value) => sql`student.extern_id = ${value}`,
  email: (value) => sql`student.email = ${parseAddressFilter("email", value)}`,
};

export const studentSorts = {
  first: sortBy("student.first_order"),
  last: sortBy("student.last_order"),
  email: sortBy("student.email"),
  created_at: sortBy("student.id"),
} satisfies Sorts<Prisma.Sql>;

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

/** Filters as SQL over `learning_grades AS grade`. */
export const gradeFilters: Filters<Prisma.Sql> = {
  query: (value) => sql`EXISTS (SELECT FROM learning_students AS student
    WHERE student.id = grade.student_id AND ${matchesWordsSql(FOLDED_STUDENT, value)})`,
  gradable_id: (value) => sql`grade.gradable_id = ANY (${parseSerialIdList("gradable_id", value)}::int[])`,
  student_id: (value) => sql`grade.student_id = ANY (${parseSerialIdList("student_id", value)}::int[])`,
  completed_at_min: (value) => fromSql("completed_at_min", sql`grade.completed_at`, value),
  completed_at_max: (value) => untilSql("completed_at_max", sql`grade.completed_at`, value),
};

export const gradeSorts = { completed_at: sortBy("grade.completed_at") } satisfies Sorts<Prisma.Sql>;

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
  integration: IntegrationKey,
  where: Prisma.Sql[],
  order: Prisma.Sql[],
  page: PageRequest,
): Promise<Page<StudentRow>> {
  const found = await findSqlPage(
    {
      from: sql`learning_students AS student`,
      id: sql`student.id`,
      where: [isInIntegration("student", integration), ...where],
      order: [...order, sql`student.id`],
    },
    { page, isCapped: true },
    {
      load: (ids: number[]) =>
        db().learningStudent.findMany({ where: { id: { in: ids } }, select: studentSelect }),
      idOf: ({ id }) => id,
    },
  );
  const ofStudents = {
    by: ["studentId" as const],
    where: { studentId: { in: found.rows.map(({ id }) => id) } },
  };
  const [grades, awards] = await Promise.all([
    db().learningGrade.groupBy({ ...ofStudents, _count: true }),
    db().learningAward.groupBy({ ...ofStudents, _count: true }),
  ]);
  const countGrades = toCountLookup(grades.map(({ studentId: id, _count: count }) => ({ id, count })));
  const countBadges = toCountLookup(awards.map(({ studentId: id, _count: count }) => ({ id, count })));
  const rows = found.rows.map((row) => ({
    ...row,
    gradesCount: countGrades(row.id),
    badgesCount: countBadges(row.id),
  }));
  return { ...found, rows };
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

export const findGradePage = (
  integration: IntegrationKey,
  where: Prisma.Sql[],
  order: Prisma.Sql[],
  page: PageRequest,
): Promise<Page<GradeRow>> =>
  findSqlPage(
    {
      from: sql`learning_grades AS grade`,
      id: sql`grade.id`,
      where: [isInIntegration("grade", integration), ...where],
      order: [...order, sql`grade.id DESC`],
    },
    { page, isCapped: true },
    {
      load: (ids: number[]) =>
        db().learningGrade.findMany({
          where: { id: { in: ids } },
          select: gradeSelect,
          relationLoadStrategy: "join",
        }),
      idOf: ({ id }) => id,
    },
  );

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
