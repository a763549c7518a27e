import type { Integration } from "@/lib/kernel/caller";
import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { windowOf, type Found, type Paging } from "@/lib/kernel/list/paging";
import type { StudentRow } from "@/lib/learning/students/serializer";
import { Prisma } from "@/prisma/generated/client";

/** Whether `grade` meets `requirement`, as `isMet` of lib/learning/rules/operators.ts says it; a test compares the two. */
export const meets = Prisma.sql`CASE requirement.operator
  WHEN 'gte' THEN grade.rank >= requirement.rank
  WHEN 'gt' THEN grade.rank > requirement.rank
  WHEN 'eq' THEN grade.rank = requirement.rank
  WHEN 'lte' THEN grade.rank <= requirement.rank
  WHEN 'lt' THEN grade.rank < requirement.rank
END`;

/** How many requirements a rule has; null for none, which no number of met ones equals. */
const requirementsOf = (ruleId: number) =>
  Prisma.sql`(SELECT nullif(count(*), 0) FROM learning_rule_requirements WHERE rule_id = ${ruleId})`;

/** A page of the students who meet all requirements of a rule of the integration, and how many there are. */
export async function findEligiblePage(
  { organizationId, id }: Integration,
  ruleId: number,
  paging: Paging,
): Promise<Found<StudentRow>> {
  const { skip, take } = windowOf(paging);
  const direction = paging.direction === "desc" ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  const [found] = await db().$queryRaw<Found<StudentRow>[]>`
    WITH eligible AS MATERIALIZED (
      SELECT grade.student_id AS id
      FROM learning_rule_requirements AS requirement
      JOIN learning_grades AS grade
        ON grade.integration_id = requirement.integration_id AND grade.gradable_id = requirement.gradable_id
      WHERE requirement.integration_id = ${id} AND requirement.rule_id = ${ruleId} AND ${meets}
      GROUP BY grade.student_id HAVING count(*) = ${requirementsOf(ruleId)}
    ), page AS (
      SELECT student.id, extern_id AS "externId", first, last, email, integration_id AS "integrationId"
      FROM eligible JOIN learning_students AS student USING (id)
      WHERE student.organization_id = ${organizationId}::uuid AND student.integration_id = ${id}
      ORDER BY student.id ${direction} OFFSET ${skip} LIMIT ${take}
    )
    SELECT (SELECT count(*)::int FROM eligible) AS total,
      COALESCE((SELECT json_agg(page ORDER BY page.id ${direction}) FROM page), '[]') AS rows`;
  return found ?? { rows: [], total: 0 };
}

/** A student as a badge is issued to them. */
export type Candidate = { id: number; externId: string; first: string; last: string; email: string };

export type Evaluation = { ruleId: number; badgeTemplateId: string; allowsDuplicates: boolean };

/**
 * The next students who meet all requirements of a rule, have no award of its badge in the integration and hold no such
 * badge otherwise (unless the template allows duplicates): at most `most`, with ids past `after`, or the one with the id
 * `studentId`. They stay until the commit. Those who are being deleted are passed over and not waited for: who deletes many
 * holds some of them and waits for others.
 */
export const lockCandidates = (
  { organizationId, id }: Integration,
  { ruleId, badgeTemplateId, allowsDuplicates }: Evaluation,
  { after, studentId, most }: { after: number; studentId: number | null; most: number },
) =>
  db().$queryRaw<Candidate[]>`
    SELECT student.id, student.extern_id AS "externId", student.first, student.last, student.email
    FROM learning_students AS student
    WHERE student.organization_id = ${organizationId}::uuid AND student.integration_id = ${id}
      AND student.id > ${after} ${studentId === null ? Prisma.empty : Prisma.sql`AND student.id = ${studentId}`}
      AND NOT EXISTS (
        SELECT FROM learning_awards AS award
        WHERE award.integration_id = ${id} AND award.student_id = student.id
          AND award.badge_template_id = ${badgeTemplateId}::uuid)
      AND (${allowsDuplicates} OR NOT EXISTS (
        SELECT FROM issued_badges AS badge
        WHERE badge.badge_template_id = ${badgeTemplateId}::uuid AND badge.recipient_email = student.email
          AND badge.state IN ('pending', 'accepted') AND badge.deleted_at IS NULL))
      AND ${requirementsOf(ruleId)} = (
        SELECT count(*) FROM learning_rule_requirements AS requirement
        JOIN learning_grades AS grade ON grade.gradable_id = requirement.gradable_id AND grade.student_id = student.id
        WHERE requirement.integration_id = ${id} AND requirement.rule_id = ${ruleId} AND ${meets})
    ORDER BY student.id LIMIT ${most} FOR KEY SHARE OF student SKIP LOCKED`;

/** Remembers which badge a student was given. */
export async function insertAwards(
  { organizationId, id: integrationId }: Integration,
  badgeTemplateId: string,
  awards: { studentId: number; badgeId: string }[],
): Promise<void> {
  const createdAt = clock.now();
  await db().learningAward.createMany({
    data: awards.map((award) => ({ ...award, organizationId, integrationId, badgeTemplateId, createdAt })),
  });
}
