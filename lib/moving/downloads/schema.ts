import { z } from "zod";
import { text, flag, id, idOrNull, list, time, day, end, picture, withAbsent } from "./wire-fields";

/**
 * What other services of this interface return, as far as it is moved. The interface does not say which fields a service
 * always has, so all but ids may be missing. Unknown fields are ignored.
 */

export const WireList = z.object({
  data: z.array(z.unknown()),
  metadata: z
    .object({
      next_page_url: z.string().max(2_000).nullish(),
      current_page: z.int().nullish(),
      total_pages: z.int().nullish(),
      total_count: z.int().nullish(),
    })
    .nullish(),
});
export const WireItem = z.object({ data: z.unknown() });

export const WireOrganization = z.object({
  id: id(),
  name: z.string(),
  vanity_slug: text(),
  photo: picture(),
  photo_url: text(),
  website_url: text(),
  webhook_url: text(),
  contact_email: text(),
  legal_contact_email: text(),
  technical_contact_email: text(),
  zip_or_postal_code: text(),
  organization_type: text(),
  bio: text(),
  twitter_url: text(),
  facebook_url: text(),
  linked_in_url: text(),
  linked_in_name: text(),
  linked_in_org_id: text(),
  city: text(),
  address: text(),
  primary_hex_color: text(),
  support_email: text(),
  support_url: text(),
  allow_saml_debug: flag(false),
  allowed_webhooks: list(z.string()),
  enable_blockchain: flag(false),
  print_method: text(),
  pdf_id: text(),
  internationalize_badge_templates: flag(false),
  integrated_with_partner: flag(false),
  hide_subscription: flag(false),
  default_page: text(),
  industry_id: text(),
  display_logo_as_circle_in_emails: flag(false),
  is_trial: flag(false),
  workforce_enabled: flag(true),
  location: text(),
  country: text(),
  state_or_province: text(),
  require_template_detail_attributes: flag(false),
  created_at: time(),
  updated_at: time(),
});
export type WireOrganization = z.infer<typeof WireOrganization>;

export const WireWebhookSettings = z.object({
  allowed_webhooks: list(z.string()),
  accepts_any_success: flag(false),
});

/** The fields of a template. */
export const WireTemplateFields = z.object({
  id: id(),
  name: z.string(),
  description: text(),
  state: text(),
  /** A template is shown, and issued from, only if the service says so. */
  public: flag(false),
  vanity_slug: text(),
  image: picture(),
  image_url: text(),
  global_activity_url: text(),
  earn_this_badge_url: text(),
  enable_earn_this_badge: flag(false),
  enable_detail_attribute_visibility: flag(false),
  job_board_url: text(),
  lock_badge_state: flag(false),
  allow_duplicate_badges: flag(false),
  send_expiring_badge_notifications: flag(false),
  settings_enable_related_badges: flag(false),
  show_badge_lmi: flag(false),
  show_lmi_jobs: flag(false),
  show_skill_tag_links: flag(false),
  record_to_blockchain: flag(false),
  translatable: flag(false),
  printing_disabled: flag(false),
  only_one_skill_required: flag(false),
  linkedin_share_default_message: text(),
  level: text(),
  time_to_earn: text(),
  cost: text(),
  type_category: text(),
  achievement_type: text(),
  criteria_url_name: text(),
  criteria_url: text(),
  certification: flag(false),
  skills: list(z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])),
  reporting_tags: list(z.string()),
  alignments: list(
    z.object({
      id: idOrNull(),
      name: z.string(),
      url: text(),
      description: text(),
      framework: text(),
      code: text(),
      type: text(),
    }),
  ),
  badge_template_activities: list(
    z.object({
      id: id(),
      title: text(),
      activity_type: text(),
      activity_url: text(),
      required_badge_template_id: idOrNull(),
    }),
  ),
  required_badge_templates: list(z.object({ id: id(), name: text() })),
  design: z.json().nullish(),
  default_expires_at_type: text(),
  default_expires_at: end(),
  default_expires_at_date: day(),
  default_expires_after: text(),
  state_updated_at: time(),
  created_at: time(),
  updated_at: time(),
  owner: z
    .object({ id: idOrNull() })
    .nullish()
    .transform((owner) => owner?.id ?? null),
});
export const WireTemplate = withAbsent(WireTemplateFields);
export type WireTemplate = z.infer<typeof WireTemplate>;

export const WireRecommendation = z.object({
  id: id(),
  title: text(),
  type: z.enum(["badge", "information", "education", "employment", "participation", "offer"]),
  recommended_badge_template_id: idOrNull(),
  activity_url: text(),
  description: text(),
  badge_template_ids: list(id()),
  /** Only in the list. */
  updated_at: time(),
});
export type WireRecommendation = z.infer<typeof WireRecommendation>;

export const WireIssuer = z.object({
  id: id(),
  authorization_type: text(),
  display_issuer_as: text(),
  restrict_by_badge_templates: flag(false),
  subscription_type: text(),
  allowed_badge_templates: list(z.object({ id: id() })),
  issuer: z.object({ id: id() }),
});
export type WireIssuer = z.infer<typeof WireIssuer>;

export const WireApplication = z.object({
  id: z.int(),
  uuid: idOrNull(),
  name: z.string(),
  description: text(),
  uid: z.string(),
  access: z.object({ read: flag(true), write: flag(true), delete: flag(true) }).nullish(),
  scopes: z.array(z.string()).nullish(),
  data_services_enabled: flag(false),
  created_by_id: text(),
  created_by_type: text(),
  created_by_name: text(),
  created_at: time(),
  updated_at: time(),
  last_used_at: time(),
  last_successfully_used_at: time(),
});
export type WireApplication = z.infer<typeof WireApplication>;

/** Something that was not taken, and why. */
export type Skipped = { kind: string; id: string; reason: string };
