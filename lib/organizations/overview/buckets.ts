import type { BadgeState } from "@/prisma/generated/client";
import type { Bucket, Outcomes, Span } from "./schema";

type DayCount = { day: string; state: BadgeState; badges: number };

const DAY_MS = 24 * 3_600_000;

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const plusDays = (day: string, days: number): string => dayOf(timeOf(day) + days * DAY_MS);

/** The first of the month that lies `months` months after that of `day`. */
function monthStart(day: string, months: number): string {
  const date = new Date(timeOf(day));
  return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
}

/** The Monday of the week of `day`. */
const weekStart = (day: string): string => plusDays(day, -((new Date(timeOf(day)).getUTCDay() + 6) % 7));

/** First days of the buckets: each of 30 days, the weeks of 90 days, the months of a year. */
const STARTS: Record<Span, (to: string) => string[]> = {
  "30d": (to) => Array.from({ length: 30 }, (_, index) => plusDays(to, index - 29)),
  "90d": (to) => {
    const first = plusDays(to, -89);
    const mondays = Array.from({ length: 13 }, (_, index) => plusDays(weekStart(first), 7 * (index + 1)));
    return [first, ...mondays.filter((monday) => monday <= to)];
  },
  "12m": (to) => Array.from({ length: 12 }, (_, index) => monthStart(to, index - 11)),
};

/** The days of a span that ends with `to`, both included. */
export const daysOf = (span: Span, to: string): { from: string; to: string } => ({
  from: STARTS[span](to)[0] ?? to,
  to,
});

const NONE: Outcomes = { accepted: 0, pending: 0, rejected: 0, withdrawn: 0 };

const OUTCOME: Record<BadgeState, keyof Outcomes> = {
  accepted: "accepted",
  pending: "pending",
  rejected: "rejected",
  revoked: "withdrawn",
  replaced: "withdrawn",
};

/** Counts by outcome, and how many that are together. */
export function outcomesOf(counts: Omit<DayCount, "day">[]): Outcomes & { issued: number } {
  const total = { ...NONE, issued: 0 };
  for (const { state, badges } of counts) {
    total[OUTCOME[state]] += badges;
    total.issued += badges;
  }
  return total;
}

/** The buckets of a span that ends with `to`, the empty ones too, oldest first. */
export function bucketsOf(span: Span, to: string, counts: DayCount[]): Bucket[] {
  const starts = STARTS[span](to);
  return starts.map((from, index) => {
    const next = starts[index + 1];
    const last = next ? plusDays(next, -1) : to;
    return {
      from,
      to: last,
      ...outcomesOf(counts.filter(({ day }) => day >= from && day <= last)),
    };
  });
}

/**
 * The share of the badges offered that were accepted, from 0 to 1: revoked and replaced ones are left out, because there
 * the earner had no say. Null when there are none.
 */
export function acceptanceRate({ accepted, pending, rejected }: Outcomes): number | null {
  const offered = accepted + pending + rejected;
  return offered === 0 ? null : accepted / offered;
}
