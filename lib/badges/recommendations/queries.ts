import { MAX_RECOMMENDATIONS } from "@/lib/badges/templates/schema";
import { db } from "@/lib/kernel/db";
import { parseChoices } from "@/lib/kernel/list/filter-values";
import { textMatch, type Filters } from "@/lib/kernel/list/filter";
import { toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Sorts } from "@/lib/kernel/list/sort";
import type { Prisma } from "@/prisma/generated/client";
import { RECOMMENDATION_TYPES } from "./choices";
import {
  recommendationItemSelect,
  recommendationSelect,
  type RecommendationItemRow,
  type RecommendationRow,
} from "./serializer";

type Where = Prisma.RecommendationWhereInput;
type Order = Prisma.RecommendationOrderByWithRelationInput;

export const filters: Filters<Where> = {
  title: (value) => ({ title: textMatch(value) }),
  type: (value) => ({ type: { in: parseChoices("type", RECOMMENDATION_TYPES, value) } }),
};

export const sorts: Sorts<Order> = {
  title: (direction) => ({ titleOrder: direction }),
  created_at: (direction) => ({ createdAt: direction }),
};

/** Finds a page with the number of templates of each row, in one grouped query for all of them. */
export async function findRecommendationPage(
  where: Where,
  order: Order[],
  page: PageRequest,
): Promise<Page<RecommendationItemRow>> {
  const [rows, total] = await Promise.all([
    db().recommendation.findMany({
      where,
      select: recommendationItemSelect,
      orderBy: [...order, { id: "desc" }],
      ...toSkipTake(page),
    }),
    db().recommendation.count({ where }),
  ]);
  const numbers = await countTemplatesByRecommendation(rows.map(({ id }) => id));
  const counted = rows.map((row) => ({ ...row, badgeTemplatesCount: numbers.get(row.id) ?? 0 }));
  return { ...page, rows: counted, total };
}

async function countTemplatesByRecommendation(ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db().badgeTemplateRecommendation.groupBy({
    by: ["recommendationId"],
    where: { recommendationId: { in: ids } },
    _count: true,
  });
  return new Map(rows.map(({ recommendationId, _count }) => [recommendationId, _count]));
}

export const findRecommendation = (organizationId: string, id: string): Promise<RecommendationRow | null> =>
  db().recommendation.findFirst({
    where: { organizationId, id },
    select: recommendationSelect,
    relationLoadStrategy: "join",
  });

export const recommendationExists = async (organizationId: string, id: string): Promise<boolean> =>
  (await db().recommendation.count({ where: { organizationId, id } })) > 0;

/** Locks a recommendation for a change. Returns false when there is none. */
export async function lockRecommendation(organizationId: string, id: string): Promise<boolean> {
  const rows = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM recommendations
    WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid FOR NO KEY UPDATE`;
  return rows.length > 0;
}

/**
 * Locks templates of the organization so that none is renamed or deleted before the commit. Returns their names by
 * id.
 */
export async function lockTemplates(organizationId: string, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db().$queryRaw<{ id: string; name: string }[]>`
    SELECT id, name FROM badge_templates
    WHERE organization_id = ${organizationId}::uuid AND id = ANY (${ids}::uuid[]) AND deleted_at IS NULL
    ORDER BY id FOR SHARE`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export const insertRecommendation = (data: Prisma.RecommendationUncheckedCreateInput) =>
  db().recommendation.create({ data, select: { id: true } });

export const saveRecommendation = (id: string, data: Prisma.RecommendationUncheckedUpdateInput) =>
  db().recommendation.update({ where: { id }, data, select: { id: true } });

export async function replaceRecommendationTemplates(
  organizationId: string,
  recommendationId: string,
  ids: string[],
) {
  await db().badgeTemplateRecommendation.deleteMany({ where: { organizationId, recommendationId } });
  const data = ids.map((badgeTemplateId) => ({ organizationId, badgeTemplateId, recommendationId }));
  await db().badgeTemplateRecommendation.createMany({ data });
}

/** Finds one of these templates that shows more recommendations than allowed. Null when there is none. */
export async function findTemplateOverLimit(organizationId: string, ids: string[]): Promise<string | null> {
  const [found] = await db().badgeTemplateRecommendation.groupBy({
    by: ["badgeTemplateId"],
    where: { organizationId, badgeTemplateId: { in: ids } },
    having: { recommendationId: { _count: { gt: MAX_RECOMMENDATIONS } } },
    orderBy: { badgeTemplateId: "asc" },
    take: 1,
  });
  return found?.badgeTemplateId ?? null;
}

export const deleteRecommendationRow = (organizationId: string, id: string) =>
  db().recommendation.deleteMany({ where: { organizationId, id } });
