import { scaleBand, scaleLinear } from "d3-scale";
import type { ReactNode } from "react";

/** Writes a fraction of a length as a percentage, for the attributes of SVG elements. */
export const percent = (part: number): string => `${(part * 100).toFixed(3)}%`;

/** Where a chart draws a column and a value. Lengths are fractions of the chart, from 0 to 1. */
export type Scales = { across: (index: number) => number; width: number; up: (value: number) => number };

type TickProps = { ticks: number[]; up: (value: number) => number; unit: string | undefined };

/** The values at the side of a chart. They keep their size on every screen. */
const TickLabels = ({ ticks, up, unit }: TickProps) => (
  <div className={`relative h-full tabular-nums ${unit ? "min-w-16" : "min-w-6"}`}>
    {ticks.map((tick) => (
      <svg key={tick} width="100%" height="100%" className="absolute inset-0" overflow="visible">
        <text x="100%" y={percent(up(tick))} dy="0.32em" textAnchor="end" className="fill-ink-faint text-2xs">
          {tick.toLocaleString("en")}
          {unit ? ` ${unit}` : null}
        </text>
      </svg>
    ))}
  </div>
);

type ColumnChartProps = {
  /** The number of columns. */
  columns: number;
  /** The highest value. */
  max: number;
  /** The unit of the values, such as `ms`. Counts have none. */
  unit?: string;
  /** What stands below the chart, from its start to its end. */
  labels: ReactNode[];
  children: (scales: Scales) => ReactNode;
};

/**
 * A column chart: its axes, around what `children` draws. Rendered on the server. Hidden from screen readers, which
 * read a table with the same figures instead.
 */
export function ColumnChart({ columns, max, unit, labels, children }: ColumnChartProps) {
  const up = scaleLinear()
    .domain([0, Math.max(1, max)])
    .nice(4)
    .range([1, 0]);
  const band = scaleBand<number>()
    .domain(Array.from({ length: columns }, (_, index) => index))
    .range([0, 1])
    .paddingInner(0.25);
  const ticks = up.ticks(4).filter(Number.isInteger);
  return (
    <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-2xs text-ink-faint">
      <TickLabels ticks={ticks} up={up} unit={unit} />
      <svg width="100%" height="224" overflow="visible">
        {ticks.map((tick) => (
          <line
            key={tick}
            x1="0"
            x2="100%"
            y1={percent(up(tick))}
            y2={percent(up(tick))}
            className="stroke-line"
          />
        ))}
        {children({ across: (index) => band(index) ?? 0, width: band.bandwidth(), up })}
      </svg>
      <div />
      <div className="mt-2 flex justify-between">
        {labels.map((label, index) => (
          <span key={index}>{label}</span>
        ))}
      </div>
    </div>
  );
}
