import type { BadgeState } from "@/prisma/generated/client";
import type { Bucket, OutcomeCounts, Span } from "./schema";

type DayCount = { day: string; state: BadgeState; badges: number };

const DAY_MS = 24 * 3_600_000;

const formatDay = (at: number): string => new Date(at).toISOString().slice(0, 10);
const parseDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const addDays = (day: string, days: number): string => formatDay(parseDay(day) + days * DAY_MS);

/** Returns the first day of the month that is `months` months after that of `day`. */
function monthStart(day: string, months: number): string {
  const date = new Date(parseDay(day));
  return formatDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
}

/** Returns the Monday of the week of `day`. */
const weekStart = (day: string): string => addDays(day, -((new Date(parseDay(day)).getUTCDay() + 6) % 7));

/** The first days of the buckets: each of 30 days, the weeks of 90 days, the months of a year. */
const BUCKET_STARTS: Record<Span, (to: string) => string[]> = {
  "30d": (to) => Array.from({ length: 30 }, (_, index) => addDays(to, index - 29)),
  "90d": (to) => {
    const first = addDays(to, -89);
    const mondays = Array.from({ length: 13 }, (_, index) => addDays(weekStart(first), 7 * (index + 1)));
    return [first, ...mondays.filter((monday) => monday <= to)];
  },
  "12m": (to) => Array.from({ length: 12 }, (_, index) => monthStart(to, index - 11)),
};

/** Returns the first and last day of a span that ends with `to`. */
export const spanDays = (span: Span, to: string): { from: string; to: string } => ({
  from: BUCKET_STARTS[span](to)[0] ?? to,
  to,
});

const NO_OUTCOMES: OutcomeCounts = { accepted: 0, pending: 0, rejected: 0, withdrawn: 0 };

const OUTCOME_BY_STATE: Record<BadgeState, keyof OutcomeCounts> = {
  accepted: "accepted",
  pending: "pending",
  rejected: "rejected",
  revoked: "withdrawn",
  replaced: "withdrawn",
};

/** Counts badges by outcome, and in total. */
export function countOutcomes(counts: Omit<DayCount, "day">[]): OutcomeCounts & { issued: number } {
  const total = { ...NO_OUTCOMES, issued: 0 };
  for (const { state, badges } of counts) {
    total[OUTCOME_BY_STATE[state]] += badges;
    total.issued += badges;
  }
  return total;
}

/** Builds the buckets of a span that ends with `to`, including empty ones, oldest first. */
export function buildBuckets(span: Span, to: string, counts: DayCount[]): Bucket[] {
  const starts = BUCKET_STARTS[span](to);
  return starts.map((from, index) => {
    const next = starts[index + 1];
    const last = next ? addDays(next, -1) : to;
    return {
      from,
      to: last,
      ...countOutcomes(counts.filter(({ day }) => day >= from && day <= last)),
    };
  });
}

/**
 * Returns the accepted share of the offered badges, from 0 to 1. Revoked and replaced ones are left out, because the
 * earner had no say in them. Null when there are none.
 */
export function acceptanceRate({ accepted, pending, rejected }: OutcomeCounts): number | null {
  const offered = accepted + pending + rejected;
  return offered === 0 ? null : accepted / offered;
}
