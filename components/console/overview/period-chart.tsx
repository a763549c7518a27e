import type { ReactNode } from "react";
import { ColumnChart, type Scales } from "@/components/ui/column-chart";

type Period = { from: string; to: string };

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** Formats a day for the axis: `3 Nov`. */
const shortDay = (day: string): string => DAY.format(new Date(day));

/** Formats the days of a period: `3 Nov`, `3 Nov to 9 Nov 2026`. */
export const formatPeriod = ({ from, to }: Period): string =>
  from === to ? shortDay(from) : `${shortDay(from)} to ${shortDay(to)} ${to.slice(0, 4)}`;

/** The days below a chart: the first one, one in the middle, and the last one. */
function dayLabels(periods: Period[]): string[] {
  const [first, middle, last] = [periods[0], periods[Math.floor(periods.length / 2)], periods.at(-1)];
  return [first?.from, middle?.from, last?.to].flatMap((day) => (day ? [shortDay(day)] : []));
}

type PeriodChartProps = {
  periods: Period[];
  /** The highest count. */
  max: number;
  children: (scales: Scales) => ReactNode;
};

/** A column chart over time, with a column for each period. */
export const PeriodChart = ({ periods, max, children }: PeriodChartProps) => (
  <ColumnChart columns={periods.length} max={max} labels={dayLabels(periods)}>
    {children}
  </ColumnChart>
);
