import { Swatch, Texture } from "@/components/console/overview/funnel-chart";
import { Section } from "@/components/ui/facts";
import { FilterTabs } from "@/components/ui/list/list-controls";
import type { ListAddress } from "@/components/ui/list/list-address";
import type { Analytics, AnalyticsPeriod } from "@/lib/console/analytics/schema";
import { ENGAGEMENT_MEASURES, formatRate, MEASURE_LABELS, type Measure } from "./measures";
import { useId } from "react";
import { PeriodChart } from "@/components/console/overview/period-chart";
import { percent, type Scales } from "@/components/ui/column-chart";

/** A measure, and the outcome whose fill its columns have. */
type Series = { measure: Measure; fill: "accepted" | "withdrawn" };

type ColumnsProps = { periods: AnalyticsPeriod[]; series: Series[]; scales: Scales; id: string };

/** The columns of each period, side by side. */
const Columns = ({ periods, series, scales, id }: ColumnsProps) =>
  series.map(({ measure, fill }, place) => {
    const width = scales.width / series.length;
    return (
      <g key={measure}>
        {periods.map((period, index) =>
          period[measure] > 0 ? (
            <rect
              key={period.from}
              x={percent(scales.across(index) + place * width)}
              width={percent(width)}
              y={percent(scales.up(period[measure]))}
              height={percent(1 - scales.up(period[measure]))}
              fill={`url(#${id}-${fill})`}
              className={fill === "withdrawn" ? "stroke-edge" : "forced-colors:stroke-[CanvasText]"}
            />
          ) : null,
        )}
      </g>
    );
  });

/** Measures over time, as a column chart. */
function ActivityChart({ periods, series }: { periods: AnalyticsPeriod[]; series: Series[] }) {
  const id = useId();
  const max = Math.max(...periods.flatMap((period) => series.map(({ measure }) => period[measure])));
  return (
    <PeriodChart periods={periods} max={max}>
      {(scales) => (
        <>
          <defs>
            {series.map(({ fill }) => (
              <Texture key={fill} id={`${id}-${fill}`} outcome={fill} />
            ))}
          </defs>
          <Columns periods={periods} series={series} scales={scales} id={id} />
        </>
      )}
    </PeriodChart>
  );
}

/** A measure of what happened to badges over time, as a chart. The address says which one. */
export function Engagement({ report, list }: { report: Analytics; list: ListAddress }) {
  const measure = ENGAGEMENT_MEASURES.find((one) => one === list.params.measure) ?? "views";
  return (
    <Section title="Activity over time">
      <FilterTabs
        list={list}
        name="measure"
        label="Activity"
        options={ENGAGEMENT_MEASURES.map((one) => ({
          value: one === "views" ? "" : one,
          label: MEASURE_LABELS[one],
        }))}
      />
      {report.totals[measure] === 0 ? (
        <p className="text-sm text-ink-faint">None in this period.</p>
      ) : (
        <ActivityChart periods={report.periods} series={[{ measure, fill: "accepted" }]} />
      )}
      <p className="text-[0.8125rem] text-ink-faint">
        Bots are not counted. Nothing about visitors is stored.
      </p>
    </Section>
  );
}

const NUMBER = "font-heading leading-none lining-nums tabular-nums";
const LEGEND = "flex items-center gap-3 py-2.5";

/** Issued and accepted badges over time, as a chart with its figures. */
export function Acceptance({ report }: { report: Analytics }) {
  const { totals, by } = report;
  return (
    <Section title="Issued and accepted">
      <div className="@container">
        <div className="grid items-start gap-x-12 gap-y-8 @3xl:grid-cols-[minmax(0,1fr)_18rem]">
          <ActivityChart
            periods={report.periods}
            series={[
              { measure: "issued", fill: "withdrawn" },
              { measure: "accepted", fill: "accepted" },
            ]}
          />
          <ul className="divide-y divide-line border-y border-line text-sm">
            <li className={LEGEND}>
              <Swatch outcome="withdrawn" /> Issued
              <span className={`${NUMBER} ms-auto text-2xl`}>{totals.issued.toLocaleString("en")}</span>
            </li>
            <li className={LEGEND}>
              <Swatch outcome="accepted" /> Accepted
              <span className={`${NUMBER} ms-auto text-2xl`}>{totals.accepted.toLocaleString("en")}</span>
            </li>
            {by === "issued_at" ? (
              <li className={LEGEND}>
                Acceptance rate
                <span className={`${NUMBER} ms-auto text-2xl`}>{formatRate(totals.acceptance_rate)}</span>
              </li>
            ) : null}
          </ul>
        </div>
      </div>
      <p className="text-[0.8125rem] text-ink-faint">
        {by === "issued_at"
          ? "Badges issued in this period, and how many of them were accepted since."
          : "Badges issued in this period, and badges accepted in this period."}
      </p>
    </Section>
  );
}
