import { describe, expect, it, vi } from "vitest";
import { db } from "@/lib/kernel/db";
import { registry } from "@/lib/platform/metrics/metrics";
import { badgeBody, createTestOrganization, createTemplate } from "../../support/builders";
import {
  clock,
  executor,
  jobs,
  receiver,
  SWEEP,
  useInngest,
  wakers,
} from "../../support/operations/inngest-setting";
import {
  recordTestEvents,
  recordTestEvent,
  createSubscriber,
  findWebhookMessage,
  countMessagesByState,
} from "../../support/delivery/outbox";
import { forgetProcessValue } from "../../support/platform/process-values";
import { until } from "../../support/until";
import { createGate } from "../../support/delivery/webhook-receiver";

// How often Inngest is woken, and what happens to events that it loses, refuses or delays.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

useInngest();

const listEventIds = () => executor.events.map(({ id }) => id);

/** Sends wake-ups as the waker does, every ten seconds of the clock. */
async function wakeForDuration(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 10 * SECOND) {
    clock.advance(10 * SECOND);
    await jobs.wakeDue();
  }
}

/** Requests to Inngest by result, as the metrics count them. */
async function countSends(outcome: string): Promise<number> {
  const metric = await registry().getSingleMetric("inngest_sends_total")?.get();
  return metric?.values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
}

describe("a backlog", () => {
  it("of 1,500 messages needs few events and few runs, and each message is sent once", async () => {
    const { id } = await createSubscriber(receiver.url());
    const events = [...(await recordTestEvents(id, 750)), ...(await recordTestEvents(id, 750))];
    const waker = wakers.startWaker();
    const server = executor.work(8);
    try {
      await until("all are delivered", async () => (await countMessagesByState(id)).done === 1_500, 120_000);
      await until("Inngest rests", () => executor.runs.every(({ state }) => state === "done"));
    } finally {
      await Promise.all([waker.stop(), server.stop()]);
    }
    expect(receiver.received.map((arrived) => arrived.id).toSorted()).toEqual(events.toSorted());
    expect(executor.events.length).toBeLessThan(20);
    expect(executor.runs.length).toBeLessThan(20);
    expect(executor.maxOutstanding).toBeLessThanOrEqual(5);
  });

  it("whose receiver does not respond does not delay later events of another organization", async () => {
    const slow = await createSubscriber(receiver.url("/slow"));
    const quick = await createSubscriber(receiver.url("/quick"));
    const barrier = createGate();
    receiver.answer(({ path }) => (path === "/slow" ? barrier.opened.then(() => 200) : 200));
    await recordTestEvents(slow.id, 500);
    const waker = wakers.startWaker();
    const server = executor.work(8);
    try {
      await receiver.wait("the slow receiver is full", () => receiver.of("/slow").length >= 64);
      await recordTestEvents(quick.id, 10);
      await until("the others are done", async () => (await countMessagesByState(quick.id)).done === 10);
      expect((await countMessagesByState(slow.id)).due).toBe(500);
    } finally {
      barrier.open();
      await waker.stop();
      await server.stop();
    }
  });

  it("that Inngest delays for an hour is requested once a minute for all, and ever more rarely for one organization", async () => {
    const { id } = await createSubscriber(receiver.url());
    const other = await createSubscriber(receiver.url("/other"));
    await recordTestEvents(id, 300);
    await recordTestEvents(other.id, 300);
    await jobs.wakeDue();
    await wakeForDuration(60 * MINUTE);
    const countOf = (organizationId: string | null) =>
      executor.events.filter(({ data }) => data.organizationId === organizationId).length;
    // After 30 s, 1, 2, 4, 8 and 16 minutes.
    expect([countOf(id), countOf(other.id)]).toEqual([7, 7]);
    // At once, after 30 s, then every minute.
    expect(countOf(null)).toBe(2 + 59);
    expect(new Set(listEventIds()).size).toBe(executor.events.length);
    const { length } = executor.events;
    await executor.runQueued();
    expect([await countMessagesByState(id), await countMessagesByState(other.id)]).toEqual([
      { done: 300 },
      { done: 300 },
    ]);
    expect(receiver.received).toHaveLength(600);
    await wakeForDuration(10 * MINUTE);
    expect(executor.events).toHaveLength(length);
  });
});

