import { describe, expect, it, vi } from "vitest";
import { db } from "@/lib/kernel/db";
import { registry } from "@/lib/platform/metrics/metrics";
import { badgeBody, makeOrganization, makeTemplate } from "../../support/builders";
import {
  clock,
  executor,
  jobs,
  receiver,
  SWEEP,
  useInngest,
  wakers,
} from "../../support/platform/inngest-setting";
import { emit, emitOne, makeSubscriber, messageOf, tally } from "../../support/delivery/outbox";
import { until } from "../../support/until";
import { gate } from "../../support/delivery/webhook-receiver";

// How often Inngest is woken, and what happens to events that it loses, refuses or delays.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

useInngest();

const idsOfEvents = () => executor.events.map(({ id }) => id);

/** Sends wake-ups as the waker does, every ten seconds of the clock. */
async function askFor(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 10 * SECOND) {
    clock.advance(10 * SECOND);
    await jobs.wakeDue();
  }
}

/** Requests to Inngest by result, as the metrics count them. */
async function sends(outcome: string): Promise<number> {
  const metric = await registry().getSingleMetric("inngest_sends_total")?.get();
  return metric?.values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
}

describe("a backlog", () => {
  it("of 1,500 messages needs few events and few runs, and each message is sent once", async () => {
    const { id } = await makeSubscriber(receiver.url());
    const events = [...(await emit(id, 750)), ...(await emit(id, 750))];
    const waker = wakers.startWaker();
    const server = executor.work(8);
    try {
      await until("all are delivered", async () => (await tally(id)).done === 1_500, 120_000);
      await until("Inngest rests", () => executor.runs.every(({ state }) => state === "done"));
    } finally {
      await Promise.all([waker.stop(), server.stop()]);
    }
    expect(receiver.received.map((arrived) => arrived.id).toSorted()).toEqual(events.toSorted());
    expect(executor.events.length).toBeLessThan(20);
    expect(executor.runs.length).toBeLessThan(20);
    expect(executor.mostOutstanding).toBeLessThanOrEqual(5);
  });

  it("whose receiver does not respond does not delay later events of another organization", async () => {
    const slow = await makeSubscriber(receiver.url("/slow"));
    const quick = await makeSubscriber(receiver.url("/quick"));
    const held = gate();
    receiver.answer(({ path }) => (path === "/slow" ? held.opened.then(() => 200) : 200));
    await emit(slow.id, 500);
    const waker = wakers.startWaker();
    const server = executor.work(8);
    try {
      await receiver.wait("the slow receiver is full", () => receiver.of("/slow").length >= 64);
      await emit(quick.id, 10);
      await until("the others are done", async () => (await tally(quick.id)).done === 10);
      expect((await tally(slow.id)).due).toBe(500);
    } finally {
      held.open();
      await waker.stop();
      await server.stop();
    }
  });

  it("that Inngest delays for two hours is requested ever more rarely, and processed once", async () => {
    const { id } = await makeSubscriber(receiver.url());
    const other = await makeSubscriber(receiver.url("/other"));
    await emit(id, 300);
    await emit(other.id, 300);
    await jobs.wakeDue();
    await askFor(120 * MINUTE);
    // After 30 s, 1, 2, 4, 8, 16, 32 and 60 minutes, for each of the two.
    expect(executor.events).toHaveLength(2 * 8);
    expect(new Set(idsOfEvents()).size).toBe(2 * 8);
    await executor.settle();
    expect([await tally(id), await tally(other.id)]).toEqual([{ done: 300 }, { done: 300 }]);
    expect(receiver.received).toHaveLength(600);
    await askFor(10 * MINUTE);
    expect(executor.events).toHaveLength(2 * 8);
  });
});

describe("work that Inngest acknowledged and lost", () => {
  it("is requested again by the sweep after half a minute, under a new id", async () => {
    const { id } = await makeSubscriber(receiver.url());
    const { eventId } = await emitOne(id);
    executor.losesEvents = true;
    await jobs.wakeDue();
    executor.losesEvents = false;
    const sweepLater = async (ms: number) => {
      clock.advance(ms);
      const run = await executor.invoke(SWEEP);
      await executor.settle();
      return run.output;
    };
    expect(await sweepLater(29 * SECOND)).toEqual({ woken: 0 });
    expect(await sweepLater(2 * SECOND)).toEqual({ woken: 1 });
    expect(new Set(idsOfEvents()).size).toBe(2);
    expect(receiver.received.map((arrived) => arrived.id)).toEqual([eventId]);
    expect(await messageOf(eventId)).toMatchObject({ state: "done", attempts: 1 });
    expect(await sweepLater(MINUTE)).toEqual({ woken: 0 });
  });

  it("is requested again immediately by a starting waker", async () => {
    const { id } = await makeSubscriber(receiver.url());
    await emit(id);
    executor.losesEvents = true;
    await askFor(60 * MINUTE);
    executor.losesEvents = false;
    const server = executor.work(2);
    const waker = wakers.startWaker();
    try {
      await until("it is delivered", async () => (await tally(id)).done === 1);
    } finally {
      await Promise.all([waker.stop(), server.stop()]);
    }
  });

  it("is requested again when the run died in the middle of its work", async () => {
    const { id } = await makeSubscriber(receiver.url());
    const held = gate();
    await emit(id, 100);
    receiver.answer(() => held.opened.then(() => 200));
    await jobs.wakeDue();
    const server = executor.work(1);
    await receiver.wait("it is at work", ({ length }) => length === 64);
    // The other 36 are still due, and no worker holds them any more.
    executor.runs.splice(0);
    clock.advance(16 * SECOND);
    expect(await jobs.wakeDue()).toBe(1);
    held.open();
    await server.stop();
  });
});

