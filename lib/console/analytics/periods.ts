import type { Interval } from "./choices";

const DAY_MS = 24 * 3_600_000;

const formatDay = (at: number): string => new Date(at).toISOString().slice(0, 10);
const parseDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);

export const addDays = (day: string, days: number): string => formatDay(parseDay(day) + days * DAY_MS);

/** Counts the days from one day to another, both included. */
export const countDays = (from: string, to: string): number => (parseDay(to) - parseDay(from)) / DAY_MS + 1;

/** The days of a span that ends today, both included. */
export const lastDays = (today: string, days: number): { from: string; to: string } => ({
  from: addDays(today, 1 - days),
  to: today,
});

/** The first day of the period after the one of `day`: the next day, Monday, or first of a month. */
const NEXT_START: Record<Interval, (day: string) => string> = {
  day: (day) => addDays(day, 1),
  week: (day) => addDays(day, 7 - ((new Date(parseDay(day)).getUTCDay() + 6) % 7)),
  month: (day) => {
    const date = new Date(parseDay(day));
    return formatDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1));
  },
};

/** Lists the periods from one day to another. The first and the last one may be shorter than the others. */
export function listPeriods(
  { from, to }: { from: string; to: string },
  interval: Interval,
): { from: string; to: string }[] {
  const periods = [];
  for (let start = from; start <= to;) {
    const next = NEXT_START[interval](start);
    periods.push({ from: start, to: next > to ? to : addDays(next, -1) });
    start = next;
  }
  return periods;
}

/** The interval that shows a span of days in a readable number of periods. */
export function chooseInterval(from: string, to: string): Interval {
  const days = countDays(from, to);
  if (days <= 45) return "day";
  return days <= 190 ? "week" : "month";
}
