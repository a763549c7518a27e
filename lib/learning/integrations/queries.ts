import type { Integration, LearningCaller } from "@/lib/learning/requests/caller";
import { db } from "@/lib/kernel/db";
import { pageWindow, type PagedRows, type Paging } from "@/lib/learning/requests/paging";
import { Prisma } from "@/prisma/generated/client";
import { integrationSelect, type IntegrationRow } from "./serializer";

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
