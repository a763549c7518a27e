import { forgetExpiredKeys } from "@/lib/idempotency-keys/service";
import { log } from "@/lib/kernel/log";
import { Worker } from "@/lib/kernel/outbox/worker";
import { jobs } from "./list";

const CLEAN_MS = 3_600_000;

const clean = () => {
  forgetExpiredKeys().catch((error: unknown) =>
    log.warn({ err: error }, "expired idempotency keys not removed"),
  );
};

/**
 * Runs the jobs in this process, from the queue in PostgreSQL: the default, when no Inngest is configured. Any
 * number of such runners share the queue. `stop` finishes the work in hand and gives the rest back.
 */
export function startEmbeddedRunner(): { stop: () => Promise<void> } {
  const running = Object.values(jobs).map((job) => {
    const worker = new Worker(job);
    return { worker, ended: worker.run() };
  });
  const cleaning = setInterval(clean, CLEAN_MS).unref();
  return {
    stop: async () => {
      clearInterval(cleaning);
      await Promise.all(running.map(({ worker, ended }) => worker.stop(ended)));
    },
  };
}
