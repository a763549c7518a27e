import type { Integration } from "@/lib/learning/requests/caller";
import { db } from "@/lib/kernel/db";
import { Prisma } from "@/prisma/generated/client";
import { shouldReceiveBadgeSql, meetsRequirementSql, type BadgeToIssue } from "./queries";

/** A requirement of one of several rules. `rule` is the rule's position or its id. */
export type RuleRequirement = { rule: number; gradable_id: number; operator: string; rank: number };

export type Preview = {
  total: number;
  awarded: number;
  students: { id: number; extern_id: string; first: string; last: string; awarded: boolean }[];
  /** How many students meet each rule, by its position; rules that no student meets are missing. */
  totals: Record<string, number>;
};

/**
 * Finds the students who meet at least one of the rules and whether they have the badge, in one statement for any
 * number of rules and students.
 */
export async function findPreview(
  integration: Integration,
  ruleRequirements: RuleRequirement[],
  badge: BadgeToIssue | null,
  limit: number,
): Promise<Preview> {
  const { organizationId, id } = integration;
  const hasBadge = badge ? Prisma.sql`NOT ${shouldReceiveBadgeSql(integration, badge)}` : Prisma.sql`FALSE`;
  const [found] = await db().$queryRaw<Preview[]>`
    WITH requirement AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(ruleRequirements)}::jsonb)
        AS one(rule int, gradable_id int, operator text, rank numeric)
    ), needed AS (
      SELECT rule, count(*) AS count FROM requirement GROUP BY rule
    ), met AS MATERIALIZED (
      SELECT met.rule, met.id FROM (
        SELECT requirement.rule, grade.student_id AS id, count(*) AS count
        FROM requirement
        JOIN learning_grades AS grade
          ON grade.integration_id = ${id} AND grade.gradable_id = requirement.gradable_id
        WHERE ${meetsRequirementSql} GROUP BY requirement.rule, grade.student_id
      ) AS met JOIN needed USING (rule, count)
    ), eligible AS MATERIALIZED (
      SELECT student.id, extern_id, first, last, ${hasBadge} AS awarded
      FROM learning_students AS student
      WHERE student.organization_id = ${organizationId}::uuid AND student.integration_id = ${id}
        AND student.id IN (SELECT id FROM met)
    ), shown AS (
      SELECT * FROM eligible ORDER BY awarded, id LIMIT ${limit}
    )
    SELECT (SELECT count(*)::int FROM eligible) AS total,
      (SELECT count(*)::int FROM eligible WHERE awarded) AS awarded,
      COALESCE((SELECT json_agg(shown ORDER BY shown.awarded, shown.id) FROM shown), '[]') AS students,
      COALESCE((SELECT json_object_agg(rule, count) FROM (
        SELECT rule, count(*) AS count FROM met GROUP BY rule) AS totals), '{}') AS totals`;
  return found ?? { total: 0, awarded: 0, students: [], totals: {} };
}

/** Finds the requirements of the badge's rules in the integration, with the ids of the rules. */
export const findRuleRequirements = (
  { organizationId, id }: Integration,
  badgeTemplateId: string,
): Promise<RuleRequirement[]> =>
  db().$queryRaw<RuleRequirement[]>`
    SELECT requirement.rule_id AS rule, requirement.gradable_id, requirement.operator::text, requirement.rank::float8
    FROM learning_rules AS rule
    JOIN learning_rule_requirements AS requirement
      ON requirement.integration_id = rule.integration_id AND requirement.rule_id = rule.id
    WHERE rule.organization_id = ${organizationId}::uuid AND rule.integration_id = ${id}
      AND rule.badge_template_id = ${badgeTemplateId}::uuid`;

/**
 * Finds the state of a badge template and whether it may be issued twice; null when the organization does not have it.
 */
export const findBadgeSettings = (organizationId: string, id: string) =>
  db().badgeTemplate.findFirst({
    where: { organizationId, id, deletedAt: null },
    select: { id: true, state: true, allowDuplicateBadges: true },
  });
