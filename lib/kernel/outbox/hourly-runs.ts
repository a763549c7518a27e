import { clock } from "../clock";
import { db } from "../db";

// A job of every hour runs on one machine at a time, and once an hour on all of them together.

/** Longer than a few renewals of the lease take, each of which may wait for a connection. */
const LEASE = "2 minutes";
/** How often a runner renews its lease while it works. */
export const RENEW_LEASE_MS = 30_000;

/**
 * Leases the jobs that are due and that no other runner works on, and returns their names. A job that was never run is
 * due.
 */
export async function claimHourlyRuns(jobs: string[], leaseId: string): Promise<string[]> {
  const now = clock.databaseNow();
  const claimed = await db().$queryRaw<{ job: string }[]>`
    INSERT INTO hourly_runs AS run (job, next_run_at, lease_id, leased_until)
    SELECT wanted.job, ${now}, ${leaseId}::uuid, ${now} + ${LEASE}::interval
    FROM unnest(${jobs}::text[]) AS wanted(job) LEFT JOIN hourly_runs AS known USING (job)
    WHERE known.job IS NULL
      OR (known.next_run_at <= ${now} AND (known.leased_until IS NULL OR known.leased_until <= ${now}))
    ORDER BY wanted.job
    ON CONFLICT (job) DO UPDATE SET lease_id = EXCLUDED.lease_id, leased_until = EXCLUDED.leased_until
      WHERE run.next_run_at <= ${now} AND (run.leased_until IS NULL OR run.leased_until <= ${now})
    RETURNING job`;
  return claimed.map(({ job }) => job);
}

/** Extends a lease. Returns false when it has ended and another runner has the job. */
export async function renewHourlyRun(job: string, leaseId: string): Promise<boolean> {
  const renewed = await db().$executeRaw`
    UPDATE hourly_runs SET leased_until = ${clock.databaseNow()} + ${LEASE}::interval
    WHERE job = ${job} AND lease_id = ${leaseId}::uuid`;
  return renewed === 1;
}

/**
 * Ends a lease. The job is due again in an hour, or at once when it was `interrupted` and another runner has to
 * continue. Only `completed` counts as a run. It ends a series of failures.
 */
export async function endHourlyRun(
  job: string,
  leaseId: string,
  outcome: "completed" | "failed" | "interrupted",
): Promise<void> {
  const pause = outcome === "interrupted" ? "0 hours" : "1 hour";
  const isCompleted = outcome === "completed";
  await db().$executeRaw`
    UPDATE hourly_runs
    SET next_run_at = ${clock.databaseNow()} + ${pause}::interval, lease_id = NULL, leased_until = NULL,
        runs = runs + ${isCompleted ? 1 : 0},
        failures = CASE WHEN ${isCompleted} THEN 0 ELSE failures + ${outcome === "failed" ? 1 : 0} END,
        last_success_at = CASE WHEN ${isCompleted} THEN ${clock.databaseNow()} ELSE last_success_at END
    WHERE job = ${job} AND lease_id = ${leaseId}::uuid`;
}
