import { z } from "zod";
import { BadgeDesign, BadgeDesignInput } from "@/lib/art/design/schema";
import {
  flag,
  expirationInstant,
  line,
  name,
  nullable,
  optional,
  optionalNotNull,
  text,
  timestamp,
  uuid,
  webAddress,
} from "@/lib/kernel/fields";
import { Alignment, AlignmentInput } from "./alignments";
import { LEVELS } from "@/lib/organizations/badge-facts/choices";
import { ACHIEVEMENT_TYPES, ACTIVITY_TYPES } from "./choices";

const image = z.strictObject({ id: z.string(), url: z.string() });

export const BADGE_TEMPLATE_STATES = ["draft", "active", "archived"] as const;

export const BadgeTemplate = z
  .strictObject({
    primary_badge_template_id: nullable(),
    variant_name: nullable(),
    id: z.uuid(),
    allow_duplicate_badges: z.boolean(),
    description: z.string(),
    default_expires_at: timestamp().nullable(),
    default_expires_at_date: z.iso.date().nullable(),
    default_expires_at_type: z.enum(["date", "duration"]).nullable(),
    /** Additional key: ISO 8601 duration of the type `duration`. */
    default_expires_after: nullable(),
    earn_this_badge_url: nullable(),
    enable_earn_this_badge: z.boolean(),
    enable_detail_attribute_visibility: z.boolean(),
    global_activity_url: nullable(),
    job_board_url: nullable(),
    lock_badge_state: z.boolean(),
    name: z.string(),
    state: z.enum(BADGE_TEMPLATE_STATES),
    public: z.boolean(),
    badges_count: z.int(),
    recipient_type: z.literal("User"),
    send_expiring_badge_notifications: z.boolean(),
    settings_enable_related_badges: z.boolean(),
    show_badge_lmi: z.boolean(),
    show_lmi_jobs: z.boolean(),
    show_skill_tag_links: z.boolean(),
    vanity_slug: z.string(),
    record_to_blockchain: z.boolean(),
    translatable: z.boolean(),
    printing_disabled: z.boolean(),
    visibility: z.enum(["public", "private"]),
    variants_allowed: z.boolean(),
    variant_type: nullable(),
    allow_delete: z.boolean(),
    allow_archive: z.boolean(),
    available_locales: z.array(z.string()),
    only_one_skill_required: z.boolean(),
    linkedin_share_default_message: nullable(),
    level: nullable(),
    time_to_earn: nullable(),
    cost: nullable(),
    type_category: nullable(),
    criteria_url_name: nullable(),
    criteria_url: nullable(),
    certification: z.boolean(),
    state_updated_at: timestamp(),
    created_at: timestamp(),
    updated_at: timestamp(),
    show_template_settings: z.boolean(),
    get_issue_count: z.int(),
    get_variants_issue_count: z.int(),
    image,
    image_url: z.string(),
    url: z.string(),
    owner: z.strictObject({
      type: z.literal("Organization"),
      id: z.uuid(),
      name: z.string(),
      enable_blockchain: z.boolean(),
      url: z.string(),
      vanity_url: z.string(),
      vanity_slug: z.string(),
      verified: z.boolean(),
      viewable: z.boolean(),
    }),
    alignments: z.array(Alignment),
    recommendations: z.array(
      z.strictObject({ id: z.uuid(), title: z.string(), type: z.string(), activity_url: z.string() }),
    ),
    required_badge_templates: z.array(
      z.strictObject({ id: z.uuid(), name: z.string(), image_url: z.string(), url: z.string() }),
    ),
    badge_template_activities: z.array(
      z.strictObject({
        id: z.uuid(),
        title: nullable(),
        activity_type: z.enum(ACTIVITY_TYPES),
        activity_url: nullable(),
        required_badge_template_id: z.uuid().nullable(),
      }),
    ),
    skills: z.array(z.string()),
    endorsements: z.array(z.unknown()),
    /** Additional keys. `achievement_type` is the type of Open Badges 3.0. */
    achievement_type: z.enum(ACHIEVEMENT_TYPES),
    reporting_tags: z.array(z.string()),
    learning_badge_id: z.int(),
    /** The design of the image. Null when it was uploaded, or generated from the name. */
    design: BadgeDesign.nullable(),
  })
  .meta({ id: "BadgeTemplate" });
export type BadgeTemplate = z.infer<typeof BadgeTemplate>;

/** A template in other lists: those of a recommendation, or of a grantor. */
export const BadgeTemplateSummary = z
  .strictObject({
    id: z.uuid(),
    image_url: z.string(),
    name: z.string(),
    public: z.boolean(),
    updated_at: timestamp(),
    owner: z.strictObject({ id: z.uuid(), name: z.string() }),
  })
  .meta({ id: "BadgeTemplateSummary" });
export type BadgeTemplateSummary = z.infer<typeof BadgeTemplateSummary>;

