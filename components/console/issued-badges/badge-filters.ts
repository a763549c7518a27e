/** The filters of the list of badges, keyed by their query parameter. `key` is the filter key of the API. */
export const BADGE_FILTERS = {
  badge_template_id: { label: "Template", key: "badge_template_id" },
  template: { label: "Template name", key: "badge_templates[name]" },
  issued_at_date_min: { label: "Issued from", key: "issued_at_date_min" },
  issued_at_date_max: { label: "Issued until", key: "issued_at_date_max" },
  expires_at_date_min: { label: "Expires from", key: "expires_at_date_min" },
  expires_at_date_max: { label: "Expires until", key: "expires_at_date_max" },
  public: { label: "Visibility", key: "public" },
  issuer_id: { label: "Issuer", key: "issuer_id" },
  reporting_tags: { label: "Tags", key: "badge_templates[reporting_tags]" },
  skills: { label: "Skills", key: "badge_templates[skills]" },
} as const;

export type BadgeFilter = keyof typeof BADGE_FILTERS;

export const BADGE_FILTER_NAMES = Object.keys(BADGE_FILTERS) as BadgeFilter[];

export const VISIBILITY_LABELS: Record<string, string> = { true: "Public", false: "Private" };
