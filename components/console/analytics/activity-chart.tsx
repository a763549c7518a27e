import { useId } from "react";
import { Texture } from "@/components/console/overview/funnel-chart";
import { PeriodChart } from "@/components/console/overview/period-chart";
import { percent, type Scales } from "@/components/ui/column-chart";
import type { AnalyticsPeriod } from "@/lib/console/analytics/schema";
import type { Measure } from "./measures";

/** A measure, and the outcome whose fill its columns have. */
export type Series = { measure: Measure; fill: "accepted" | "withdrawn" };

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
export function ActivityChart({ periods, series }: { periods: AnalyticsPeriod[]; series: Series[] }) {
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
