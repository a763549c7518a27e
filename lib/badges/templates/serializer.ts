import type { BadgeDesign } from "@/lib/art/design/schema";
import { imageUrl } from "@/lib/art/images/serializer";
import { toIsoDate } from "@/lib/kernel/dates";
import { organizationPageUrl, organizationApiUrl } from "@/lib/organizations/profile/serializer";
import type { ActivityType, Prisma } from "@/prisma/generated/client";
import { presentAlignments } from "./alignments";
import type { AchievementType, ACTIVITY_TYPES } from "./choices";
import { MAX_RECOMMENDATIONS, type BadgeTemplate } from "./schema";

export const ownerSelect = {
  id: true,
  name: true,
  vanitySlug: true,
  enableBlockchain: true,
  verifiedAt: true,
} satisfies Prisma.OrganizationSelect;

export const templateSelect = {
  id: true,
  organizationId: true,
  learningBadgeId: true,
  name: true,
  description: true,
  state: true,
  vanitySlug: true,
  imageId: true,
  imageGenerated: true,
  design: true,
  public: true,
  globalActivityUrl: true,
  earnThisBadgeUrl: true,
  enableEarnThisBadge: true,
  enableDetailAttributeVisibility: true,
  jobBoardUrl: true,
  lockBadgeState: true,
  allowDuplicateBadges: true,
  sendExpiringBadgeNotifications: true,
  settingsEnableRelatedBadges: true,
  showBadgeLmi: true,
  showLmiJobs: true,
  showSkillTagLinks: true,
  recordToBlockchain: true,
  translatable: true,
  printingDisabled: true,
  onlyOneSkillRequired: true,
  linkedinShareDefaultMessage: true,
  level: true,
  timeToEarn: true,
  cost: true,
  typeCategory: true,
  achievementType: true,
  criteriaUrlName: true,
  criteriaUrl: true,
  certification: true,
  skills: true,
  reportingTags: true,
  alignments: true,
  defaultExpiresAtType: true,
  defaultExpiresAt: true,
  defaultExpiresAtDate: true,
  defaultExpiresAfter: true,
  stateUpdatedAt: true,
  createdAt: true,
  updatedAt: true,
  organization: { select: ownerSelect },
  counts: { select: { issued: true } },
  activities: {
    select: {
      id: true,
      title: true,
      activityType: true,
      activityUrl: true,
      requiredBadgeTemplate: { select: { id: true, name: true, imageId: true } },
    },
    orderBy: { position: "asc" },
  },
  recommendations: {
    select: { recommendation: { select: { id: true, title: true, type: true, activityUrl: true } } },
    orderBy: { recommendationId: "asc" },
    take: MAX_RECOMMENDATIONS,
  },
} satisfies Prisma.BadgeTemplateSelect;

export type TemplateRow = Prisma.BadgeTemplateGetPayload<{ select: typeof templateSelect }>;

/** Returns the achievement type column, which only this domain writes. */
export const templateAchievementType = (row: { achievementType: string }): AchievementType =>
  row.achievementType as AchievementType;

/** Returns the design column, JSON that only this domain writes. */
export const templateDesign = (row: { design: Prisma.JsonValue }): BadgeDesign | null =>
  row.design as BadgeDesign | null;

/** The API names of the stored activity types. */
export const WIRE_TYPES: Record<ActivityType, (typeof ACTIVITY_TYPES)[number]> = {
  award: "Award",
  badge: "Badge",
  course: "Course",
  assessment: "Assessment",
  professional_experience: "Professional Experience",
  schedule_registration: "Schedule / Registration",
};

/** Returns the stored name for an activity type of the API. */
export const storedActivityType = (wire: string): ActivityType => {
  const found = Object.entries(WIRE_TYPES).find(([, name]) => name === wire);
  if (!found) throw new Error(`Unknown activity type ${wire}`);
  return found[0] as ActivityType;
};

/** Returns the API address of a badge template. */
export const templateUrl = (organizationId: string, id: string): string =>
  `${organizationApiUrl(organizationId)}/badge_templates/${id}`;

/** Presents the organization that owns a template. */
const presentOwner = (owner: Prisma.OrganizationGetPayload<{ select: typeof ownerSelect }>) => ({
  type: "Organization" as const,
  id: owner.id,
  name: owner.name,
  enable_blockchain: owner.enableBlockchain,
  url: organizationApiUrl(owner.id),
  vanity_url: organizationPageUrl(owner.vanitySlug),
  vanity_slug: owner.vanitySlug,
  verified: owner.verifiedAt !== null,
  viewable: true,
});

