import { db } from "@/lib/kernel/db";
import { parseIdList } from "@/lib/kernel/list/filter-values";
import { escapeLike, type Filters } from "@/lib/kernel/list/filter";
import { toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Sorts } from "@/lib/kernel/list/sort";
import type { Prisma } from "@/prisma/generated/client";
import { organizationSelect, type Counts, type OrganizationRow } from "./serializer";

type Where = Prisma.LearningIntegrationWhereInput;
type Order = Prisma.LearningIntegrationOrderByWithRelationInput;

const containing = (value: string) => ({
  contains: escapeLike(value.trim()),
  mode: "insensitive" as const,
});

export const filters: Filters<Where> = {
  query: (value) => ({ OR: [{ name: containing(value) }, { courseId: containing(value) }] }),
  app_id: (value) => ({ appId: { in: parseIdList("app_id", value) } }),
};

export const sorts: Sorts<Order> = {
  name: (direction) => ({ nameOrder: direction }),
  created_at: (direction) => ({ createdAt: direction }),
};

export type CountedRow = OrganizationRow & { counts: Counts };

const NONE: Counts = { students: 0, gradables: 0, rules: 0, badges: 0 };

/** Counts the data of each of these integrations, from indexes, in one statement. */
async function countsOf(ids: number[]): Promise<Map<number, Counts>> {
  const rows = await db().$queryRaw<(Counts & { id: number })[]>`
    SELECT integration.id,
      (SELECT count(*)::int FROM learning_students WHERE integration_id = integration.id) AS students,
      (SELECT count(*)::int FROM learning_gradables WHERE integration_id = integration.id) AS gradables,
      (SELECT count(*)::int FROM learning_rules WHERE integration_id = integration.id) AS rules,
      (SELECT count(*)::int FROM learning_awards WHERE integration_id = integration.id) AS badges
    FROM unnest(${ids}::int[]) AS integration(id)`;
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

async function counted(rows: OrganizationRow[]): Promise<CountedRow[]> {
  if (rows.length === 0) return [];
  const counts = await countsOf(rows.map(({ id }) => id));
  return rows.map((row) => ({ ...row, counts: counts.get(row.id) ?? NONE }));
}

export async function findOrganizationIntegrationPage(
  where: Where,
  order: Order[],
  page: PageRequest,
): Promise<Page<CountedRow>> {
  const [rows, total] = await Promise.all([
    db().learningIntegration.findMany({
      where,
      select: organizationSelect,
      orderBy: [...order, { id: "desc" }],
      relationLoadStrategy: "join",
      ...toSkipTake(page),
    }),
    db().learningIntegration.count({ where }),
  ]);
  return { ...page, rows: await counted(rows), total };
}

export const findOrganizationIntegration = (
  organizationId: string,
  id: number,
): Promise<OrganizationRow | null> =>
  db().learningIntegration.findFirst({
    where: { organizationId, id },
    select: organizationSelect,
    relationLoadStrategy: "join",
  });

export async function findCounted(organizationId: string, id: number): Promise<CountedRow | null> {
  const row = await findOrganizationIntegration(organizationId, id);
  const [found] = row ? await counted([row]) : [];
  return found ?? null;
}

export const saveOrganizationIntegration = (
  organizationId: string,
  id: number,
  data: Prisma.LearningIntegrationUncheckedUpdateManyInput,
) => db().learningIntegration.updateMany({ where: { organizationId, id }, data });
