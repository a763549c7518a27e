import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { Prisma } from "@/prisma/generated/client";
import type { BadgeDesign } from "@/lib/art/design/schema";
import { MAX_RECOMMENDING_TEMPLATES } from "./schema";
import { templateSelect, type TemplateRow } from "./serializer";

export const findTemplateWithin = (where: Prisma.BadgeTemplateWhereInput): Promise<TemplateRow | null> =>
  db().badgeTemplate.findFirst({
    where: { ...where, deletedAt: null },
    select: templateSelect,
    relationLoadStrategy: "join",
  });

/** Names of an organization's templates, at most `most`, in their order. */
export const findTemplateNames = (organizationId: string, most: number) =>
  db().badgeTemplate.findMany({
    where: { organizationId, deletedAt: null },
    select: { id: true, name: true },
    orderBy: [{ nameOrder: "asc" }, { id: "asc" }],
    take: most,
  });

export const findTemplate = (organizationId: string, id: string): Promise<TemplateRow | null> =>
  findTemplateWithin({ id, organizationId });

/** A template as its events show it: deleted ones too. */
export const findTemplatesForEvents = (ids: string[]): Promise<TemplateRow[]> =>
  db().badgeTemplate.findMany({
    where: { id: { in: ids } },
    select: templateSelect,
    relationLoadStrategy: "join",
  });

/** Locks a template for a change of it; false when there is none. */
export async function lockTemplate(organizationId: string, id: string): Promise<boolean> {
  const rows = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM badge_templates
    WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid AND deleted_at IS NULL FOR UPDATE`;
  return rows.length > 0;
}

/** Columns with the design as the domain has it: for none the column is NULL, not JSON's null. */
type Designed<Columns> = Omit<Columns, "design"> & { design?: BadgeDesign | null };

const designColumn = (design: BadgeDesign | null | undefined) =>
  design === undefined ? {} : { design: design ?? Prisma.DbNull };

export const insertTemplate = ({ design, ...data }: Designed<Prisma.BadgeTemplateUncheckedCreateInput>) =>
  db().badgeTemplate.create({
    data: { ...data, ...designColumn(design), count: { create: {} } },
    select: { id: true },
  });

export const saveTemplate = (
  id: string,
  { design, ...data }: Designed<Prisma.BadgeTemplateUncheckedUpdateInput>,
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

/** Locks recommendations of the organization against deletion; returns those of `ids` that there are. */
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

/** One of these recommendations that more templates show than may; null when there is none. */
export async function findOverusedRecommendation(
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

/** The title of a recommendation of type `badge` is the name of the template that it recommends. */
export const retitleRecommendations = (organizationId: string, badgeTemplateId: string, title: string) =>
  db().recommendation.updateMany({
    where: { organizationId, recommendedBadgeTemplateId: badgeTemplateId, title: { not: title } },
    data: { title },
  });

/** Takes a template out of all recommendations: those that lead to it, which go, and those that it shows. */
export async function removeFromRecommendations(organizationId: string, badgeTemplateId: string) {
  // In this order: whoever locks recommendations and what shows them takes the recommendations first.
  await db().recommendation.deleteMany({
    where: { organizationId, recommendedBadgeTemplateId: badgeTemplateId },
  });
  await db().badgeTemplateRecommendation.deleteMany({ where: { organizationId, badgeTemplateId } });
}

/** Rules of the learning edition that give a template go with it: nobody could see them, or clear them. */
export const removeRules = (organizationId: string, badgeTemplateId: string) =>
  db().learningRule.deleteMany({ where: { organizationId, badgeTemplateId } });

export const countTemplates = (organizationId: string, ids: string[]) =>
  db().badgeTemplate.count({ where: { organizationId, id: { in: ids }, deletedAt: null } });

export const markDeleted = (id: string) =>
  db().badgeTemplate.update({ where: { id }, data: { deletedAt: clock.now() }, select: { id: true } });
