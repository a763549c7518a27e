import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { hourlyJobs } from "@/lib/operations/jobs/list";
import {
  describeRunner,
  listSome,
  skipWhenStopped,
  type Check,
  type ExaminedDatabase,
  type Finding,
} from "./finding";

const OVERDUE_MINUTES = 15;
const OVERDUE_HOURS = 3;
const FAILED_DAYS = 7;
/** Fewer may be a database that was away for a moment. */
const FAILURES_IN_A_ROW = 3;
/** A job that never ran is due at once. It gets an hour and a half, as after any other run. */
const FIRST_RUN_MINUTES = 90;

const MINUTES_PER_HOUR = 60;
const HOURS_PER_DAY = 24;

const count = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? "" : "s"}`;

/** Describes an age in the unit in which people think of it: 20 minutes, 5 hours, 3 days. */
function describeAge(minutes: number): string {
  const hours = Math.floor(minutes / MINUTES_PER_HOUR);
  if (hours < 2) return count(minutes, "minute");
  return hours < 2 * HOURS_PER_DAY ? count(hours, "hour") : count(Math.floor(hours / HOURS_PER_DAY), "day");
}

type Backlog = { kind: string; count: number; minutes: number; isWorkedOn: boolean };

/** Lists the kinds of work that is overdue, and whether any of this kind is being done or was done just now. */
async function listBacklogs(client: pg.Client): Promise<Backlog[]> {
  const { rows } = await client.query<Backlog>(
    `SELECT kind::text AS kind, count(*)::int AS count,
       floor(extract(epoch FROM now() - min(next_attempt_at)) / 60)::int AS minutes,
       EXISTS (SELECT FROM outbox_messages AS other
         WHERE other.kind = message.kind AND other.state = 'due' AND other.leased_until > now())
       OR EXISTS (SELECT FROM outbox_messages AS other
         WHERE other.kind = message.kind AND other.finished_at > now() - interval '5 minutes') AS "isWorkedOn"
     FROM outbox_messages AS message
     WHERE state = 'due' AND next_attempt_at < now() - make_interval(mins => $1)
       AND (leased_until IS NULL OR leased_until < now())
     GROUP BY message.kind ORDER BY 1`,
    [OVERDUE_MINUTES],
  );
  return rows;
}

async function inspectQueue(examined: ExaminedDatabase): Promise<Finding[]> {
  const backlogs = await listBacklogs(examined.client);
  return backlogs.map(({ kind, count: waiting, minutes, isWorkedOn }) => {
    const amount = `${waiting} due, the oldest for ${describeAge(minutes)}`;
    if (isWorkedOn)
      return {
        problem: `Work of the kind “${kind}” is late: ${amount}. It is being done.`,
        reason:
          "What it stands for (an e-mail, a webhook, an import, a signature) happens later than it should.",
        remedy:
          "After a large import or a stop, wait and run this command again. If the number grows, start one more runner: " +
          "npm start -- --only jobs",
      };
    return {
      problem: `Work of the kind “${kind}” waits: ${amount}. None of it was done in the last 5 minutes.`,
      reason: "What it stands for (an e-mail, a webhook, an import, a signature) does not happen.",
      remedy: describeRunner(examined),
    };
  });
}

async function inspectFailures({ client }: ExaminedDatabase): Promise<Finding[]> {
  // A webhook fails when its receiver does, which the organization sees in its console.
  const { rows } = await client.query<{ kind: string; count: number; reason: string | null }>(
    `SELECT kind::text AS kind, count(*)::int AS count,
       (array_agg(last_reason ORDER BY finished_at DESC))[1] AS reason
     FROM outbox_messages
     WHERE state = 'failed' AND kind <> 'webhook' AND finished_at > now() - make_interval(days => $1)
     GROUP BY 1 ORDER BY 1`,
    [FAILED_DAYS],
  );
  return rows.map(({ kind, count: failures, reason }) => ({
    problem:
      `Work of the kind “${kind}” was given up ${count(failures, "time")} in the last ${FAILED_DAYS} days, ` +
      `last because of: ${reason ?? "no reason stored"}`,
    reason: "It is not tried again by itself.",
    remedy:
      kind === "mail"
        ? "Mend what the mail server said. Then resend the e-mails of those badges in the console."
        : "Look for warnings about it in the log, mend them, and repeat it in the console.",
  }));
}

const readBuild = (): Promise<string | null> => readFile(join(".next", "BUILD_ID"), "utf8").catch(() => null);

/**
 * Lists the hourly jobs that are overdue, or never ran although the build with this id was started long ago: the first
 * start of a build with a new job runs it within seconds.
 */
export async function listOverdueJobs(client: pg.Client, build: string | null): Promise<string[]> {
  const { rows } = await client.query<{ job: string }>(
    `SELECT wanted.job FROM unnest($1::text[]) AS wanted(job) LEFT JOIN hourly_runs AS run USING (job)
     WHERE (run.job IS NULL AND EXISTS (
         SELECT FROM page_builds WHERE id = $2 AND started_at < now() - make_interval(mins => $3)))
       OR (run.next_run_at < now() - make_interval(hours => $4)
         AND (run.leased_until IS NULL OR run.leased_until < now()))
     ORDER BY 1`,
    [hourlyJobs.map(({ id }) => id), build, FIRST_RUN_MINUTES, OVERDUE_HOURS],
  );
  return rows.map(({ job }) => job);
}

async function inspectHourlyJobs(examined: ExaminedDatabase): Promise<Finding[]> {
  const overdue = await listOverdueJobs(examined.client, await readBuild());
  if (overdue.length === 0) return [];
  return [
    {
      problem: `Hourly jobs have not run for hours: ${listSome(overdue)}.`,
      reason: "Old data is not deleted, domains are not checked, and people are not reminded.",
      remedy: describeRunner(examined),
    },
  ];
}

/** Describes how often a job has failed, and since when it has not succeeded. */
function describeFailing({ job, failures, minutes }: FailingJob): string {
  const last = minutes === null ? "It has never succeeded" : `It last succeeded ${describeAge(minutes)} ago`;
  return `The hourly job “${job}” has failed ${failures} times in a row. ${last}.`;
}

type FailingJob = { job: string; failures: number; minutes: number | null };

async function inspectFailingJobs({ client }: ExaminedDatabase): Promise<Finding[]> {
  const { rows } = await client.query<FailingJob>(
    `SELECT job, failures, floor(extract(epoch FROM now() - last_success_at) / 60)::int AS minutes
     FROM hourly_runs WHERE failures >= $1 AND job = ANY ($2::text[]) ORDER BY job`,
    [FAILURES_IN_A_ROW, hourlyJobs.map(({ id }) => id)],
  );
  return rows.map((row) => ({
    problem: describeFailing(row),
    reason: "Its work is not done. docs/background-jobs.md says what it does.",
    remedy: `Search the log for "hourly work failed" with this job, and correct what the error says. It is tried again every hour.`,
  }));
}

/** Background work. */
export const JOB_CHECKS: Check<ExaminedDatabase>[] = [
  { name: "queue", skip: skipWhenStopped, run: inspectQueue },
  { name: "failed-work", run: inspectFailures },
  {
    name: "hourly-jobs",
    skip: (examined) => skipWhenStopped(examined) ?? (examined.env.inngest ? "Inngest runs them" : null),
    run: inspectHourlyJobs,
  },
  {
    name: "failing-jobs",
    skip: ({ env }) => (env.inngest ? "Inngest shows them" : null),
    run: inspectFailingJobs,
  },
];
