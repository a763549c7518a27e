import { db } from "@/lib/kernel/db";

/** The attempts that the figures cover at most, the latest ones, so that a busy organization stays quick to read. */
export const MAX_COUNTED_ATTEMPTS = 100_000;
export const BUCKET_HOURS = 6;
export const HEALTH_DAYS = 7;

const HOUR_MS = 3_600_000;
const BUCKETS_PER_DAY = 24 / BUCKET_HOURS;

/** One group of attempts. `bucket` counts six hours back from now, and `result` is null on other groups. */
export type HealthGroup = {
  kind: "bucket" | "recent" | "result" | "all";
  bucket: number | null;
  isRecent: boolean | null;
  result: string | null;
  attempts: number;
  succeeded: number;
  medianMs: number | null;
  p95Ms: number | null;
};

/** Counts the attempts of the last seven days by six hours, by day, by result and in total, in one query. */
export const readHealthGroups = (organizationId: string, now: Date): Promise<HealthGroup[]> => {
  const since = new Date(now.getTime() - HEALTH_DAYS * 24 * HOUR_MS);
  return db().$queryRaw<HealthGroup[]>`
    WITH latest AS MATERIALIZED (
      SELECT attempted_at, duration_ms, reason,
        CASE WHEN reason IS NULL OR reason = 'status' THEN 'status ' || status ELSE reason END AS result
      FROM webhook_attempts
      WHERE organization_id = ${organizationId}::uuid AND attempted_at > ${since} AND attempted_at <= ${now}
      ORDER BY attempted_at DESC LIMIT ${MAX_COUNTED_ATTEMPTS}
    ), counted AS (
      SELECT duration_ms, reason, result,
        floor(extract(epoch FROM ${now}::timestamptz - attempted_at) / ${BUCKET_HOURS * 3600}::int)::int AS bucket
      FROM latest
    ), marked AS (SELECT *, bucket < ${BUCKETS_PER_DAY}::int AS is_recent FROM counted)
    SELECT CASE GROUPING(bucket, is_recent, result)
        WHEN 3 THEN 'bucket' WHEN 5 THEN 'recent' WHEN 6 THEN 'result' ELSE 'all' END AS kind,
      bucket, is_recent AS "isRecent", result, count(*)::int AS attempts,
      count(*) FILTER (WHERE reason IS NULL)::int AS succeeded,
      percentile_disc(0.5) WITHIN GROUP (ORDER BY duration_ms) AS "medianMs",
      percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms) AS "p95Ms"
    FROM marked GROUP BY GROUPING SETS ((bucket), (is_recent), (result), ())
    ORDER BY attempts DESC, result`;
};
