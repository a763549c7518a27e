import { db } from "@/lib/kernel/db";
import { parseIdList } from "@/lib/kernel/list/filter-values";
import { escapeLike, type Filters } from "@/lib/kernel/list/filter";
import { toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Sorts } from "@/lib/kernel/list/sort";
import type { Prisma } from "@/prisma/generated/client";
import { integrationDetailSelect, type IntegrationCounts, type IntegrationDetailRow } from "./serializer";

type Where = Prisma.LearningIntegrationWhereInput;
type Order = Prisma.LearningIntegrationOrderByWithRelationInput;

const containsText = (value: string) => ({
  contains: escapeLike(value.trim()),
  mode: "insensitive" as const,
});

export const filters: Filters<Where> = {
  query: (value) => ({ OR: [{ name: containsText(value) }, { courseId: containsText(value) }] }),
  app_id: (value) => ({ appId: { in: parseIdList("app_id", value) } }),
};

export const sorts: Sorts<Order> = {
  name: (direction) => ({ nameOrder: direction }),
  created_at: (direction) => ({ createdAt: direction }),
};

export type IntegrationWithCounts = IntegrationDetailRow & { counts: IntegrationCounts };

const NO_COUNTS: IntegrationCounts = { students: 0, gradables: 0, rules: 0, badges: 0 };

/** Counts the data of each of these integrations, from indexes, in one statement. */
async function countData(ids: number[]): Promise<Map<number, IntegrationCounts>> {
  const rows = await db().$queryRaw<(IntegrationCounts & { id: number })[]>`
    SELECT integration.id,
      (SELECT count(*)::int FROM learning_students WHERE integration_id = integration.id) AS students,
      (SELECT count(*)::int FROM learning_gradables WHERE integration_id = integration.id) AS gradables,
      (SELECT count(*)::int FROM learning_rules WHERE integration_id = integration.id) AS rules,
      (SELECT count(*)::int FROM learning_awards WHERE integration_id = integration.id) AS badges
    FROM unnest(${ids}::int[]) AS integration(id)`;
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

async function withCounts(rows: IntegrationDetailRow[]): Promise<IntegrationWithCounts[]> {
  if (rows.length === 0) return [];
  const counts = await countData(rows.map(({ id }) => id));
  return rows.map((row) => ({ ...row, counts: counts.get(row.id) ?? NO_COUNTS }));
}

export async function findOrganizationIntegrationPage(
  where: Where,
  order: Order[],
  page: PageRequest,
): Promise<Page<IntegrationWithCounts>> {
  const [rows, total] = await Promise.all([
    db().learningIntegration.findMany({
      where,
      select: integrationDetailSelect,
      orderBy: [...order, { id: "desc" }],
      relationLoadStrategy: "join",
      ...toSkipTake(page),
    }),
    db().learningIntegration.count({ where }),
  ]);
  return { ...page, rows: await withCounts(rows), total };
}

export const findOrganizationIntegration = (
  organizationId: string,
  id: number,
): Promise<IntegrationDetailRow | null> =>
  db().learningIntegration.findFirst({
    where: { organizationId, id },
    select: integrationDetailSelect,
    relationLoadStrategy: "join",
  });

export async function findIntegrationWithCounts(
  organizationId: string,
  id: number,
): Promise<IntegrationWithCounts | null> {
  const [row, counts] = await Promise.all([findOrganizationIntegration(organizationId, id), countData([id])]);
  return row && { ...row, counts: counts.get(id) ?? NO_COUNTS };
}

export const saveOrganizationIntegration = (
  organizationId: string,
  id: number,
  data: Prisma.LearningIntegrationUncheckedUpdateManyInput,
) => db().learningIntegration.updateMany({ where: { organizationId, id }, data });