/** A template that an organization may issue, its own or a grantor's, with what helps to choose one. */
export const IssuableBadgeTemplate = BadgeTemplateSummary.extend({
  skills: z.array(z.string()),
  default_expires_at_type: z.enum(["date", "duration"]).nullable(),
  default_expires_at_date: z.iso.date().nullable(),
  default_expires_after: nullable(),
}).meta({ id: "IssuableBadgeTemplate" });
export type IssuableBadgeTemplate = z.infer<typeof IssuableBadgeTemplate>;

/** Maximum recommendations of a template, and maximum templates that show a recommendation. */
export const MAX_RECOMMENDATIONS = 50;
export const MAX_RECOMMENDING_TEMPLATES = 500;

/**
 * A list of one-line texts. A form may send one text with commas, or an empty one for none. Duplicates are removed.
 */
const textList = () =>
  z
    .preprocess(
      (value) =>
        typeof value === "string"
          ? value.split(",").filter((word) => word.trim() !== "")
          : (value ?? undefined),
      z
        .array(name())
        .max(100)
        .transform((list) => [...new Set(list)])
        .optional(),
    )
    .optional();

const Activity = z
  .object({
    title: optional(line()),
    activity_type: z.enum(ACTIVITY_TYPES),
    activity_url: optional(webAddress()),
    required_badge_template_id: optional(uuid()),
  })
  .refine(
    (activity) => (activity.activity_type === "Badge") === Boolean(activity.required_badge_template_id),
    {
      path: ["required_badge_template_id"],
      message: "is required for the activity type Badge and not allowed for other types",
    },
  )
  .refine((activity) => activity.activity_type === "Badge" || Boolean(activity.title), {
    path: ["title"],
    message: "can't be blank",
  });

// P1Y2M3W4DT5H6M7S with at least one part. Weeks may be combined with other parts, as ISO 8601-2 allows.
const DURATION =
  /^P(?=\d|T\d)(?=.*[1-9])(\d{1,3}Y)?(\d{1,4}M)?(\d{1,4}W)?(\d{1,5}D)?(T(?=\d)(\d{1,4}H)?(\d{1,4}M)?(\d{1,4}S)?)?$/;

const settings = {
  description: text().optional(),
  global_activity_url: optional(webAddress()),
  state: z.enum(BADGE_TEMPLATE_STATES).optional(),
  image: z
    .union([z.object({ remote_upload_url: webAddress() }), z.string().min(1).max(14_000_000)], {
      error: "must be {remote_upload_url}, a data URL or base64 text",
    })
    .optional(),
  /** Not together with `image`. Null removes the design. */
  design: optional(BadgeDesignInput),
  public: optionalNotNull(flag()),
  skills: textList(),
  reporting_tags: textList(),
  alignments: optionalNotNull(z.array(AlignmentInput).max(50)),
  badge_template_activities: optionalNotNull(z.array(Activity).max(50)),
  recommendation_ids: optionalNotNull(z.array(uuid()).max(MAX_RECOMMENDATIONS)),
  allow_duplicate_badges: optionalNotNull(flag()),
  default_expires_at_type: optional(z.enum(["date", "duration"])),
  default_expires_at: optional(expirationInstant()),
  default_expires_after: optional(line(40).regex(DURATION, "must be an ISO 8601 duration such as P1Y")),
  earn_this_badge_url: optional(webAddress()),
  enable_earn_this_badge: optionalNotNull(flag()),
  enable_detail_attribute_visibility: optionalNotNull(flag()),
  job_board_url: optional(webAddress()),
  lock_badge_state: optionalNotNull(flag()),
  send_expiring_badge_notifications: optionalNotNull(flag()),
  settings_enable_related_badges: optionalNotNull(flag()),
  show_badge_lmi: optionalNotNull(flag()),
  show_lmi_jobs: optionalNotNull(flag()),
  show_skill_tag_links: optionalNotNull(flag()),
  record_to_blockchain: optionalNotNull(flag()),
  translatable: optionalNotNull(flag()),
  printing_disabled: optionalNotNull(flag()),
  only_one_skill_required: optionalNotNull(flag()),
  linkedin_share_default_message: optional(text(1_000)),
  level: optional(z.enum(LEVELS)),
  time_to_earn: optional(line()),
  cost: optional(line()),
  type_category: optional(line()),
  achievement_type: optionalNotNull(z.enum(ACHIEVEMENT_TYPES)),
  criteria_url_name: optional(line()),
  criteria_url: optional(webAddress()),
  certification: optionalNotNull(flag()),
};

export const BadgeTemplateInput = z.object({ name: name(), ...settings }).meta({ id: "BadgeTemplateInput" });
export type BadgeTemplateInput = z.infer<typeof BadgeTemplateInput>;

export const BadgeTemplateChange = z
  .object({ name: name().optional(), ...settings })
  .meta({ id: "BadgeTemplateChange" });
export type BadgeTemplateChange = z.infer<typeof BadgeTemplateChange>;

/** A copy without a name is called "Copy of …". */
export const BadgeTemplateCopyInput = z
  .object({ name: name().optional() })
  .meta({ id: "BadgeTemplateCopyInput" });
export type BadgeTemplateCopyInput = z.infer<typeof BadgeTemplateCopyInput>;
