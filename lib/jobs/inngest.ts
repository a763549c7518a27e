import { Inngest } from "inngest";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { markWoken, type Waking } from "@/lib/kernel/outbox/claim";
import { runOne } from "@/lib/kernel/outbox/worker";
import type { OutboxKind } from "@/prisma/generated/client";
import { hourlyJobs, jobs } from "./list";

const WAKES = 500;
const SAME_ID_WAKES = 3;

/** One client for a process; functions and waker share it. */
export const inngest = new Inngest({
  id: "badges",
  // Read here because a build, which loads this too, has no environment to parse.
  isDev: process.env.INNGEST_DEV === "1" || process.env.INNGEST_DEV === "true",
  // A step is a request of its own: nothing that Inngest has not acknowledged is built upon.
  checkpointing: false,
  logger: log,
});

const DUE = "outbox/message.due";

/** Ids alone: no payload and no secret leaves the database. */
type DueData = { id: string; kind: OutboxKind; organizationId: string };

/**
 * The event of a wake-up. The first ones of an attempt carry the same id (Inngest drops repetitions for 24 hours);
 * a message that still makes no progress gets a new one, because what was acknowledged may have been lost.
 */
const dueEvent = ({ id, kind, organizationId, run, attempts, wakes }: Waking) => ({
  id: wakes <= SAME_ID_WAKES ? `${id}:${run}:${attempts}` : `${id}:${run}:${attempts}:${wakes}`,
  name: DUE,
  data: { id, kind, organizationId: organizationId ?? "installation" } satisfies DueData,
});

/**
 * Does what is due for one message, sleeps until it wants to be woken, and so on until it is finished. An HTTP
 * failure is an outcome that the step returns; Inngest's own retries cover only our faults.
 */
export const workMessage = inngest.createFunction(
  {
    id: "work-message",
    triggers: [{ event: DUE }],
    concurrency: [{ key: "event.data.organizationId", limit: 16 }],
  },
  async ({ event, step }) => {
    const { id, kind } = event.data as DueData;
    for (let turn = 1; ; turn += 1) {
      const next = await step.run(`attempt-${turn}`, () => runOne(jobs[kind], id));
      if (!next) return { id, turns: turn };
      await step.sleepUntil(`until-${turn}`, next.nextAttemptAt);
    }
  },
);

/** Every minute: wakes messages that are due and made no progress, whatever was sent for them before. */
export const sweep = inngest.createFunction(
  { id: "sweep", triggers: [{ cron: "* * * * *" }], concurrency: [{ limit: 1 }] },
  async ({ step }) => {
    const woken = await step.run("mark", () => markWoken(WAKES));
    if (woken.length > 0) await step.sendEvent("wake", woken.map(dueEvent));
    return { woken: woken.length };
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

/**
 * Asks Inngest to wake what is due; returns how many messages. It never runs in a request: a server that is down
 * makes it slow. What fails to be sent is found again after half a minute.
 */
export async function wakeDue(): Promise<number> {
  const woken = await markWoken(WAKES);
  if (woken.length > 0) await inngest.send(woken.map(dueEvent));
  return woken.length;
}

/** Whether this installation leaves the running of jobs to Inngest. */
export const usesInngest = (): boolean => env().inngest;
