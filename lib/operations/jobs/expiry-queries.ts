import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";

/** Tokens of a kind that end within 30 days although something used them in the last week. Times in Unix seconds. */
export type ExpiringTokens = { kind: string; nextExpiry: number; within7Days: number; within30Days: number };

/** Numbers of organizations with a domain: verified, verified with failing checks, or lost since a check failed. */
export type DomainStates = { verified: number; failing: number; lost: number; failingSince: number | null };

export type Expiries = {
  tokens: ExpiringTokens[];
  domains: DomainStates;
  /** How long the most overdue hourly job has waited for a runner, in seconds. Null if no job was ever run here. */
  overdueSeconds: number | null;
  /** How often each hourly job has failed since it last succeeded, and when that was. Null if it never did. */
  hourlyJobs: { job: string; failures: number; lastSuccess: number | null }[];
};

/**
 * Reads what is about to end, in one statement. Tokens that nothing uses are left out, because their owners have
 * replaced them; so are tokens of learners and of OAuth, which end by design and are requested anew. Hourly jobs are those
 * with these ids: rows of jobs that no longer exist stay in the table.
 */
export async function readExpiries(jobs: string[]): Promise<Expiries> {
  const now = clock.databaseNow();
  const rows = await db().$queryRaw<Expiries[]>`
    WITH moment AS (SELECT ${now} AS now), tokens AS (
      SELECT 'authorization' AS kind, expires_at, last_successfully_used_at AS used_at FROM authorization_tokens
      UNION ALL
      SELECT 'learning', expires_at, last_successfully_used_at FROM learning_tokens WHERE kind <> 'learner'
    ), expiring AS (
      SELECT kind, extract(epoch FROM min(expires_at))::float AS "nextExpiry",
        count(*) FILTER (WHERE expires_at <= now + interval '7 days')::int AS "within7Days",
        count(*)::int AS "within30Days"
      FROM tokens CROSS JOIN moment
      WHERE expires_at > now AND expires_at <= now + interval '30 days' AND used_at > now - interval '7 days'
      GROUP BY kind
    ), domains AS (
      SELECT count(*) FILTER (WHERE verified_at IS NOT NULL AND failing_since IS NULL)::int AS verified,
        count(*) FILTER (WHERE verified_at IS NOT NULL AND failing_since IS NOT NULL)::int AS failing,
        count(*) FILTER (WHERE verified_at IS NULL AND lost_at IS NOT NULL)::int AS lost,
        extract(epoch FROM min(failing_since) FILTER (WHERE verified_at IS NOT NULL))::float AS "failingSince"
      FROM organization_domains JOIN organizations ON organizations.id = organization_domains.organization_id
    )
    SELECT (SELECT COALESCE(json_agg(expiring), '[]') FROM expiring) AS tokens,
      (SELECT row_to_json(domains) FROM domains) AS domains,
      (SELECT extract(epoch FROM GREATEST(max(now - next_run_at), interval '0'))::float FROM hourly_runs, moment
       WHERE leased_until IS NULL OR leased_until <= now) AS "overdueSeconds",
      (SELECT COALESCE(json_agg(json_build_object('job', job, 'failures', failures,
         'lastSuccess', extract(epoch FROM last_success_at)::float) ORDER BY job), '[]')
       FROM hourly_runs WHERE job = ANY (${jobs}::text[])) AS "hourlyJobs"`;
  return (
    rows[0] ?? {
      tokens: [],
      domains: { verified: 0, failing: 0, lost: 0, failingSince: null },
      overdueSeconds: null,
      hourlyJobs: [],
    }
  );
}
