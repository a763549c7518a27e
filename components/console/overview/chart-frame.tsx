import { scaleBand, scaleLinear } from "d3-scale";
import type { ReactNode } from "react";

type Period = { from: string; to: string };

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** Formats a day for the axis: `3 Nov`. */
const shortDay = (day: string): string => DAY.format(new Date(day));

/** Formats the days of a period: `3 Nov`, `3 Nov to 9 Nov 2026`. */
export const formatPeriod = ({ from, to }: Period): string =>
  from === to ? shortDay(from) : `${shortDay(from)} to ${shortDay(to)} ${to.slice(0, 4)}`;

export const percent = (part: number): string => `${(part * 100).toFixed(3)}%`;

/** Where a chart draws a period and a count. Lengths are fractions of the chart, from 0 to 1. */
export type Scales = { across: (index: number) => number; width: number; up: (count: number) => number };

/** The days below a chart: the first one, one in the middle, and the last one. */
function DayLabels({ periods }: { periods: Period[] }) {
  const [first, middle, last] = [periods[0], periods[Math.floor(periods.length / 2)], periods.at(-1)];
  return (
    <div className="mt-2 flex justify-between">
      {[first, middle, last].map((period, index) =>
        period ? <span key={index}>{shortDay(index === 2 ? period.to : period.from)}</span> : null,
      )}
    </div>
  );
}

type ChartFrameProps = {
  periods: Period[];
  /** The highest count. */
  max: number;
  children: (scales: Scales) => ReactNode;
};

/**
 * A column chart over time: its axes, around what `children` draws. Rendered on the server. Its labels keep their size
 * on every screen. Hidden from screen readers, which read the table instead.
 */
export function ChartFrame({ periods, max, children }: ChartFrameProps) {
  const up = scaleLinear()
    .domain([0, Math.max(1, max)])
    .nice(4)
    .range([1, 0]);
  const band = scaleBand<number>()
    .domain(periods.map((_, index) => index))
    .range([0, 1])
    .paddingInner(0.25);
  const ticks = up.ticks(4).filter(Number.isInteger);
  return (
    <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-2xs text-ink-faint">
      <div className="relative h-56 min-w-6 tabular-nums">
        {ticks.map((tick) => (
          <svg key={tick} width="100%" height="100%" className="absolute inset-0" overflow="visible">
            <text
              x="100%"
              y={percent(up(tick))}
              dy="0.32em"
              textAnchor="end"
              className="fill-ink-faint text-2xs"
            >
              {tick.toLocaleString("en")}
            </text>
          </svg>
        ))}
      </div>
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
      <DayLabels periods={periods} />
    </div>
  );
}
