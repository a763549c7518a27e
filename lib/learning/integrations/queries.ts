import type { Integration, LearningCaller } from "@/lib/learning/requests/caller";
import { db } from "@/lib/kernel/db";
import { pageWindow, type PagedRows, type Paging } from "@/lib/learning/requests/paging";
import { Prisma } from "@/prisma/generated/client";
import {
  integrationSelect,
  type IntegrationRow,
  integrationDetailSelect,
  type IntegrationCounts,
  type IntegrationDetailRow,
} from "./serializer";
import { parseIdList } from "@/lib/kernel/list/filter-values";
import { escapeLike, type Filters } from "@/lib/kernel/list/filter";
import { toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Sorts } from "@/lib/kernel/list/sort";

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

/**
 * The tables with an integration's data, each with its key and the order of an index that covers the rows of one
 * integration.
 */
const TABLES = [
  { table: "learning_grades", key: "id", order: "id" },
  { table: "learning_awards", key: "badge_id", order: "student_id, badge_template_id" },
  { table: "learning_logs", key: "id", order: "created_at, id" },
  { table: "learning_students", key: "id", order: "id" },
  { table: "learning_gradables", key: "id", order: "id" },
] as const;

/**
 * Finds the integration that was deleted first among those with remaining data, and locks it until the transaction
 * ends; null when there is none that no other transaction has locked.
 */
export async function lockDeletedIntegration(): Promise<number | null> {
  const [row] = await db().$queryRaw<{ id: number }[]>`
    SELECT id FROM learning_course_data WHERE integration_deleted_at IS NOT NULL
    ORDER BY integration_deleted_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`;
  return row?.id ?? null;
}

/**
 * Deletes at most `limit` rows of one table for an integration, children before parents; returns 0 when none is left.
 */
export async function deleteDataBatch(id: number, limit: number): Promise<number> {
  for (const { table, key, order } of TABLES) {
    const [tableName, keyColumn, orderColumns] = [Prisma.raw(table), Prisma.raw(key), Prisma.raw(order)];
    const deleted = await db().$executeRaw`
      DELETE FROM ${tableName} WHERE ${keyColumn} = ANY (ARRAY(
        SELECT ${keyColumn} FROM ${tableName} WHERE integration_id = ${id}::int
        ORDER BY ${orderColumns} LIMIT ${limit} FOR UPDATE SKIP LOCKED))`;
    if (deleted > 0) return deleted;
  }
  return 0;
}

/** Deletes the parent row of an integration's data, and by foreign keys anything that was added in the meantime. */
export const deleteCourseData = (id: number) => db().$executeRaw`
  DELETE FROM learning_course_data WHERE id = ${id}::int AND integration_deleted_at IS NOT NULL`;

/** The condition for the integrations that a token can use: for an owner's token all of the app. */
const reachableWhere = ({
  organizationId,
  appId,
  kind,
  integrationIds,
}: LearningCaller): Prisma.LearningIntegrationWhereInput =>
  kind === "owner" ? { organizationId, appId } : { organizationId, id: { in: integrationIds } };

/** Finds one of the integrations that a token can use, by its id or its course; null when there is none. */
export const findReachableIntegration = (
  caller: LearningCaller,
  named: { id: number } | { courseId: string },
): Promise<IntegrationRow | null> =>
  db().learningIntegration.findFirst({
    where: { AND: [reachableWhere(caller), named] },
    select: integrationSelect,
    orderBy: { id: "asc" },
  });

/** Finds which of these integrations a token can use and belong to its own app. */
export const findOwnIntegrations = (caller: LearningCaller, ids: number[]): Promise<IntegrationRow[]> =>
  db().learningIntegration.findMany({
    where: { AND: [reachableWhere(caller), { appId: caller.appId, id: { in: ids } }] },
    select: integrationSelect,
  });

export const findAppIntegrationRow = (app: { organizationId: string; id: string }, id: number) =>
  db().learningIntegration.findFirst({
    where: { organizationId: app.organizationId, appId: app.id, id },
    select: integrationSelect,
  });

export async function findIntegrationPage(
  caller: LearningCaller,
  paging: Paging,
): Promise<PagedRows<IntegrationRow>> {
  const where = reachableWhere(caller);
  const [rows, total] = await Promise.all([
    db().learningIntegration.findMany({
      where,
      select: integrationSelect,
      orderBy: { id: paging.direction },
      ...pageWindow(paging),
    }),
    db().learningIntegration.count({ where }),
  ]);
  return { rows, total };
}

/** Inserts an integration; null when the app already has one of this course. */
export async function insertIntegration(
  data: Prisma.LearningIntegrationCreateManyInput,
): Promise<IntegrationRow | null> {
  const rows = await db().learningIntegration.createManyAndReturn({
    data: [data],
    select: integrationSelect,
    skipDuplicates: true,
  });
  return rows[0] ?? null;
}

/**
 * Deletes an integration. Foreign keys delete its rules, tokens and requests; its data can no longer be reached, and a
 * job removes it.
 */
export const deleteIntegrationRow = (organizationId: string, id: number) =>
  db().learningIntegration.deleteMany({ where: { organizationId, id } });

/** Locks the row of an integration until the transaction ends; false when it is gone. */
export async function lockIntegration(
  { organizationId, id }: Integration,
  isExclusive: boolean,
): Promise<boolean> {
  const strength = isExclusive ? Prisma.sql`NO KEY UPDATE` : Prisma.sql`KEY SHARE`;
  const rows = await db().$queryRaw<unknown[]>`
    SELECT id FROM learning_integrations
    WHERE organization_id = ${organizationId}::uuid AND id = ${id}::int FOR ${strength}`;
  return rows.length === 1;
}
