import { log } from "@/lib/kernel/log";
import { Worker } from "@/lib/kernel/outbox/worker";
import { hourlyJobs, jobs, type HourlyJob } from "./list";

const HOUR_MS = 3_600_000;

/** Runs all turns of a job now and every hour. After an error the next hour tries again. */
function startHourly({ id, turn }: HourlyJob): { stop: () => Promise<void> } {
  let stopped = false;
  const work = async (): Promise<void> => {
    try {
      while (!stopped && (await turn()));
    } catch (error) {
      log.warn({ err: error, job: id }, "hourly work failed; trying again in an hour");
    }
  };
  let running = work();
  const timer = setInterval(() => {
    running = running.then(work);
  }, HOUR_MS).unref();
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
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
  const hourly = hourlyJobs.map(startHourly);
  return {
    stop: async () => {
      await Promise.all([
        ...running.map(({ worker, ended }) => worker.stop(ended)),
        ...hourly.map(({ stop }) => stop()),
      ]);
    },
  };
}
