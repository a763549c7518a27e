/** How the value of a filter is entered and validated. `template` comes from links only and has no field. */
export type FilterKind = "text" | "day" | "boolean" | "issuer" | "list" | "template";

/**
 * The filters of the list of badges in the order of their fields, keyed by their query parameter. `key` is the filter key
 * of the API.
 */
export const BADGE_FILTERS = {
  badge_template_id: { label: "Template", key: "badge_template_id", kind: "template" },
  template: { label: "Template name", key: "badge_templates[name]", kind: "text" },
  issued_at_date_min: { label: "Issued from", key: "issued_at_date_min", kind: "day" },
  issued_at_date_max: { label: "Issued until", key: "issued_at_date_max", kind: "day" },
  expires_at_date_min: { label: "Expires from", key: "expires_at_date_min", kind: "day" },
  expires_at_date_max: { label: "Expires until", key: "expires_at_date_max", kind: "day" },
  public: { label: "Visibility", key: "public", kind: "boolean" },
  issuer_id: { label: "Issuer", key: "issuer_id", kind: "issuer" },
  skills: { label: "Skills", key: "badge_templates[skills]", kind: "list" },
  reporting_tags: { label: "Tags", key: "badge_templates[reporting_tags]", kind: "list" },
} as const satisfies Record<string, { label: string; key: string; kind: FilterKind }>;

export type BadgeFilter = keyof typeof BADGE_FILTERS;

export const BADGE_FILTER_NAMES = Object.keys(BADGE_FILTERS) as BadgeFilter[];

export const VISIBILITY_LABELS: Record<string, string> = { true: "Public", false: "Private" };
