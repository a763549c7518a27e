import type { Integration } from "@/lib/learning/requests/caller";
import { db } from "@/lib/kernel/db";
import { textMatch, type Filters } from "@/lib/kernel/list/filter";
import { toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Sorts } from "@/lib/kernel/list/sort";
import type { Prisma } from "@/prisma/generated/client";
import { documentSelect, ruleSelect, type DocumentRow } from "./serializer";

type Where = Prisma.BadgeTemplateWhereInput;
type Order = Prisma.BadgeTemplateOrderByWithRelationInput;

export const filters: Filters<Where> = { name: (value) => ({ name: textMatch(value) }) };

export const sorts: Sorts<Order> = { name: (direction) => ({ nameOrder: direction }) };

const ofIntegration = ({ organizationId, id }: Integration) => ({ organizationId, integrationId: id });

const selectOf = (integration: Integration) => ({
  ...documentSelect,
  learningRules: {
    where: ofIntegration(integration),
    select: ruleSelect,
    orderBy: { id: "asc" as const },
  },
});

type Found = Prisma.BadgeTemplateGetPayload<{ select: ReturnType<typeof selectOf> }>;

/** With the number of badges that the rules of each gave: one grouped query for all. */
async function counted(integration: Integration, found: Found[]): Promise<DocumentRow[]> {
  const ids = found.map(({ id }) => id);
  const groups = await db().learningAward.groupBy({
    by: ["badgeTemplateId"],
    where: { ...ofIntegration(integration), badgeTemplateId: { in: ids } },
    _count: true,
  });
  const counts = new Map(groups.map(({ badgeTemplateId, _count }) => [badgeTemplateId, _count]));
  return found.map(({ learningRules: rules, ...badge }) => ({
    ...badge,
    rules,
    badgesCount: counts.get(badge.id) ?? 0,
  }));
}

/** A page of the badges that have rules in the integration. */
export async function findDocumentPage(
  integration: Integration,
  criteria: Where[],
  order: Order[],
  page: PageRequest,
): Promise<Page<DocumentRow>> {
  const where: Where = {
    organizationId: integration.organizationId,
    deletedAt: null,
    learningRules: { some: ofIntegration(integration) },
    AND: criteria,
  };
  const [found, total] = await Promise.all([
    db().badgeTemplate.findMany({
      where,
      select: selectOf(integration),
      orderBy: [...order, { id: "asc" }],
      relationLoadStrategy: "join",
      ...toSkipTake(page),
    }),
    db().badgeTemplate.count({ where }),
  ]);
  return { ...page, rows: await counted(integration, found), total };
}

/** A badge of the organization with its rules in the integration, if it has any; null for any other badge. */
export async function findDocument(
  integration: Integration,
  badgeTemplateId: string,
): Promise<DocumentRow | null> {
  const found = await db().badgeTemplate.findFirst({
    where: { organizationId: integration.organizationId, id: badgeTemplateId, deletedAt: null },
    select: selectOf(integration),
    relationLoadStrategy: "join",
  });
  const [row] = found ? await counted(integration, [found]) : [];
  return row ?? null;
}

/** Deletes the rules of a badge in the integration but for these; returns the ids of those that are gone. */
export async function deleteOtherRules(
  { organizationId, id }: Integration,
  badgeTemplateId: string,
  kept: number[],
): Promise<number[]> {
  const rows = await db().$queryRaw<{ id: number }[]>`
    DELETE FROM learning_rules
    WHERE organization_id = ${organizationId}::uuid AND integration_id = ${id}
      AND badge_template_id = ${badgeTemplateId}::uuid AND id <> ALL (${kept}::int[])
    RETURNING id`;
  return rows.map((row) => row.id).toSorted((one, other) => one - other);
}
