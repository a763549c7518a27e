import { imageUrl, presentImage } from "@/lib/art/images/serializer";
import { organizationApiUrl } from "@/lib/organizations/profile/serializer";
import type { Prisma } from "@/prisma/generated/client";
import type { Recommendation, RecommendationItem } from "./schema";

export const recommendationItemSelect = {
  id: true,
  title: true,
  type: true,
  activityUrl: true,
  recommendedBadgeTemplateId: true,
  updatedAt: true,
} satisfies Prisma.RecommendationSelect;

export const recommendationSelect = {
  id: true,
  organizationId: true,
  title: true,
  type: true,
  description: true,
  activityUrl: true,
  recommendedBadgeTemplateId: true,
  recommendedBadgeTemplate: {
    select: {
      description: true,
      imageId: true,
      organization: { select: { name: true, photoId: true } },
    },
  },
  badgeTemplates: { select: { badgeTemplateId: true }, orderBy: { badgeTemplateId: "asc" } },
} satisfies Prisma.RecommendationSelect;

export type RecommendationRow = Prisma.RecommendationGetPayload<{ select: typeof recommendationSelect }>;
export type RecommendationItemRow = Prisma.RecommendationGetPayload<{
  select: typeof recommendationItemSelect;
}> & {
  badgeTemplatesCount: number;
};

/** Returns the API address of a recommendation. */
export const recommendationUrl = ({ organizationId, id }: RecommendationRow): string =>
  `${organizationApiUrl(organizationId)}/recommendations/${id}`;

export const presentRecommendationItem = (row: RecommendationItemRow): RecommendationItem => ({
  id: row.id,
  title: row.title,
  type: row.type,
  ...(row.recommendedBadgeTemplateId === null
    ? { activity_url: row.activityUrl ?? "" }
    : { recommended_badge_template_id: row.recommendedBadgeTemplateId }),
  updated_at: row.updatedAt.toISOString(),
  badge_templates_count: row.badgeTemplatesCount,
});

/** Presents a complete recommendation. The type `badge` takes its description from its template. */
export function presentRecommendation(row: RecommendationRow): Recommendation {
  const template = row.recommendedBadgeTemplate;
  return {
    id: row.id,
    title: row.title,
    type: row.type,
    recommended_badge_template_id: row.recommendedBadgeTemplateId,
    activity_url: row.activityUrl ?? "",
    url: recommendationUrl(row),
    issuer_name: template?.organization.name ?? null,
    image_url: template ? imageUrl(template.imageId) : null,
    issuer_icon: presentImage(template?.organization.photoId ?? null)?.url ?? null,
    description: template ? template.description : row.description,
    badge_template_ids: row.badgeTemplates.map(({ badgeTemplateId }) => badgeTemplateId),
  };
}
