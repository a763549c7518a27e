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
// Enough turns for a large backlog, and well below Inngest's limit of 1,000 steps.
const MAX_TURNS = 500;

/** The Inngest client of this process; functions and waker share it. */
export const inngest = new Inngest({
  id: "badges",
  // Read here because a build, which loads this too, has no environment to parse.
  isDev: process.env.INNGEST_DEV === "1" || process.env.INNGEST_DEV === "true",
  // Each step is a separate request, so that no step builds on one that Inngest has not acknowledged.
  checkpointing: false,
  logger: log,
});

const DUE_EVENT = "outbox/due";

/** Only ids: no payload and no secret leaves the database. */
type DueData = { kind: OutboxKind; organizationId: string | null; queue: string };

const buildDueEvent = ({ id, kind, organizationId }: WakeUp) => ({
  id,
  name: DUE_EVENT,
  data: { kind, organizationId, queue: `${kind}/${organizationId ?? "all"}` } satisfies DueData,
});

/**
 * Processes what is due of one kind, turn by turn: for all organizations, or for one with a large backlog. It never
 * sleeps: the time of a retry is stored
 * in PostgreSQL, and the waker or the sweep starts it again. Failures of other systems are outcomes that the queue
 * stores; Inngest's own retries only cover our errors.
 */
export const workQueue = inngest.createFunction(
  {
    id: "work-queue",
    triggers: [{ event: DUE_EVENT }],
    // More than one, so that a slow receiver, which may take ten seconds, does not delay everything else.
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

/** The hourly jobs: turn by turn, each a separate step, until nothing is left. */
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

/** Rejects after this time. The request may still succeed later, which is harmless because the event id is the same. */
function withTimeout<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new SendTimedOut()), ms);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

class SendTimedOut extends Error {
  override name = "SendTimedOut";
  override message = "Inngest did not respond in time.";
}

/** Classifies a failed request to Inngest for the metrics and the log. */
function classifySendFailure(error: unknown): {
  outcome: "refused" | "timed_out" | "not_reached";
  logMessage: string;
} {
  if (error instanceof SendTimedOut)
    return { outcome: "timed_out", logMessage: "Inngest does not respond, trying again" };
  // The client exposes only the message of a response.
  if (/ 40[134] /.test(String(error)))
    return { outcome: "refused", logMessage: "Inngest refuses INNGEST_EVENT_KEY, trying again" };
  return { outcome: "not_reached", logMessage: "Inngest cannot be reached, trying again" };
}

/**
 * Requests the due work from Inngest. Returns the number of requested runs, or null when Inngest did not accept them,
 * which is logged. Never runs inside of a request, because it is slow when the server is down.
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

/** Every minute: requests due work that nothing else requested, and again what was requested and never began. */
export const sweep = inngest.createFunction(
  { id: "sweep", triggers: [{ cron: "* * * * *" }], concurrency: [{ limit: 1 }] },
  async ({ step }) => ({ woken: await step.run("wake", () => wakeDue()) }),
);

/** Whether Inngest runs the jobs of this installation. */
export const usesInngest = (): boolean => env().inngest;