describe("work that Inngest acknowledged and lost", () => {
  it("is requested again by the sweep after half a minute, under a new id", async () => {
    const { id } = await createSubscriber(receiver.url());
    const { eventId } = await recordTestEvent(id);
    executor.isLosingEvents = true;
    await jobs.wakeDue();
    executor.isLosingEvents = false;
    const sweepAfter = async (ms: number) => {
      clock.advance(ms);
      const run = await executor.invoke(SWEEP);
      await executor.runQueued();
      return run.output;
    };
    expect(await sweepAfter(29 * SECOND)).toEqual({ woken: 0 });
    expect(await sweepAfter(2 * SECOND)).toEqual({ woken: 1 });
    expect(new Set(listEventIds()).size).toBe(2);
    expect(receiver.received.map((arrived) => arrived.id)).toEqual([eventId]);
    expect(await findWebhookMessage(eventId)).toMatchObject({ state: "done", attempts: 1 });
    expect(await sweepAfter(MINUTE)).toEqual({ woken: 0 });
  });

  it("is requested again immediately by a starting waker", async () => {
    const { id } = await createSubscriber(receiver.url());
    await recordTestEvents(id);
    executor.isLosingEvents = true;
    await wakeForDuration(60 * MINUTE);
    executor.isLosingEvents = false;
    const server = executor.work(2);
    const waker = wakers.startWaker();
    try {
      await until("it is delivered", async () => (await countMessagesByState(id)).done === 1);
    } finally {
      await Promise.all([waker.stop(), server.stop()]);
    }
  });

  it("is requested again when the run died in the middle of its work", async () => {
    const { id } = await createSubscriber(receiver.url());
    const barrier = createGate();
    await recordTestEvents(id, 100);
    receiver.answer(() => barrier.opened.then(() => 200));
    await jobs.wakeDue();
    const server = executor.work(1);
    await receiver.wait("it is at work", ({ length }) => length === 16);
    // The others are still due, and no worker holds them any more.
    executor.runs.splice(0);
    clock.advance(16 * SECOND);
    expect(await jobs.wakeDue()).toBe(1);
    barrier.open();
    await server.stop();
  });
});

describe("an Inngest that does not accept events", () => {
  const spyOnWarnings = async () => {
    const { log } = await import("@/lib/kernel/log");
    return vi.spyOn(log, "warn").mockImplementation(() => undefined);
  };

  it("and refuses the event key is reported as such; the same event id is sent again and does not count as a wake-up", async () => {
    const { id } = await createSubscriber(receiver.url());
    await recordTestEvents(id);
    const warn = await spyOnWarnings();
    const refused = await countSends("refused");
    executor.isRefusing = true;
    expect(await jobs.wakeDue()).toBeNull();
    expect(warn).toHaveBeenCalledWith(expect.anything(), "Inngest refuses INNGEST_EVENT_KEY, trying again");
    expect(await countSends("refused")).toBe(refused + 1);
    const [{ wakeId, wakes } = { wakeId: "", wakes: -1 }] = await db().outboxWake.findMany();
    expect(wakes).toBe(0);
    executor.isRefusing = false;
    expect(await jobs.wakeDue()).toBe(1);
    expect(listEventIds()).toEqual([wakeId]);
    expect(await db().outboxWake.findMany()).toMatchObject([{ wakeId, wakes: 1, isAcknowledged: true }]);
  });

  it("and hangs is given up after a timeout, logged, counted, and contacted again with the same event id", async () => {
    const { id } = await createSubscriber(receiver.url());
    await recordTestEvents(id);
    const warn = await spyOnWarnings();
    const timedOut = await countSends("timed_out");
    executor.isSilent = true;
    expect(await jobs.wakeDue(50)).toBeNull();
    expect(warn).toHaveBeenCalledWith(expect.anything(), "Inngest does not respond, trying again");
    expect(await countSends("timed_out")).toBe(timedOut + 1);
    const [{ wakeId } = { wakeId: "" }] = await db().outboxWake.findMany();
    executor.isSilent = false;
    expect(await jobs.wakeDue()).toBe(1);
    expect(listEventIds()).toEqual([wakeId]);
  });

  it("does not affect requests, and unsent events are sent later", async () => {
    const organization = await createTestOrganization();
    await organization.client.put("", { webhook_url: receiver.url() });
    const template = await createTemplate(organization);
    await db().outboxMessage.deleteMany();
    await spyOnWarnings();
    executor.isSilent = true;
    const waker = wakers.startWaker();
    try {
      // A request that waited for Inngest would never get a response.
      const response = await organization.client.post("/badges", badgeBody(template.id));
      expect(response.status).toBe(201);
      await until("Inngest is asked", () => executor.unanswered > 0);
      const failed = await countSends("not_reached");
      await executor.stop();
      executor.isSilent = false;
      await until("it is down", async () => (await countSends("not_reached")) > failed);
      expect(executor.events).toHaveLength(0);
      await executor.start();
      await until("it is sent", () => executor.events.some(({ data }) => data.queue === "webhook/all"));
      await executor.runQueued();
      const events = await db().event.findMany({
        where: { organizationId: organization.id, eventType: "badge.created" },
        select: { id: true },
      });
      expect(receiver.received.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    } finally {
      await waker.stop();
    }
  });
});

describe("shutting down a server process", () => {
  it("takes no more messages, and waits for the running attempts", async () => {
    const { stopProcessing: endWork } = await import("@/lib/kernel/outbox/process-due");
    const { id } = await createSubscriber(receiver.url());
    const barrier = createGate();
    receiver.answer(() => barrier.opened.then(() => 200));
    await recordTestEvents(id, 100);
    await jobs.wakeDue();
    const server = executor.work(1);
    try {
      await receiver.wait("it is at work", ({ length }) => length === 16);
      let hasEnded = false;
      const ended = endWork().then(() => (hasEnded = true));
      await recordTestEvents(id);
      expect(hasEnded).toBe(false);
      barrier.open();
      await ended;
      expect(await countMessagesByState(id)).toEqual({ done: 16, due: 85 });
      expect(receiver.received).toHaveLength(16);
    } finally {
      barrier.open();
      forgetProcessValue("running-work");
      await server.stop();
    }
  });
});
