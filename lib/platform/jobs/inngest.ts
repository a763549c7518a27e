import { Inngest } from "inngest";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { inngestSends } from "@/lib/platform/metrics/metrics";
import { processDue } from "@/lib/kernel/outbox/process-due";
import {
  claimWakeUps,
  recordWakeUpsSent,
  recordWakeUpsFailed,
  type WakeUp,
} from "@/lib/kernel/outbox/wake-ups";
import type { OutboxKind } from "@/prisma/generated/client";
import { hourlyJobs, jobs } from "./list";

const MAX_WAKES = 500;
const SEND_TIMEOUT_MS = 10_000;
// A run is long enough for a large backlog, and short beside what Inngest allows (1,000 steps).
const MAX_TURNS = 500;

/** One client for a process; functions and waker share it. */
export const inngest = new Inngest({
  id: "badges",
  // Read here because a build, which loads this too, has no environment to parse.
  isDev: process.env.INNGEST_DEV === "1" || process.env.INNGEST_DEV === "true",
  // A step is a request of its own: nothing that Inngest has not acknowledged is built upon.
  checkpointing: false,
  logger: log,
});

const DUE_EVENT = "outbox/due";

/** Ids alone: no payload and no secret leaves the database. */
type DueData = { kind: OutboxKind; organizationId: string | null; queue: string };

const buildDueEvent = ({ id, kind, organizationId }: WakeUp) => ({
  id,
  name: DUE_EVENT,
  data: { kind, organizationId, queue: `${kind}/${organizationId ?? "installation"}` } satisfies DueData,
});

/**
 * Does what is due of one kind for one organization, turn by turn. It never sleeps: the time of a retry stands in
 * PostgreSQL, and whoever looks there (the waker, the sweep) wakes it again. What fails outside is an outcome that the
 * queue keeps; Inngest's own retries cover only our faults.
 */
export const workQueue = inngest.createFunction(
  {
    id: "work-queue",
    triggers: [{ event: DUE_EVENT }],
    // More than one, so that what becomes due is not kept waiting by a receiver that takes its ten seconds.
    concurrency: [{ key: "event.data.queue", limit: 3 }],
  },
  async ({ event, step }) => {
    const { kind, organizationId } = event.data as DueData;
    let turns = 1;
    while (await step.run(`turn-${turns}`, () => processDue(jobs[kind], organizationId, turns))) {
      if (turns === MAX_TURNS) break;
      turns += 1;
    }
    return { turns };
  },
);

/** The hourly work: turn by turn, each a step of its own, until nothing is left. */
export const hourly = hourlyJobs.map(({ id, turn }) =>
  inngest.createFunction(
    { id, triggers: [{ cron: "7 * * * *" }], concurrency: [{ limit: 1 }] },
    async ({ step }) => {
      let turns = 1;
      while (await step.run(`turn-${turns}`, turn)) turns += 1;
      return { turns };
    },
  ),
);

/** Rejects after the time; what was asked for may still come to pass, which the same event id makes harmless. */
function withTimeout<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new SendTimedOut()), ms);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

class SendTimedOut extends Error {
  override name = "SendTimedOut";
  override message = "Inngest did not answer in time.";
}

/** What went wrong with a request to Inngest, as the metrics call it, and what the log says of it. */
function classifySendFailure(error: unknown): {
  outcome: "refused" | "timed_out" | "not_reached";
  logMessage: string;
} {
  if (error instanceof SendTimedOut)
    return { outcome: "timed_out", logMessage: "Inngest does not answer; asking again" };
  // The client keeps no more of an answer than its words.
  if (/ 40[134] /.test(String(error)))
    return { outcome: "refused", logMessage: "Inngest refuses INNGEST_EVENT_KEY; asking again" };
  return { outcome: "not_reached", logMessage: "Inngest not reached; asking again" };
}

/**
 * Asks Inngest for the work that is due. Returns how many it asked for, or null when Inngest did not take them, which is
 * logged. It never runs in a request: a server that is down makes it slow.
 */
export async function wakeDue(timeoutMs = SEND_TIMEOUT_MS): Promise<number | null> {
  const wakes = await claimWakeUps(MAX_WAKES);
  if (wakes.length === 0) return 0;
  try {
    await withTimeout(timeoutMs, inngest.send(wakes.map(buildDueEvent)));
  } catch (error) {
    const { outcome, logMessage } = classifySendFailure(error);
    inngestSends().inc({ outcome });
    log.warn({ err: error, wakes: wakes.length }, logMessage);
    await recordWakeUpsFailed(wakes);
    return null;
  }
  inngestSends().inc({ outcome: "sent" });
  await recordWakeUpsSent(wakes);
  return wakes.length;
}

/** Every minute: asks for what is due when nobody else did, and again for what was asked for and never began. */
export const sweep = inngest.createFunction(
  { id: "sweep", triggers: [{ cron: "* * * * *" }], concurrency: [{ limit: 1 }] },
  async ({ step }) => ({ woken: await step.run("wake", () => wakeDue()) }),
);

/** Whether this installation leaves the running of jobs to Inngest. */
export const usesInngest = (): boolean => env().inngest;
