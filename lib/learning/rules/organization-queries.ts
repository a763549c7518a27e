import type { Integration } from "@/lib/learning/requests/caller";
import { db } from "@/lib/kernel/db";
import { textMatch, type Filters } from "@/lib/kernel/list/filter";
import { toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Sorts } from "@/lib/kernel/list/sort";
import type { Prisma } from "@/prisma/generated/client";
import { ruleDocumentSelect, ruleSelect, type RuleDocumentRow } from "./serializer";

type Where = Prisma.BadgeTemplateWhereInput;
type Order = Prisma.BadgeTemplateOrderByWithRelationInput;

export const filters: Filters<Where> = { name: (value) => ({ name: textMatch(value) }) };

export const sorts: Sorts<Order> = { name: (direction) => ({ nameOrder: direction }) };

const integrationWhere = ({ organizationId, id }: Integration) => ({ organizationId, integrationId: id });

const buildDocumentSelect = (integration: Integration) => ({
  ...ruleDocumentSelect,
  learningRules: {
    where: integrationWhere(integration),
    select: ruleSelect,
    orderBy: { id: "asc" as const },
  },
});

type BadgeWithRules = Prisma.BadgeTemplateGetPayload<{ select: ReturnType<typeof buildDocumentSelect> }>;

/** Adds the number of badges that each badge's rules gave, in one grouped query for all. */
async function withBadgeCounts(
  integration: Integration,
  found: BadgeWithRules[],
): Promise<RuleDocumentRow[]> {
  const ids = found.map(({ id }) => id);
  const groups = await db().learningAward.groupBy({
    by: ["badgeTemplateId"],
    where: { ...integrationWhere(integration), badgeTemplateId: { in: ids } },
    _count: true,
  });
  const counts = new Map(groups.map(({ badgeTemplateId, _count }) => [badgeTemplateId, _count]));
  return found.map(({ learningRules: rules, ...badge }) => ({
    ...badge,
    rules,
    badgesCount: counts.get(badge.id) ?? 0,
  }));
}

/** Finds a page of the badges that have rules in the integration. */
export async function findRuleDocumentPage(
  integration: Integration,
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
  return { ...page, rows: await withBadgeCounts(integration, found), total };
}

/**
 * Finds a badge of the organization with its rules in the integration, of which there may be none; null for any other
 * badge.
 */
export async function findRuleDocument(
  integration: Integration,
  badgeTemplateId: string,
): Promise<RuleDocumentRow | null> {
  const found = await db().badgeTemplate.findFirst({
    where: { organizationId: integration.organizationId, id: badgeTemplateId, deletedAt: null },
    select: buildDocumentSelect(integration),
    relationLoadStrategy: "join",
  });
  const [row] = found ? await withBadgeCounts(integration, [found]) : [];
  return row ?? null;
}

/** Deletes the rules of a badge in the integration except these; returns the ids of the deleted ones. */
export async function deleteOtherRules(
  { organizationId, id }: Integration,
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
