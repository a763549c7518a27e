import { DESIGN_DEFAULTS } from "@/lib/art/design/choices";
import type { BadgeDesign } from "@/lib/art/design/schema";
import type { AchievementType, AlignmentType } from "@/lib/badges/templates/choices";
import type { BadgeTemplate } from "@/lib/badges/templates/schema";
import { durationText, parseDuration, type Unit } from "./expiration-words";

/**
 * The yes-or-no settings of a template, under their names in the API. Those without an effect here are left out, so that
 * saving a template keeps what a program stored in them.
 */
export const FLAGS = [
  "public",
  "allow_duplicate_badges",
  "certification",
  "lock_badge_state",
  "enable_earn_this_badge",
  "send_expiring_badge_notifications",
  "enable_detail_attribute_visibility",
  "settings_enable_related_badges",
  "show_skill_tag_links",
  "translatable",
  "printing_disabled",
  "only_one_skill_required",
] as const;
export type Flag = (typeof FLAGS)[number];

/** Optional text fields, by their API names. */
const TEXT_FIELDS = [
  "global_activity_url",
  "criteria_url",
  "criteria_url_name",
  "earn_this_badge_url",
  "job_board_url",
  "linkedin_share_default_message",
  "level",
  "time_to_earn",
  "cost",
  "type_category",
] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

export type ActivityValues = {
  title: string;
  activity_type: BadgeTemplate["badge_template_activities"][number]["activity_type"];
  activity_url: string;
  required_badge_template_id: string;
};
export type AlignmentValues = Record<"name" | "url" | "description" | "framework" | "code", string> & {
  type: AlignmentType | "";
};

/** A design in the form. An unused second colour keeps its value until the form closes. */
export type DesignValues = Omit<BadgeDesign, "accent" | "icon"> & {
  accent: string;
  has_accent: boolean;
  icon: NonNullable<BadgeDesign["icon"]> | "";
};

/** The fields of the template form. Names shared with the API have the same meaning. */
export type TemplateValues = Record<Flag, boolean> &
  Record<TextField, string> & {
    name: string;
    description: string;
    achievement_type: AchievementType;
    skills: string[];
    reporting_tags: string[];
    alignments: AlignmentValues[];
    badge_template_activities: ActivityValues[];
    recommendation_ids: string[];
    /** The source of the image. `kept`: the current image, which was uploaded. */
    art: "design" | "upload" | "kept";
    design: DesignValues;
    /** A data URL to upload. Empty: none is uploaded. */
    image: string;
    default_expires_at_type: "" | "date" | "duration";
    default_expires_at: string;
    /** The stored ISO 8601 duration, used when amount and unit cannot express it. */
    default_expires_after: string;
    expires_amount: string;
    expires_unit: Unit | "stored";
  };

const designValues = (design: BadgeDesign): DesignValues => ({
  ...design,
  accent: design.accent ?? "#d4a017",
  has_accent: design.accent !== null,
  icon: design.icon ?? "",
});

/** Returns the initial values for a new template, with the API's defaults. `color` is the organization's colour. */
export const emptyTemplateValues = (color: string): TemplateValues => ({
  name: "",
  description: "",
  global_activity_url: "",
  criteria_url: "",
  criteria_url_name: "",
  earn_this_badge_url: "",
  job_board_url: "",
  linkedin_share_default_message: "",
  level: "",
  time_to_earn: "",
  cost: "",
  type_category: "",
  achievement_type: "Badge",
  skills: [],
  reporting_tags: [],
  alignments: [],
  badge_template_activities: [],
  recommendation_ids: [],
  art: "design",
  design: designValues({ ...DESIGN_DEFAULTS, color, icon: "award" }),
  image: "",
  public: true,
  allow_duplicate_badges: false,
  certification: false,
  lock_badge_state: false,
  enable_earn_this_badge: false,
  send_expiring_badge_notifications: false,
  enable_detail_attribute_visibility: true,
  settings_enable_related_badges: true,
  show_skill_tag_links: true,
  translatable: false,
  printing_disabled: false,
  only_one_skill_required: false,
  default_expires_at_type: "",
  default_expires_at: "",
  default_expires_after: "",
  expires_amount: "2",
  expires_unit: "Y",
});

