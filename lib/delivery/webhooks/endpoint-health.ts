import { BUCKET_HOURS, HEALTH_DAYS, MAX_COUNTED_ATTEMPTS, type HealthGroup } from "./health-queries";
import type { AttemptFigures, EndpointHealth } from "./schema";

const BUCKET_MS = BUCKET_HOURS * 3_600_000;
const BUCKETS = (HEALTH_DAYS * 24) / BUCKET_HOURS;
const MAX_RESULTS = 8;

const toFigures = (group: HealthGroup | undefined): AttemptFigures => ({
  attempts: group?.attempts ?? 0,
  succeeded: group?.succeeded ?? 0,
  median_ms: group?.medianMs ?? null,
  p95_ms: group?.p95Ms ?? null,
});

/** Arranges groups of attempts for reading: two periods, all six hours from the oldest on, and the most common results. */
export function toEndpointHealth(groups: HealthGroup[], now: Date): EndpointHealth {
  const ofKind = (kind: HealthGroup["kind"]) => groups.filter((group) => group.kind === kind);
  const [all] = ofKind("all");
  const byBucket = new Map(ofKind("bucket").map((group) => [group.bucket, group]));
  const buckets = Array.from({ length: BUCKETS }, (_, index) => {
    const ago = BUCKETS - 1 - index;
    return {
      from: new Date(now.getTime() - (ago + 1) * BUCKET_MS).toISOString(),
      ...toFigures(byBucket.get(ago)),
    };
  });
  return {
    day: toFigures(ofKind("recent").find(({ isRecent }) => isRecent)),
    week: toFigures(all),
    buckets,
    results: ofKind("result")
      .slice(0, MAX_RESULTS)
      .map((group) => ({ result: group.result ?? "", ...toFigures(group) })),
    is_partial: (all?.attempts ?? 0) >= MAX_COUNTED_ATTEMPTS,
  };
}