const presentSettings = (row: TemplateRow) => ({
  allow_duplicate_badges: row.allowDuplicateBadges,
  earn_this_badge_url: row.earnThisBadgeUrl,
  enable_earn_this_badge: row.enableEarnThisBadge,
  enable_detail_attribute_visibility: row.enableDetailAttributeVisibility,
  global_activity_url: row.globalActivityUrl,
  job_board_url: row.jobBoardUrl,
  lock_badge_state: row.lockBadgeState,
  send_expiring_badge_notifications: row.sendExpiringBadgeNotifications,
  settings_enable_related_badges: row.settingsEnableRelatedBadges,
  show_badge_lmi: row.showBadgeLmi,
  show_lmi_jobs: row.showLmiJobs,
  show_skill_tag_links: row.showSkillTagLinks,
  record_to_blockchain: row.recordToBlockchain,
  translatable: row.translatable,
  printing_disabled: row.printingDisabled,
  only_one_skill_required: row.onlyOneSkillRequired,
  linkedin_share_default_message: row.linkedinShareDefaultMessage,
  level: row.level,
  time_to_earn: row.timeToEarn,
  cost: row.cost,
  type_category: row.typeCategory,
  criteria_url_name: row.criteriaUrlName,
  criteria_url: row.criteriaUrl,
  certification: row.certification,
});

const presentExpiration = (row: TemplateRow) => ({
  default_expires_at: row.defaultExpiresAt?.toISOString() ?? null,
  default_expires_at_date: row.defaultExpiresAtDate ? toIsoDate(row.defaultExpiresAtDate) : null,
  default_expires_at_type: row.defaultExpiresAtType,
  default_expires_after: row.defaultExpiresAfter,
});

const presentRelated = (row: TemplateRow) => ({
  alignments: presentAlignments(row),
  recommendations: row.recommendations.map(({ recommendation }) => ({
    id: recommendation.id,
    title: recommendation.title,
    type: recommendation.type,
    activity_url: recommendation.activityUrl ?? "",
  })),
  required_badge_templates: row.activities.flatMap(({ requiredBadgeTemplate: required }) =>
    required
      ? [
          {
            id: required.id,
            name: required.name,
            image_url: imageUrl(required.imageId),
            url: templateUrl(row.organizationId, required.id),
          },
        ]
      : [],
  ),
  badge_template_activities: row.activities.map((activity) => ({
    id: activity.id,
    title: activity.title ?? activity.requiredBadgeTemplate?.name ?? null,
    activity_type: WIRE_TYPES[activity.activityType],
    activity_url: activity.activityUrl,
    required_badge_template_id: activity.requiredBadgeTemplate?.id ?? null,
  })),
});

/** Returns how many badges were issued from a template. */
export const issuedCount = ({ counts }: Pick<TemplateRow, "counts">): number =>
  counts.reduce((total, { issued }) => total + issued, 0);

/** Presents a badge template in the standard shape, alone or nested in a badge. */
export function presentTemplate(row: TemplateRow): BadgeTemplate {
  const issued = issuedCount(row);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    state: row.state,
    public: row.public,
    vanity_slug: row.vanitySlug,
    visibility: row.public ? "public" : "private",
    ...presentSettings(row),
    ...presentExpiration(row),
    ...presentRelated(row),
    badges_count: issued,
    get_issue_count: issued,
    get_variants_issue_count: 0,
    recipient_type: "User",
    primary_badge_template_id: null,
    variant_name: null,
    variants_allowed: false,
    variant_type: null,
    allow_delete: issued === 0,
    allow_archive: row.state === "active",
    show_template_settings: true,
    available_locales: ["en"],
    state_updated_at: row.stateUpdatedAt.toISOString(),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    image: { id: row.imageId, url: imageUrl(row.imageId) },
    image_url: imageUrl(row.imageId),
    url: templateUrl(row.organizationId, row.id),
    owner: presentOwner(row.organization),
    skills: row.skills,
    endorsements: [],
    achievement_type: templateAchievementType(row),
    reporting_tags: row.reportingTags,
    learning_badge_id: row.learningBadgeId,
    design: templateDesign(row),
  };
}
