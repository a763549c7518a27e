import type { Integration } from "@/lib/learning/requests/caller";
import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { selectedColumns } from "@/lib/kernel/json-rows";
import { pageWindow, type PagedRows, type Paging } from "@/lib/learning/requests/paging";
import { studentSelect, type StudentRow } from "@/lib/learning/students/serializer";
import { Prisma } from "@/prisma/generated/client";
import type { MeasuredGrade } from "./results";

const STUDENT_COLUMNS = Prisma.raw(selectedColumns("LearningStudent", studentSelect, "student"));

/**
 * Whether `grade` meets `requirement`: the same rule in SQL as `isMet` of lib/learning/rules/operators.ts. A test
 * compares the two.
 */
export const meetsRequirementSql = Prisma.sql`CASE requirement.operator
  WHEN 'gte' THEN grade.rank >= requirement.rank
  WHEN 'gt' THEN grade.rank > requirement.rank
  WHEN 'eq' THEN grade.rank = requirement.rank
  WHEN 'lte' THEN grade.rank <= requirement.rank
  WHEN 'lt' THEN grade.rank < requirement.rank
END`;

/** The part `requirement` of a WITH clause: the requirements of a rule of the integration. */
const requirementCte = ({ id }: Integration, ruleId: number) => Prisma.sql`
  requirement AS MATERIALIZED (
    SELECT gradable_id, operator, rank, value, position FROM learning_rule_requirements
    WHERE integration_id = ${id} AND rule_id = ${ruleId}
  )`;

/**
 * The grades of `student` that met the rule. They are read in the statement that compares them, so that a badge never
 * contains a grade that was changed in between.
 */
const measuredSql = ({ id }: Integration, ruleId: number) => Prisma.sql`
  COALESCE((
    SELECT json_agg(json_build_object('gradableId', gradable.id, 'name', gradable.name, 'callback', gradable.callback,
      'score', grade.score, 'operator', requirement.operator, 'required', requirement.value, 'rank', requirement.rank)
      ORDER BY requirement.position)
    FROM requirement
    JOIN learning_grades AS grade ON grade.gradable_id = requirement.gradable_id AND grade.student_id = student.id
    JOIN learning_gradables AS gradable ON gradable.id = grade.gradable_id AND gradable.integration_id = ${id}
    WHERE (SELECT includes_results FROM learning_rules WHERE integration_id = ${id} AND id = ${ruleId})
  ), '[]')`;

/** The number of requirements; null when there are none, so that no count of met requirements equals it. */
const requirementCountSql = Prisma.sql`(SELECT nullif(count(*), 0) FROM requirement)`;

/** Finds a page of the students who meet all requirements of a rule of the integration, and their number. */
export async function findEligiblePage(
  integration: Integration,
  ruleId: number,
  paging: Paging,
): Promise<PagedRows<StudentRow>> {
  const { skip, take } = pageWindow(paging);
  const direction = paging.direction === "desc" ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  const [found] = await db().$queryRaw<PagedRows<StudentRow>[]>`
    WITH ${requirementCte(integration, ruleId)}, eligible AS MATERIALIZED (
      SELECT grade.student_id AS id
      FROM requirement JOIN learning_grades AS grade USING (gradable_id)
      WHERE ${meetsRequirementSql} GROUP BY grade.student_id HAVING count(*) = ${requirementCountSql}
    ), page AS (
      SELECT ${STUDENT_COLUMNS}
      FROM (SELECT id FROM eligible ORDER BY id ${direction} OFFSET ${skip} LIMIT ${take}) AS shown
      JOIN learning_students AS student USING (id)
      WHERE student.organization_id = ${integration.organizationId}::uuid AND student.integration_id = ${integration.id}
    )
    SELECT (SELECT count(*)::int FROM eligible) AS total,
      COALESCE((SELECT json_agg(page ORDER BY page.id ${direction}) FROM page), '[]') AS rows`;
  return found ?? { rows: [], total: 0 };
}

/** A student to whom a badge can be issued. */
export type EligibleStudent = {
  id: number;
  externId: string;
  first: string;
  last: string;
  email: string;
  /** The grades that met the rule, in the order of its requirements. Empty unless its badges contain them. */
  measured: MeasuredGrade[];
};

/** A badge that is issued to students. Those who already have it get none, unless it allows duplicates. */
export type BadgeToIssue = { badgeTemplateId: string; allowsDuplicates: boolean };

