import type { Measure, AnalyticsRow } from "./queries";
import { listPeriods } from "./periods";
import type { Analytics, AnalyticsFigures, AnalyticsGroup, AnalyticsInput } from "./schema";

/** A report: what was asked for, and what was counted. */
export type CountedActivity = { input: AnalyticsInput; row: AnalyticsRow };

type Counts = Partial<Record<Measure, number>>;
type Funnel = Pick<AnalyticsGroup, "issued" | "accepted" | "acceptance_rate">;

/** By event date the accepted badges are not a part of the issued ones, so their share says nothing. */
function presentFunnel({ issued = 0, accepted = 0 }: Counts, { by }: AnalyticsInput): Funnel {
  const hasRate = by === "issued_at" && issued > 0;
  return { issued, accepted, acceptance_rate: hasRate ? accepted / issued : null };
}

const presentFigures = (counts: Counts, input: AnalyticsInput): AnalyticsFigures => ({
  ...presentFunnel(counts, input),
  views: counts.view ?? 0,
  shares: counts.share ?? 0,
  downloads: counts.download ?? 0,
  verifications: counts.verification ?? 0,
  issuer_clicks: counts.issuer_click ?? 0,
});

function addUp(all: Counts[]): Counts {
  const total: Counts = {};
  for (const counts of all)
    for (const [measure, count] of Object.entries(counts) as [Measure, number][])
      total[measure] = (total[measure] ?? 0) + count;
  return total;
}

export function presentAnalytics({ input, row }: CountedActivity): Analytics {
  const { from, to, by, interval, badgeTemplateId } = input;
  const countsByPeriod = new Map(row.periods.map((period) => [period.from, period.counts]));
  return {
    from,
    to,
    by,
    interval,
    badge_template_id: badgeTemplateId,
    totals: presentFigures(addUp([...countsByPeriod.values()]), input),
    periods: listPeriods(input, interval).map((period) => ({
      ...period,
      ...presentFigures(countsByPeriod.get(period.from) ?? {}, input),
    })),
    channels: row.channels,
    badge_templates: row.templates.map(({ id, name, ownerId, counts }) => ({
      id,
      name,
      owner_id: ownerId,
      ...presentFigures(counts, input),
    })),
    earner_groups: row.groups.map(({ id, name, counts }) => ({ id, name, ...presentFunnel(counts, input) })),
  };
}
