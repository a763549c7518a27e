import type { Integration } from "@/lib/learning/requests/caller";
import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { takeNamedLock } from "@/lib/kernel/named-lock";
import type { GradableCallback } from "@/lib/learning/gradables/schema";
import type { BadgeTemplateState, Prisma } from "@/prisma/generated/client";
import type { Requirement } from "./requirements";
import { ruleBadgeSelect, ruleSelect, type RuleBadgeRow } from "./serializer";

const integrationWhere = ({ organizationId, id }: Integration) => ({ organizationId, integrationId: id });

/**
 * Finds a badge of the organization, by its number or its UUID, with its rules in the integration; null when it is
 * deleted.
 */
async function findBadgeWhere(
  integration: Integration,
  named: Prisma.BadgeTemplateWhereInput,
): Promise<RuleBadgeRow | null> {
  const found = await db().badgeTemplate.findFirst({
    where: { ...named, organizationId: integration.organizationId, deletedAt: null },
    select: {
      ...ruleBadgeSelect,
      learningRules: { where: integrationWhere(integration), select: ruleSelect, orderBy: { id: "asc" } },
    },
    relationLoadStrategy: "join",
  });
  if (!found) return null;
  const { learningRules: rules, ...badge } = found;
  return { ...badge, rules };
}

export const findBadgeWithRules = (integration: Integration, learningBadgeId: number) =>
  findBadgeWhere(integration, { learningBadgeId });

/** Finds the badge template of a rule of the integration; null when there is no such rule, or its badge is deleted. */
export const findRuleTemplateRow = (
  { organizationId, id: integrationId }: Integration,
  id: number,
): Promise<{ badgeTemplateId: string } | null> =>
  db().learningRule.findFirst({
    where: { organizationId, integrationId, id, badgeTemplate: { deletedAt: null } },
    select: { badgeTemplateId: true },
  });

export type LockedTemplate = { state: BadgeTemplateState; allowDuplicateBadges: boolean };

/**
 * Locks the rules of a badge in an integration until the transaction ends: no other transaction changes or evaluates
 * them, or deletes the integration or the template. Null when one of those is gone. Lock in this order, before the rows
 * that depend on the rules, to avoid deadlocks.
 */
export async function lockRules(
  { organizationId, id }: Integration,
  badgeTemplateId: string,
): Promise<LockedTemplate | null> {
  const [template] = await db().$queryRaw<LockedTemplate[]>`
    SELECT template.state, template.allow_duplicate_badges AS "allowDuplicateBadges"
    FROM learning_integrations AS integration
    JOIN badge_templates AS template ON template.organization_id = integration.organization_id
    WHERE integration.organization_id = ${organizationId}::uuid AND integration.id = ${id}
      AND template.id = ${badgeTemplateId}::uuid AND template.deleted_at IS NULL
    FOR KEY SHARE OF integration, template`;
  if (!template) return null;
  await takeNamedLock(`learning_rules:${id}:${badgeTemplateId}`);
  return template;
}

/** Finds the ids of the badge's rules in the integration. */
export async function findRuleIds(integration: Integration, badgeTemplateId: string): Promise<Set<number>> {
  const rows = await db().learningRule.findMany({
    where: { ...integrationWhere(integration), badgeTemplateId },
    select: { id: true },
  });
  return new Set(rows.map(({ id }) => id));
}

/** Finds the types of these gradables of the integration and locks them until the commit. */
export async function lockGradableTypes(
  { organizationId, id }: Integration,
  ids: number[],
): Promise<Map<number, GradableCallback>> {
  const rows = await db().$queryRaw<{ id: number; callback: GradableCallback }[]>`
    SELECT id, callback FROM learning_gradables
    WHERE organization_id = ${organizationId}::uuid AND integration_id = ${id} AND id = ANY (${ids}::int[])
    ORDER BY id FOR SHARE`;
  return new Map(rows.map((row) => [row.id, row.callback]));
}

/** What a rule says besides its requirements. `undefined` leaves a stored value as it is. */
export type RuleTexts = { description: string | null | undefined; includesResults: boolean | undefined };

/** Creates a rule for each of `rules` and returns their ids in that order. */
export async function insertRules(
  integration: Integration,
  badgeTemplateId: string,
  rules: RuleTexts[],
): Promise<number[]> {
  const createdAt = clock.now();
  const created = await db().learningRule.createManyAndReturn({
    data: rules.map(({ description = null, includesResults = false }) => ({
      ...integrationWhere(integration),
      badgeTemplateId,
      description,
      includesResults,
      createdAt,
    })),
    select: { id: true },
  });
  // Rows of one statement get their ids in order.
  return created.map(({ id }) => id).toSorted((one, other) => one - other);
}

/** Updates the given texts and settings of these rules. */
export async function saveRuleTexts(
  { organizationId, id }: Integration,
  rules: (RuleTexts & { id: number })[],
): Promise<void> {
  const given = rules.map(({ id: ruleId, description, includesResults }) => ({
    id: ruleId,
    is_described: description !== undefined,
    description,
    includes_results: includesResults,
  }));
  await db().$executeRaw`
    UPDATE learning_rules AS rule
    SET description = CASE WHEN given.is_described THEN given.description ELSE rule.description END,
      includes_results = COALESCE(given.includes_results, rule.includes_results)
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      AS given(id int, is_described boolean, description text, includes_results boolean)
    WHERE rule.organization_id = ${organizationId}::uuid AND rule.integration_id = ${id} AND rule.id = given.id`;
}

/** Replaces the requirements of these rules, keeping the order of each list. */
export async function replaceRequirements(
  { id: integrationId }: Integration,
  rules: { id: number; requirements: Requirement[] }[],
): Promise<void> {
  await db().learningRuleRequirement.deleteMany({
    where: { integrationId, ruleId: { in: rules.map(({ id }) => id) } },
  });
  await db().learningRuleRequirement.createMany({
    data: rules.flatMap(({ id: ruleId, requirements }) =>
      requirements.map((requirement, position) => ({ ...requirement, integrationId, ruleId, position })),
    ),
  });
}

/** Deletes all rules of a badge in the integration; returns their number. */
export async function deleteRules(integration: Integration, badgeTemplateId: string): Promise<number> {
  const { count } = await db().learningRule.deleteMany({
    where: { ...integrationWhere(integration), badgeTemplateId },
  });
  return count;
}
