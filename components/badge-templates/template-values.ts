import type { BadgeTemplate } from "@/lib/badge-templates/schema";

export const UNITS = { D: "days", W: "weeks", M: "months", Y: "years" } as const;
export type Unit = keyof typeof UNITS;

/** The fields of the template form; where a name is one of the API, it means the same. */
export type TemplateValues = {
  name: string;
  description: string;
  global_activity_url: string;
  criteria_url: string;
  skills: string[];
  /** A data URL to upload, or empty: what is there stays, or art is generated. */
  image: string;
  public: boolean;
  allow_duplicate_badges: boolean;
  default_expires_at_type: "" | "date" | "duration";
  default_expires_at: string;
  /** The duration as it is stored, kept when it is none that amount and unit can say. */
  default_expires_after: string;
  expires_amount: string;
  expires_unit: Unit | "stored";
};

export const EMPTY_TEMPLATE: TemplateValues = {
  name: "",
  description: "",
  global_activity_url: "",
  criteria_url: "",
  skills: [],
  image: "",
  public: true,
  allow_duplicate_badges: false,
  default_expires_at_type: "",
  default_expires_at: "",
  default_expires_after: "",
  expires_amount: "2",
  expires_unit: "Y",
};

function durationFields(stored: string | null) {
  if (stored === null) return {};
  const [, amount, unit] = /^P(\d+)([DWMY])$/.exec(stored) ?? [];
  return amount === undefined
    ? { default_expires_after: stored, expires_unit: "stored" as const }
    : { default_expires_after: stored, expires_amount: amount, expires_unit: unit as Unit };
}

/** A template as the form edits it. */
export const templateValues = (template: BadgeTemplate): TemplateValues => ({
  ...EMPTY_TEMPLATE,
  name: template.name,
  description: template.description,
  global_activity_url: template.global_activity_url ?? "",
  criteria_url: template.criteria_url ?? "",
  skills: template.skills,
  public: template.public,
  allow_duplicate_badges: template.allow_duplicate_badges,
  default_expires_at_type: template.default_expires_at_type ?? "",
  default_expires_at: template.default_expires_at_date ?? "",
  ...durationFields(template.default_expires_after),
});

const duration = (values: TemplateValues): string =>
  values.expires_unit === "stored"
    ? values.default_expires_after
    : `P${values.expires_amount.trim()}${values.expires_unit}`;

function expiration(values: TemplateValues) {
  const type = values.default_expires_at_type;
  if (type === "") return { default_expires_at_type: null };
  return type === "date"
    ? { default_expires_at_type: type, default_expires_at: values.default_expires_at }
    : { default_expires_at_type: type, default_expires_after: duration(values) };
}

/** The body of the request that saves these fields. */
export const templateBody = (values: TemplateValues) => ({
  name: values.name,
  description: values.description,
  global_activity_url: values.global_activity_url,
  criteria_url: values.criteria_url,
  skills: values.skills,
  public: values.public,
  allow_duplicate_badges: values.allow_duplicate_badges,
  ...expiration(values),
  ...(values.image === "" ? {} : { image: values.image }),
});

/** What a badge issued today would say about its end. */
export function expirationText(values: TemplateValues): string {
  if (values.default_expires_at_type === "date") {
    return values.default_expires_at === "" ? "Expires on a date" : `Expires on ${values.default_expires_at}`;
  }
  if (values.default_expires_at_type === "") return "Does not expire";
  if (values.expires_unit === "stored") return `Expires after ${values.default_expires_after}`;
  const unit = UNITS[values.expires_unit];
  return `Expires ${values.expires_amount} ${values.expires_amount === "1" ? unit.slice(0, -1) : unit} after issue`;
}