export type Evaluation = BadgeToIssue & { ruleId: number };

// Each of these is looked up for one student, by an index that covers it. As joins they would be planned by outdated
// row counts, and cost the square of the number of rows added since.

/** Whether `student` has no award of the badge in the integration. */
const hasNoAwardSql = ({ id }: Integration, { badgeTemplateId }: BadgeToIssue) => Prisma.sql`
  (SELECT award.badge_id FROM learning_awards AS award
   WHERE award.integration_id = ${id} AND award.student_id = student.id
     AND award.badge_template_id = ${badgeTemplateId}::uuid) IS NULL`;

/** Whether the address of `student` has no such badge yet, or may have several. */
const canReceiveBadgeSql = ({ badgeTemplateId, allowsDuplicates }: BadgeToIssue) =>
  allowsDuplicates
    ? Prisma.sql`true`
    : Prisma.sql`
  (SELECT count(*) FILTER (WHERE state IN ('pending', 'accepted') AND deleted_at IS NULL)
   FROM issued_badges AS badge
   WHERE badge.badge_template_id = ${badgeTemplateId}::uuid AND badge.recipient_email = student.email) = 0`;

/** Whether `student` should still get the badge. */
export const shouldReceiveBadgeSql = (integration: Integration, badge: BadgeToIssue) =>
  Prisma.sql`(${hasNoAwardSql(integration, badge)} AND ${canReceiveBadgeSql(badge)})`;

/** Whether `student` meets all of `requirement`. */
const isEligibleSql = Prisma.sql`
  ${requirementCountSql} = (
    SELECT count(*) FROM requirement
    JOIN learning_grades AS grade ON grade.gradable_id = requirement.gradable_id AND grade.student_id = student.id
    WHERE ${meetsRequirementSql})`;

/** The students, and the id after which the next batch starts; null when there are no more. */
type EligibleBatch = { students: EligibleStudent[]; last: number | null };

/**
 * Finds and locks the next students who meet all requirements of a rule, have no award of its badge in the integration
 * and do not have the badge otherwise (unless the template allows duplicates): at most `limit`, with ids above `after`,
 * or only the student `studentId`. They cannot be deleted until the commit. Students that another transaction is
 * deleting are skipped rather than waited for, because a transaction that deletes many locks some of them and waits for
 * others. Students are sorted first and then checked until there are enough.
 */
export async function lockEligibleStudents(
  integration: Integration,
  evaluation: Evaluation,
  { after, studentId, limit }: { after: number; studentId: number | null; limit: number },
): Promise<EligibleBatch> {
  const { organizationId, id } = integration;
  const [found] = await db().$queryRaw<EligibleBatch[]>`
    WITH ${requirementCte(integration, evaluation.ruleId)}, candidate AS MATERIALIZED (
      SELECT student.id FROM (
        SELECT id, email FROM learning_students
        WHERE organization_id = ${organizationId}::uuid AND integration_id = ${id}
          AND id > ${after} ${studentId === null ? Prisma.empty : Prisma.sql`AND id = ${studentId}`}
        ORDER BY id OFFSET 0
      ) AS student
      WHERE ${hasNoAwardSql(integration, evaluation)} AND ${isEligibleSql} AND ${canReceiveBadgeSql(evaluation)}
      LIMIT ${limit}
    ), locked AS MATERIALIZED (
      SELECT id, extern_id AS "externId", first, last, email, ${measuredSql(integration, evaluation.ruleId)} AS measured
      FROM learning_students AS student
      WHERE id IN (SELECT id FROM candidate) FOR KEY SHARE OF student SKIP LOCKED
    )
    SELECT COALESCE((SELECT json_agg(locked ORDER BY locked.id) FROM locked), '[]') AS students,
      (SELECT max(id) FROM candidate HAVING count(*) = ${limit}) AS last`;
  return found ?? { students: [], last: null };
}

/** Stores which badge each student was given. */
export async function insertAwards(
  { organizationId, id }: Integration,
  badgeTemplateId: string,
  awards: { student_id: number; badge_id: string }[],
): Promise<void> {
  await db().$executeRaw`
    INSERT INTO learning_awards (badge_id, organization_id, integration_id, student_id, badge_template_id, created_at)
    SELECT badge_id, ${organizationId}::uuid, ${id}, student_id, ${badgeTemplateId}::uuid, ${clock.now()}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(awards)}::jsonb) AS award(badge_id uuid, student_id int)`;
}
