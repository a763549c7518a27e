import type { IntegrationKey } from "@/lib/learning/requests/caller";
import { db } from "@/lib/kernel/db";
import { textMatch, type Filters } from "@/lib/kernel/list/filter";
import { toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Sorts } from "@/lib/kernel/list/sort";
import type { Prisma } from "@/prisma/generated/client";
import {
  ruleDocumentSelect,
  ruleSelect,
  templateRuleSelect,
  type RuleDocumentRow,
  type TemplateRuleRow,
} from "./serializer";

type Where = Prisma.BadgeTemplateWhereInput;
type Order = Prisma.BadgeTemplateOrderByWithRelationInput;

export const filters: Filters<Where> = { name: (value) => ({ name: textMatch(value) }) };

export const sorts: Sorts<Order> = { name: (direction) => ({ nameOrder: direction }) };

const integrationWhere = ({ organizationId, id }: IntegrationKey) => ({ organizationId, integrationId: id });

const buildDocumentSelect = (integration: IntegrationKey) => ({
  ...ruleDocumentSelect,
  learningRules: {
    where: integrationWhere(integration),
    select: ruleSelect,
    orderBy: { id: "asc" as const },
  },
});

type BadgeWithRules = Prisma.BadgeTemplateGetPayload<{ select: ReturnType<typeof buildDocumentSelect> }>;

/** Counts the badges that the rules of each of these templates gave, in one grouped query for all. */
async function countBadges(integration: IntegrationKey, templateIds: string[]): Promise<Map<string, number>> {
  const groups = await db().learningAward.groupBy({
    by: ["badgeTemplateId"],
    where: { ...integrationWhere(integration), badgeTemplateId: { in: templateIds } },
    _count: true,
  });
  return new Map(groups.map(({ badgeTemplateId, _count }) => [badgeTemplateId, _count]));
}

const toDocumentRow = (
  { learningRules: rules, ...badge }: BadgeWithRules,
  counts: Map<string, number>,
): RuleDocumentRow => ({ ...badge, rules, badgesCount: counts.get(badge.id) ?? 0 });

/** Finds a page of the badges that have rules in the integration. */
export async function findRuleDocumentPage(
  integration: IntegrationKey,
  criteria: Where[],
  order: Order[],
  page: PageRequest,
): Promise<Page<RuleDocumentRow>> {
  const where: Where = {
    organizationId: integration.organizationId,
    deletedAt: null,
    learningRules: { some: integrationWhere(integration) },
    AND: criteria,
  };
  const [found, total] = await Promise.all([
    db().badgeTemplate.findMany({
      where,
      select: buildDocumentSelect(integration),
      orderBy: [...order, { id: "asc" }],
      relationLoadStrategy: "join",
      ...toSkipTake(page),
    }),
    db().badgeTemplate.count({ where }),
  ]);
  const ids = found.map(({ id }) => id);
  const counts = await countBadges(integration, ids);
  return { ...page, rows: found.map((row) => toDocumentRow(row, counts)), total };
}

/** Finds the rules of a badge in all integrations of the organization, by integration. */
export const findTemplateRules = (
  organizationId: string,
  badgeTemplateId: string,
  limit: number,
): Promise<TemplateRuleRow[]> =>
  db().learningRule.findMany({
    where: { organizationId, badgeTemplateId },
    select: templateRuleSelect,
    orderBy: [{ integration: { nameOrder: "asc" } }, { integrationId: "asc" }, { id: "asc" }],
    take: limit,
    relationLoadStrategy: "join",
  });

/**
 * Finds a badge of the organization with its rules in the integration, of which there may be none; null for any other
 * badge.
 */
export async function findRuleDocument(
  integration: IntegrationKey,
  badgeTemplateId: string,
): Promise<RuleDocumentRow | null> {
  const [found, counts] = await Promise.all([
    db().badgeTemplate.findFirst({
      where: { organizationId: integration.organizationId, id: badgeTemplateId, deletedAt: null },
      select: buildDocumentSelect(integration),
      relationLoadStrategy: "join",
    }),
    countBadges(integration, [badgeTemplateId]),
  ]);
  return found && toDocumentRow(found, counts);
}

/** Deletes the rules of a badge in the integration except these; returns the ids of the deleted ones. */
export async function deleteOtherRules(
  { organizationId, id }: IntegrationKey,
  badgeTemplateId: string,
  retainedIds: number[],
): Promise<number[]> {
  const rows = await db().$queryRaw<{ id: number }[]>`
    DELETE FROM learning_rules
    WHERE organization_id = ${organizationId}::uuid AND integration_id = ${id}
      AND badge_template_id = ${badgeTemplateId}::uuid AND id <> ALL (${retainedIds}::int[])
    RETURNING id`;
  return rows.map((row) => row.id).toSorted((one, other) => one - other);
}
