import type { AnalyticsFigures } from "@/lib/console/analytics/schema";

/** What a report counts. */
export type Measure = Exclude<keyof AnalyticsFigures, "acceptance_rate">;

export const MEASURE_LABELS: Record<Measure, string> = {
  issued: "Issued",
  accepted: "Accepted",
  views: "Views",
  shares: "Shares",
  downloads: "Downloads",
  verifications: "Verifications",
  issuer_clicks: "Website clicks",
};

export const MEASURES = Object.keys(MEASURE_LABELS) as Measure[];

/** What happened to badges after they were issued. */
export const ENGAGEMENT_MEASURES = [
  "views",
  "shares",
  "downloads",
  "verifications",
  "issuer_clicks",
] as const;

export const formatRate = (rate: number | null): string =>
  rate === null ? "–" : `${Math.round(rate * 100)}%`;
