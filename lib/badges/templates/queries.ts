import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { Prisma } from "@/prisma/generated/client";
import type { BadgeDesign } from "@/lib/art/design/schema";
import { MAX_RECOMMENDING_TEMPLATES } from "./schema";
import { templateSelect, type TemplateRow } from "./serializer";

export const findTemplateWhere = (where: Prisma.BadgeTemplateWhereInput): Promise<TemplateRow | null> =>
  db().badgeTemplate.findFirst({
    where: { ...where, deletedAt: null },
    select: templateSelect,
    relationLoadStrategy: "join",
  });

/** Finds the names of an organization's templates, at most `limit`, sorted by name. */
export const findTemplateNames = (organizationId: string, limit: number) =>
  db().badgeTemplate.findMany({
    where: { organizationId, deletedAt: null },
    select: { id: true, name: true },
    orderBy: [{ nameOrder: "asc" }, { id: "asc" }],
    take: limit,
  });

export const findTemplate = (organizationId: string, id: string): Promise<TemplateRow | null> =>
  findTemplateWhere({ id, organizationId });

/** Finds templates for their events, deleted ones included. */
export const findTemplatesForEvents = (ids: string[]): Promise<TemplateRow[]> =>
  db().badgeTemplate.findMany({
    where: { id: { in: ids } },
    select: templateSelect,
    relationLoadStrategy: "join",
  });

/** Locks a template for a change. Returns false when there is none. */
export async function lockTemplate(organizationId: string, id: string): Promise<boolean> {
  const rows = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM badge_templates
    WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid AND deleted_at IS NULL FOR UPDATE`;
  return rows.length > 0;
}

/** Columns with the design as JSON. No design is NULL in the database, not JSON's null. */
type WithDesign<Columns> = Omit<Columns, "design"> & { design?: BadgeDesign | null };

const designColumn = (design: BadgeDesign | null | undefined) =>
  design === undefined ? {} : { design: design ?? Prisma.DbNull };

export const insertTemplate = ({ design, ...data }: WithDesign<Prisma.BadgeTemplateUncheckedCreateInput>) =>
  db().badgeTemplate.create({
    data: { ...data, ...designColumn(design) },
    select: { id: true },
  });

export const saveTemplate = (
  id: string,
  { design, ...data }: WithDesign<Prisma.BadgeTemplateUncheckedUpdateInput>,
) =>
  db().badgeTemplate.update({
    where: { id },
    data: { ...data, ...designColumn(design) },
    select: { id: true },
  });

export type ActivityRow = Omit<
  Prisma.BadgeTemplateActivityCreateManyInput,
  "organizationId" | "badgeTemplateId"
>;

export async function replaceActivities(
  organizationId: string,
  badgeTemplateId: string,
  rows: ActivityRow[],
) {
  await db().badgeTemplateActivity.deleteMany({ where: { organizationId, badgeTemplateId } });
  await db().badgeTemplateActivity.createMany({
    data: rows.map((row) => ({ ...row, organizationId, badgeTemplateId })),
  });
}

/** Locks recommendations of the organization against deletion. Returns those of `ids` that exist. */
export async function lockRecommendations(organizationId: string, ids: string[]): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT id FROM recommendations
    WHERE organization_id = ${organizationId}::uuid AND id = ANY (${ids}::uuid[]) ORDER BY id FOR KEY SHARE`;
  return rows.map(({ id }) => id);
}

export async function replaceRecommendations(organizationId: string, badgeTemplateId: string, ids: string[]) {
  await db().badgeTemplateRecommendation.deleteMany({ where: { organizationId, badgeTemplateId } });
  const data = ids.map((recommendationId) => ({ organizationId, badgeTemplateId, recommendationId }));
  await db().badgeTemplateRecommendation.createMany({ data });
}

/** Finds one of these recommendations that more templates show than allowed. Null when there is none. */
export async function findRecommendationOverLimit(
  organizationId: string,
  ids: string[],
): Promise<string | null> {
  const [found] = await db().badgeTemplateRecommendation.groupBy({
    by: ["recommendationId"],
    where: { organizationId, recommendationId: { in: ids } },
    having: { badgeTemplateId: { _count: { gt: MAX_RECOMMENDING_TEMPLATES } } },
    orderBy: { recommendationId: "asc" },
    take: 1,
  });
  return found?.recommendationId ?? null;
}

/** Updates the titles of recommendations of type `badge`, which are the names of the recommended templates. */
export const retitleRecommendations = (organizationId: string, badgeTemplateId: string, title: string) =>
  db().recommendation.updateMany({
    where: { organizationId, recommendedBadgeTemplateId: badgeTemplateId, title: { not: title } },
    data: { title },
  });

/**
 * Removes a template from all recommendations: deletes those that recommend it, and its links to those that it shows.
 */
export async function removeFromRecommendations(organizationId: string, badgeTemplateId: string) {
  // In this order: recommendations are always locked before their links.
  await db().recommendation.deleteMany({
    where: { organizationId, recommendedBadgeTemplateId: badgeTemplateId },
  });
  await db().badgeTemplateRecommendation.deleteMany({ where: { organizationId, badgeTemplateId } });
}

/**
 * Deletes the rules of the learning edition that issue a template: without it they could be neither seen nor removed.
 */
export const deleteLearningRules = (organizationId: string, badgeTemplateId: string) =>
  db().learningRule.deleteMany({ where: { organizationId, badgeTemplateId } });

/** Ends the endorsements of a template: those that were accepted are revoked, by a trigger. */
export const endEndorsements = (templateOrganizationId: string, badgeTemplateId: string) =>
  db().endorsement.updateMany({
    where: { templateOrganizationId, badgeTemplateId, state: { in: ["offered", "accepted"] } },
    data: { state: "declined", stateUpdatedAt: clock.now() },
  });

export const countTemplates = (organizationId: string, ids: string[]) =>
  db().badgeTemplate.count({ where: { organizationId, id: { in: ids }, deletedAt: null } });

export const markTemplateDeleted = (id: string) =>
  db().badgeTemplate.update({ where: { id }, data: { deletedAt: clock.now() }, select: { id: true } });
