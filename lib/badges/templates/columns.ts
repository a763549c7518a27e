import { invalidField } from "@/lib/kernel/errors";
import { toSlug } from "@/lib/organizations/profile/slug";
import type { DefaultExpiration } from "@/prisma/generated/client";
import { buildAlignment, templateAlignments } from "./alignments";
import type { BadgeTemplateChange } from "./schema";
import { reuseIds } from "./reused-ids";
import type { TemplateRow } from "./serializer";

type Defined<Type> = { [Key in keyof Type]: Exclude<Type[Key], undefined> };

const plainColumns = (body: BadgeTemplateChange) => ({
  name: body.name,
  description: body.description,
  globalActivityUrl: body.global_activity_url,
  public: body.public,
  skills: body.skills,
  reportingTags: body.reporting_tags,
  allowDuplicateBadges: body.allow_duplicate_badges,
  earnThisBadgeUrl: body.earn_this_badge_url,
  enableEarnThisBadge: body.enable_earn_this_badge,
  enableDetailAttributeVisibility: body.enable_detail_attribute_visibility,
  jobBoardUrl: body.job_board_url,
  lockBadgeState: body.lock_badge_state,
  sendExpiringBadgeNotifications: body.send_expiring_badge_notifications,
  settingsEnableRelatedBadges: body.settings_enable_related_badges,
  showBadgeLmi: body.show_badge_lmi,
  showLmiJobs: body.show_lmi_jobs,
  showSkillTagLinks: body.show_skill_tag_links,
  recordToBlockchain: body.record_to_blockchain,
  translatable: body.translatable,
  printingDisabled: body.printing_disabled,
  onlyOneSkillRequired: body.only_one_skill_required,
  linkedinShareDefaultMessage: body.linkedin_share_default_message,
  level: body.level,
  timeToEarn: body.time_to_earn,
  cost: body.cost,
  typeCategory: body.type_category,
  achievementType: body.achievement_type,
  criteriaUrlName: body.criteria_url_name,
  criteriaUrl: body.criteria_url,
  certification: body.certification,
});

const NO_EXPIRATION = {
  defaultExpiresAtType: null,
  defaultExpiresAt: null,
  defaultExpiresAtDate: null,
  defaultExpiresAfter: null,
};

function expirationDate({ default_expires_at: given }: BadgeTemplateChange, before: TemplateRow | null) {
  const at = given?.at ?? before?.defaultExpiresAt;
  const date = given ? new Date(given.date) : before?.defaultExpiresAtDate;
  if (!at || !date) throw invalidField("default_expires_at", "required", "is required for the type date");
  return { defaultExpiresAt: at, defaultExpiresAtDate: date };
}

function expirationDuration(
  { default_expires_after: given }: BadgeTemplateChange,
  before: TemplateRow | null,
) {
  const after = given ?? before?.defaultExpiresAfter;
  if (!after) throw invalidField("default_expires_after", "required", "is required for the type duration");
  return { defaultExpiresAfter: after };
}

const inferExpirationType = (body: BadgeTemplateChange): DefaultExpiration | null => {
  if (body.default_expires_at) return "date";
  return body.default_expires_after ? "duration" : null;
};

/** Builds the expiration columns: the type is inferred from the given value, and each type needs its own value. */
function expirationColumns(body: BadgeTemplateChange, before: TemplateRow | null) {
  const touched = [body.default_expires_at_type, body.default_expires_at, body.default_expires_after];
  if (touched.every((value) => value === undefined)) return {};
  const type =
    body.default_expires_at_type === undefined ? inferExpirationType(body) : body.default_expires_at_type;
  switch (type) {
    case null:
      return NO_EXPIRATION;
    case "date":
      return { ...NO_EXPIRATION, defaultExpiresAtType: type, ...expirationDate(body, before) };
    case "duration":
      return { ...NO_EXPIRATION, defaultExpiresAtType: type, ...expirationDuration(body, before) };
  }
}

/**
 * Builds the columns that a body changes. Fields that it does not have are left out. Throws 422 for an expiration
 * without its value.
 */
export function buildTemplateColumns(body: BadgeTemplateChange, before: TemplateRow | null) {
  const given = Object.fromEntries(
    Object.entries(plainColumns(body)).filter(([, value]) => value !== undefined),
  );
  const alignments = body.alignments?.map(buildAlignment);
  return {
    ...(given as Partial<Defined<ReturnType<typeof plainColumns>>>),
    ...expirationColumns(body, before),
    ...(alignments ? { alignments: reuseIds(before ? templateAlignments(before) : [], alignments) } : {}),
    ...(body.name !== undefined && before === null ? { vanitySlug: toSlug(body.name) } : {}),
  };
}
