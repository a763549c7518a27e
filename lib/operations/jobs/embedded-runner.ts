import { Worker } from "@/lib/kernel/outbox/worker";
import { startHourlyRunner } from "./hourly-runner";
import { hourlyJobs, jobs } from "./list";

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