function durationFields(stored: string | null) {
  if (stored === null) return {};
  const duration = parseDuration(stored);
  return duration
    ? { default_expires_after: stored, expires_amount: duration.amount, expires_unit: duration.unit }
    : { default_expires_after: stored, expires_unit: "stored" as const };
}

const textValues = (template: BadgeTemplate) =>
  Object.fromEntries(TEXT_FIELDS.map((name) => [name, template[name] ?? ""])) as Record<TextField, string>;

const flagValues = (source: Record<Flag, boolean>) =>
  Object.fromEntries(FLAGS.map((name) => [name, source[name]])) as Record<Flag, boolean>;

/** Returns the form values of a template. */
export const templateValues = (template: BadgeTemplate, color: string): TemplateValues => ({
  ...emptyTemplateValues(color),
  ...textValues(template),
  ...flagValues(template),
  name: template.name,
  description: template.description,
  skills: template.skills,
  reporting_tags: template.reporting_tags,
  achievement_type: template.achievement_type,
  alignments: template.alignments.map(({ id: _id, name, ...rest }) => ({
    name,
    url: rest.url ?? "",
    description: rest.description ?? "",
    framework: rest.framework ?? "",
    code: rest.code ?? "",
    type: rest.type ?? "",
  })),
  badge_template_activities: template.badge_template_activities.map((activity) => ({
    title: activity.title ?? "",
    activity_type: activity.activity_type,
    activity_url: activity.activity_url ?? "",
    required_badge_template_id: activity.required_badge_template_id ?? "",
  })),
  recommendation_ids: template.recommendations.map(({ id }) => id),
  ...(template.design
    ? { art: "design" as const, design: designValues(template.design) }
    : { art: "kept" as const }),
  default_expires_at_type: template.default_expires_at_type ?? "",
  default_expires_at: template.default_expires_at_date ?? "",
  ...durationFields(template.default_expires_after),
});

const formatDuration = (values: TemplateValues): string =>
  values.expires_unit === "stored"
    ? values.default_expires_after
    : `P${values.expires_amount.trim()}${values.expires_unit}`;

function expirationBody(values: TemplateValues) {
  const type = values.default_expires_at_type;
  if (type === "") return { default_expires_at_type: null };
  return type === "date"
    ? { default_expires_at_type: type, default_expires_at: values.default_expires_at }
    : { default_expires_at_type: type, default_expires_after: formatDuration(values) };
}

/** Builds the design for the request body. */
export const designBody = ({ has_accent, accent, icon, ...design }: DesignValues) => ({
  ...design,
  accent: has_accent ? accent : null,
  icon: icon === "" ? null : icon,
});

function artBody({ art, design, image }: TemplateValues) {
  if (art === "design") return { design: designBody(design) };
  return art === "upload" && image !== "" ? { image } : {};
}

/** A required badge has neither title nor URL: its name is the title. */
const activityBody = ({
  title,
  activity_type,
  activity_url,
  required_badge_template_id: id,
}: ActivityValues) =>
  activity_type === "Badge"
    ? { activity_type, required_badge_template_id: id }
    : { activity_type, title, activity_url };

/** Builds the request body that saves these fields. */
export const templateBody = (values: TemplateValues) => ({
  ...flagValues(values),
  ...(Object.fromEntries(TEXT_FIELDS.map((name) => [name, values[name]])) as Record<TextField, string>),
  name: values.name,
  description: values.description,
  skills: values.skills,
  reporting_tags: values.reporting_tags,
  achievement_type: values.achievement_type,
  alignments: values.alignments.map(({ type, ...alignment }) => ({ ...alignment, type: type || null })),
  badge_template_activities: values.badge_template_activities.map(activityBody),
  recommendation_ids: values.recommendation_ids,
  ...expirationBody(values),
  ...artBody(values),
});

/** Describes the expiration of a badge issued from these values. */
export function expirationText(values: TemplateValues): string {
  if (values.default_expires_at_type === "date") {
    return values.default_expires_at === "" ? "Expires on a date" : `Expires on ${values.default_expires_at}`;
  }
  if (values.default_expires_at_type === "") return "Does not expire";
  if (values.expires_unit === "stored") return `Expires after ${values.default_expires_after}`;
  return `Expires ${durationText(values.expires_amount, values.expires_unit)} after issue`;
}
