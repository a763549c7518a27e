import { z } from "zod";
import { ENGAGEMENT_CHANNELS, type EngagementKind } from "@/lib/badges/engagement/choices";
import { calendarDate, nullable } from "@/lib/kernel/fields";
import { ANALYTICS_DATES, INTERVALS, type AnalyticsDate, type Interval } from "./choices";

const count = () => z.int().min(0);

const funnel = {
  issued: count(),
  accepted: count(),
  /** The share of the issued badges that were accepted, from 0 to 1. Null when no badge was issued, and by event date. */
  acceptance_rate: z.number().nullable(),
};

const figures = {
  ...funnel,
  views: count(),
  shares: count(),
  downloads: count(),
  verifications: count(),
  issuer_clicks: count(),
};

/** How often badges were issued, accepted, viewed and so on. */
const AnalyticsFigures = z.strictObject(figures);
export type AnalyticsFigures = z.infer<typeof AnalyticsFigures>;

/** Days, both included. */
const days = { from: calendarDate(), to: calendarDate() };

const AnalyticsPeriod = z.strictObject({ ...days, ...figures });
export type AnalyticsPeriod = z.infer<typeof AnalyticsPeriod>;

const AnalyticsChannel = z.strictObject({
  kind: z.enum(Object.keys(ENGAGEMENT_CHANNELS) as EngagementKind[]),
  channel: z.string(),
  count: count(),
});
export type AnalyticsChannel = z.infer<typeof AnalyticsChannel>;

const AnalyticsTemplate = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** The organization that owns the template; another one when badges are issued on behalf of a grantor. */
  owner_id: z.string(),
  ...figures,
});
export type AnalyticsTemplate = z.infer<typeof AnalyticsTemplate>;

const AnalyticsGroup = z.strictObject({ id: z.string(), name: z.string(), ...funnel });
export type AnalyticsGroup = z.infer<typeof AnalyticsGroup>;

export const Analytics = z
  .strictObject({
    ...days,
    by: z.enum(ANALYTICS_DATES),
    interval: z.enum(INTERVALS),
    badge_template_id: nullable(),
    totals: AnalyticsFigures,
    /** Oldest first, including periods in which nothing happened. */
    periods: z.array(AnalyticsPeriod),
    channels: z.array(AnalyticsChannel),
    /** At most 500, those with the most activity first. */
    badge_templates: z.array(AnalyticsTemplate),
    /** Groups of `issuer_earner_group`, at most 500, those with the most badges first. */
    earner_groups: z.array(AnalyticsGroup),
  })
  .meta({ id: "Analytics" });
export type Analytics = z.infer<typeof Analytics>;

/** What a report is about. */
export type AnalyticsInput = {
  from: string;
  to: string;
  by: AnalyticsDate;
  interval: Interval;
  badgeTemplateId: string | null;
};
