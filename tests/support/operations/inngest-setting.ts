import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import type * as inngestJobs from "@/lib/operations/jobs/inngest";
import type * as inngestWakers from "@/lib/operations/jobs/waker";
import { db } from "@/lib/kernel/db";
import { InngestExecutor, serveRoute, type RouteHandlers } from "./inngest-executor";
import { stopClock } from "../delivery/outbox";
import { startReceiver, type Receiver } from "../delivery/webhook-receiver";

export const SIGNING_KEY = "signkey-test-0123456789abcdef0123456789abcdef";
export const WORK = "badges-work-queue";
export const SWEEP = "badges-sweep";
export const DUE = "outbox/due";

export let receiver: Receiver;
export let executor: InngestExecutor;
export let endpoint: Awaited<ReturnType<typeof serveRoute>>;
export let clock: ReturnType<typeof stopClock>;
// Imported after the environment is set, because the Inngest client reads it when it is created.
export let jobs: typeof inngestJobs;
export let wakers: typeof inngestWakers;

/** The data of an event that requests the work of one kind for all organizations, or for one with a large backlog. */
export const buildDueData = (organizationId: string | null = null, kind = "webhook") => ({
  kind,
  organizationId,
  queue: `${kind}/${organizationId ?? "all"}`,
});

/**
 * Sets up, for each test, a service whose jobs are run by a simulated Inngest server, a receiver of webhooks, and a
 * stopped clock.
 */
export function useInngest(): void {
  beforeAll(async () => {
    receiver = await startReceiver();
    executor = new InngestExecutor({
      signingKey: SIGNING_KEY,
      now: () => clock.now(),
      endpoint: () => endpoint.url,
    });
    await executor.start();
    Object.assign(process.env, {
      INNGEST_SIGNING_KEY: SIGNING_KEY,
      INNGEST_EVENT_KEY: "event-key",
      INNGEST_BASE_URL: executor.url,
    });
    jobs = await import("@/lib/operations/jobs/inngest");
    wakers = await import("@/lib/operations/jobs/waker");
    endpoint = await serveRoute((await import("@/app/api/inngest/route")) as unknown as RouteHandlers);
    await executor.register();
  });
  afterAll(async () => {
    await Promise.all([receiver.close(), executor.stop(), endpoint.close()]);
  });
  beforeEach(async () => {
    clock = stopClock();
    receiver.received.splice(0);
    receiver.answer(200);
    executor.dropEventsAndRuns();
    await db().outboxMessage.deleteMany();
    await db().outboxWake.deleteMany();
  });
  afterEach(() => vi.restoreAllMocks());
}
