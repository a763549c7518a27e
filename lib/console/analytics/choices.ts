/** By which dates badges are counted: by issue date, or what happened on each date. */
export const ANALYTICS_DATES = ["issued_at", "event_date"] as const;
export type AnalyticsDate = (typeof ANALYTICS_DATES)[number];

export const INTERVALS = ["day", "week", "month"] as const;
export type Interval = (typeof INTERVALS)[number];

/** The tables of a report, as CSV. */
export const ANALYTICS_TABLES = ["badge_templates", "periods", "channels", "earner_groups"] as const;
export type AnalyticsTable = (typeof ANALYTICS_TABLES)[number];
