import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { acceptanceRate, buildBuckets, spanDays, countOutcomes } from "@/lib/console/overview/buckets";
import { SPANS } from "@/lib/console/overview/schema";

const DAY_MS = 24 * 3_600_000;
const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
const anyDay = fc.integer({ min: Date.UTC(2020, 0, 1) / DAY_MS, max: Date.UTC(2030, 0, 1) / DAY_MS });

describe("the buckets of a period", () => {
  it.each(SPANS)("%s: have no gaps from the first day to the last", (span) => {
    fc.assert(
      fc.property(anyDay, (number) => {
        const to = day(number * DAY_MS);
        const buckets = buildBuckets(span, to, []);
        expect(buckets[0]?.from).toBe(spanDays(span, to).from);
        expect(buckets.at(-1)?.to).toBe(to);
        expect(buckets.filter(({ from, to: last }) => from > last)).toEqual([]);
        const afterEach = buckets.map((bucket) => day(Date.parse(bucket.to) + DAY_MS));
        expect(buckets.slice(1).map(({ from }) => from)).toEqual(afterEach.slice(0, -1));
      }),
    );
  });

  it("are days, weeks from Monday, and months", () => {
    const starts = (span: (typeof SPANS)[number]) =>
      buildBuckets(span, "2026-11-21", []).map(({ from }) => from);
    expect(starts("30d")).toHaveLength(30);
    expect(starts("30d")[0]).toBe("2026-10-23");
    expect(starts("90d").slice(0, 3)).toEqual(["2026-08-24", "2026-08-31", "2026-09-07"]);
    expect(starts("12m")).toEqual(expect.arrayContaining(["2025-12-01", "2026-11-01"]));
    expect(starts("12m")).toHaveLength(12);
  });

  it("count each badge of the period once", () => {
    const counts = [
      { day: "2026-11-01", state: "accepted", badges: 3 },
      { day: "2026-11-01", state: "revoked", badges: 1 },
      { day: "2026-11-20", state: "pending", badges: 2 },
    ] as const;
    for (const span of SPANS) {
      const buckets = buildBuckets(span, "2026-11-21", [...counts]);
      expect(buckets.reduce((sum, { issued }) => sum + issued, 0)).toBe(6);
      expect(buckets.reduce((sum, { withdrawn }) => sum + withdrawn, 0)).toBe(1);
    }
  });
});

describe("the acceptance rate", () => {
  it("is the share of badges that earners responded to; none without such badges", () => {
    const rate = (accepted: number, pending: number, rejected: number, withdrawn: number) =>
      acceptanceRate({ accepted, pending, rejected, withdrawn });
    expect(rate(3, 1, 0, 96)).toBe(0.75);
    expect(rate(0, 0, 0, 5)).toBeNull();
    expect(countOutcomes([]).issued).toBe(0);
  });
});