describe("an Inngest that does not accept events", () => {
  const logged = async () => {
    const { log } = await import("@/lib/kernel/log");
    return vi.spyOn(log, "warn").mockImplementation(() => undefined);
  };

  it("and refuses the event key is reported as such; the same event id is sent again and does not count as a wake-up", async () => {
    const { id } = await makeSubscriber(receiver.url());
    await emit(id);
    const warn = await logged();
    const refused = await sends("refused");
    executor.isRefusing = true;
    expect(await jobs.wakeDue()).toBeNull();
    expect(warn).toHaveBeenCalledWith(expect.anything(), "Inngest refuses INNGEST_EVENT_KEY, trying again");
    expect(await sends("refused")).toBe(refused + 1);
    const [{ wakeId, wakes } = { wakeId: "", wakes: -1 }] = await db().outboxWake.findMany();
    expect(wakes).toBe(0);
    executor.isRefusing = false;
    expect(await jobs.wakeDue()).toBe(1);
    expect(idsOfEvents()).toEqual([wakeId]);
    expect(await db().outboxWake.findMany()).toMatchObject([{ wakeId, wakes: 1, isAcknowledged: true }]);
  });

  it("and hangs is given up after a timeout, logged, counted, and contacted again with the same event id", async () => {
    const { id } = await makeSubscriber(receiver.url());
    await emit(id);
    const warn = await logged();
    const timedOut = await sends("timed_out");
    executor.isSilent = true;
    expect(await jobs.wakeDue(50)).toBeNull();
    expect(warn).toHaveBeenCalledWith(expect.anything(), "Inngest does not respond, trying again");
    expect(await sends("timed_out")).toBe(timedOut + 1);
    const [{ wakeId } = { wakeId: "" }] = await db().outboxWake.findMany();
    executor.isSilent = false;
    expect(await jobs.wakeDue()).toBe(1);
    expect(idsOfEvents()).toEqual([wakeId]);
  });

  it("does not affect requests, and unsent events are sent later", async () => {
    const organization = await makeOrganization();
    await organization.client.put("", { webhook_url: receiver.url() });
    const template = await makeTemplate(organization);
    await db().outboxMessage.deleteMany();
    await logged();
    executor.isSilent = true;
    const waker = wakers.startWaker();
    try {
      // A request that waited for Inngest would never get a response.
      const answer = await organization.client.post("/badges", badgeBody(template.id));
      expect(answer.status).toBe(201);
      await until("Inngest is asked", () => executor.unanswered > 0);
      const failed = await sends("not_reached");
      await executor.stop();
      executor.isSilent = false;
      await until("it is down", async () => (await sends("not_reached")) > failed);
      expect(executor.events).toHaveLength(0);
      await executor.start();
      await until("it is sent", () =>
        executor.events.some(({ data }) => data.queue === `webhook/${organization.id}`),
      );
      await executor.settle();
      expect(receiver.received).toHaveLength(1);
    } finally {
      await waker.stop();
    }
  });
});

describe("shutting down a server process", () => {
  const shared = globalThis as { badgesWork?: unknown };

  it("takes no more messages, and waits for the running attempts", async () => {
    const { stopProcessing: endWork } = await import("@/lib/kernel/outbox/process-due");
    const { id } = await makeSubscriber(receiver.url());
    const held = gate();
    receiver.answer(() => held.opened.then(() => 200));
    await emit(id, 100);
    await jobs.wakeDue();
    const server = executor.work(1);
    try {
      await receiver.wait("it is at work", ({ length }) => length === 64);
      let hasEnded = false;
      const ended = endWork().then(() => (hasEnded = true));
      await emit(id);
      expect(hasEnded).toBe(false);
      held.open();
      await ended;
      expect(await tally(id)).toEqual({ done: 64, due: 37 });
      expect(receiver.received).toHaveLength(64);
    } finally {
      held.open();
      delete shared.badgesWork;
      await server.stop();
    }
  });
});
