import { Worker } from "@/lib/kernel/outbox/worker";
import { hourlyJobs, jobs, type HourlyJob } from "./list";
import { newId } from "@/lib/kernel/ids";
import { log } from "@/lib/kernel/log";
import { describeFailure, jobOutages } from "@/lib/kernel/outage-log";
import {
  claimHourlyRuns,
  endHourlyRun,
  RENEW_LEASE_MS,
  renewHourlyRun,
} from "@/lib/kernel/outbox/hourly-runs";

const POLL_MS = 10_000;

type HourlyOutcome = "completed" | "interrupted" | "failed";

/** Stores how a run of a job ended, and logs it. */
async function storeEnd(job: string, leaseId: string, outcome: HourlyOutcome): Promise<void> {
  await endHourlyRun(job, leaseId, outcome).catch((error: unknown) =>
    log.warn(
      { ...describeFailure(error), job },
      "the end of hourly work was not stored: its lease ends by itself",
    ),
  );
  // That it was done is stored, and in the metrics. A line for each job would hide the others at every start.
  if (outcome === "completed") log.debug({ job }, "hourly work completed");
  if (outcome === "interrupted") log.info({ job }, "hourly work interrupted; the next runner continues");
}

/**
 * Runs each of these jobs once an hour, however many machines run them (decision 0094). `stop` finishes the current
 * turns and leaves the rest to the next runner.
 */
export function startHourlyRunner(jobs: HourlyJob[]): { stop: () => Promise<void> } {
  let isStopping = false;
  const leaseId = newId();
  const running = new Map<string, Promise<void>>();

  /** Runs the turns of a job until nothing is left, or until this runner stops or has lost its lease. */
  async function runTurns({ id, turn }: HourlyJob): Promise<"completed" | "interrupted"> {
    let isMine = true;
    const renew = async (): Promise<void> => {
      // A failed renewal is repeated. If none succeeds, the next turn fails too.
      isMine = await renewHourlyRun(id, leaseId).catch(() => isMine);
    };
    const timer = setInterval(() => void renew(), RENEW_LEASE_MS).unref();
    try {
      while (await turn()) if (isStopping || !isMine) return "interrupted";
      return "completed";
    } finally {
      clearInterval(timer);
    }
  }

  async function run(job: HourlyJob): Promise<void> {
    const outcome = await runTurns(job).catch((error: unknown) => {
      log.warn({ ...describeFailure(error), job: job.id }, "hourly work failed; trying again in an hour");
      return "failed" as const;
    });
    await storeEnd(job.id, leaseId, outcome);
  }

  async function claimAndStart(): Promise<void> {
    const idle = jobs.filter(({ id }) => !running.has(id));
    const claimed = await claimHourlyRuns(
      idle.map(({ id }) => id),
      leaseId,
    );
    for (const job of idle.filter(({ id }) => claimed.includes(id)))
      running.set(
        job.id,
        run(job).finally(() => running.delete(job.id)),
      );
  }

  const poll = (): Promise<void> =>
    claimAndStart().then(
      () => jobOutages.recordSuccess("hourly"),
      (error: unknown) => jobOutages.recordFailure("hourly", error),
    );
  let polling = poll();
  const timer = setInterval(() => {
    polling = polling.then(() => (isStopping ? undefined : poll()));
  }, POLL_MS).unref();
  return {
    stop: async () => {
      isStopping = true;
      clearInterval(timer);
      await polling;
      await Promise.all(running.values());
    },
  };
}

/**
 * Runs the jobs in this process from the queue in PostgreSQL: the default, without Inngest. Any number of such runners
 * share the queue. `stop` finishes the current work and leaves the rest to the next runner.
 */
export function startEmbeddedRunner(): { stop: () => Promise<void> } {
  const running = Object.values(jobs).map((job) => {
    const worker = new Worker(job);
    return { worker, ended: worker.run() };
  });
  const hourly = startHourlyRunner(hourlyJobs);
  return {
    stop: async () => {
      await Promise.all([...running.map(({ worker, ended }) => worker.stop(ended)), hourly.stop()]);
    },
  };
}
