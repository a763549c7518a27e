import { z } from "zod";
import { day, flag, id, json, number, orNull, record, text, textOrNull, texts, time } from "./fields";

export const BadgeTemplate = record("badge_template", {
  id: id(),
  name: text(),
  description: text(),
  state: z.enum(["draft", "active", "archived"]),
  vanity_slug: text(),
  image_id: id(),
  image_generated: flag(),
  design: json(),
  public: flag(),
  global_activity_url: textOrNull(),
  earn_this_badge_url: textOrNull(),
  enable_earn_this_badge: flag(),
  enable_detail_attribute_visibility: flag(),
  job_board_url: textOrNull(),
  lock_badge_state: flag(),
  allow_duplicate_badges: flag(),
  send_expiring_badge_notifications: flag(),
  settings_enable_related_badges: flag(),
  show_badge_lmi: flag(),
  show_lmi_jobs: flag(),
  show_skill_tag_links: flag(),
  record_to_blockchain: flag(),
  translatable: flag(),
  printing_disabled: flag(),
  only_one_skill_required: flag(),
  linkedin_share_default_message: textOrNull(),
  level: textOrNull(),
  time_to_earn: textOrNull(),
  cost: textOrNull(),
  type_category: textOrNull(),
  achievement_type: text(),
  criteria_url_name: textOrNull(),
  criteria_url: textOrNull(),
  certification: flag(),
  skills: texts(),
  reporting_tags: texts(),
  alignments: json(),
  default_expires_at_type: orNull(z.enum(["date", "duration"])),
  default_expires_at: orNull(time()),
  default_expires_at_date: orNull(day()),
  default_expires_after: textOrNull(),
  state_updated_at: time(),
  created_at: time(),
  updated_at: time(),
  deleted_at: orNull(time()),
  /** The number in the learning edition. Exports of format 1 have none. */
  learning_badge_id: number().optional(),
});

export const BadgeTemplateActivity = record("badge_template_activity", {
  id: id(),
  badge_template_id: id(),
  position: number(),
  activity_type: text(),
  title: textOrNull(),
  activity_url: textOrNull(),
  required_badge_template_id: orNull(id()),
});

export const Recommendation = record("recommendation", {
  id: id(),
  type: z.enum(["badge", "information", "education", "employment", "participation", "offer"]),
  title: text(),
  description: textOrNull(),
  activity_url: textOrNull(),
  recommended_badge_template_id: orNull(id()),
  created_at: time(),
  updated_at: time(),
});

export const BadgeTemplateRecommendation = record("badge_template_recommendation", {
  badge_template_id: id(),
  recommendation_id: id(),
});

export const CertificateDesign = record("certificate_design", {
  organization_id: id(),
  design: json(),
  options: json(),
  updated_at: time(),
});
export const TemplateCertificateDesign = record("template_certificate_design", {
  badge_template_id: id(),
  design: json(),
  updated_at: time(),
});

/** What the organization says about a badge of another one, without the signed credential. */
export const Endorsement = record("endorsement", {
  id: id(),
  template_organization_id: id(),
  badge_template_id: id(),
  badge_name: textOrNull(),
  state: z.enum(["offered", "accepted", "declined", "withdrawn"]),
  comment: text(),
  created_at: time(),
  state_updated_at: time(),
});
