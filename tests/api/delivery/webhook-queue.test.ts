import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/kernel/db";
import { claimDue } from "@/lib/kernel/outbox/claim";
import { readOutboxDepth } from "@/lib/kernel/outbox/depth";
import type { DetailedResult, Job } from "@/lib/kernel/outbox/worker";
import { webhookJob } from "@/lib/delivery/webhooks/jobs";
import {
  emit,
  emitOne,
  makeSubscriber,
  messageOf,
  startWorker,
  stopClock,
  tally,
} from "../../support/delivery/outbox";
import { claimOne } from "../../support/delivery/run-message";
import { until } from "../../support/until";
import { gate, startReceiver, type Received, type Receiver } from "../../support/delivery/webhook-receiver";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

let receiver: Receiver;
const workers: { stop: () => Promise<void> }[] = [];

/** A worker that is stopped at the end of the test. */
function work(job?: Job) {
  const worker = startWorker(job);
  workers.push(worker);
  return worker;
}

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());
beforeEach(async () => {
  receiver.received.splice(0);
  receiver.answer(200);
  await db().outboxMessage.deleteMany();
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  vi.restoreAllMocks();
});

const idsOf = (received: Received[]) => received.map(({ id }) => id).toSorted();
const isDone = (organizationId: string, count: number) =>
  until(`${count} messages are done`, async () => (await tally(organizationId)).done === count);

describe("a worker", () => {
  it("delivers 200 events once each and records each result", async () => {
    const { id } = await makeSubscriber(receiver.url());
    const events = await emit(id, 200);
    work();
    await isDone(id, 200);
    expect(idsOf(receiver.received)).toEqual(events.toSorted());
    expect(
      await db().webhookAttempt.count({ where: { outboxMessage: { organizationId: id }, status: 200 } }),
    ).toBe(200);
  });

  it("retries failed messages when they are due, and leaves the others", async () => {
    const { id } = await makeSubscriber(receiver.url());
    const clock = stopClock();
    receiver.script(500);
    const { eventId } = await emitOne(id);
    work();
    const failed = await until("the failure is noted", async () => {
      const message = await messageOf(eventId);
      return message?.attempts === 1 && message;
    });
    const other = await makeSubscriber(receiver.url("/other"));
    const [sign] = await emit(other.id);
    await isDone(other.id, 1);
    expect(new Set(idsOf(receiver.received))).toEqual(new Set([eventId, sign]));
    clock.set(failed.nextAttemptAt);
    await isDone(id, 1);
    expect(receiver.of("/hook")).toHaveLength(2);
  });

  it("shares the queue with another one: no message is sent twice while the leases are valid", async () => {
    const { id } = await makeSubscriber(receiver.url());
    const events = await emit(id, 300);
    for (let count = 0; count < 3; count += 1) work();
    await isDone(id, 300);
    expect(idsOf(receiver.received)).toEqual(events.toSorted());
  });

  it("never takes a message that another one holds", async () => {
    const { id } = await makeSubscriber(receiver.url());
    await emit(id, 500);
    const share = { limit: 100, leaseMs: 60_000, perOrganization: 100 };
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimDue("webhook", share)));
    const ids = claims.flat().map((message) => message.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(100);
  });
});

describe("one organization's problems", () => {
  it("do not delay another: a receiver that does not respond, with a backlog", async () => {
    const [slow, quick] = [
      await makeSubscriber(receiver.url("/slow")),
      await makeSubscriber(receiver.url("/quick")),
    ];
    const held = gate();
    receiver.answer(({ path }) => (path === "/slow" ? held.opened.then(() => 200) : 200));
    await emit(slow.id, 400);
    work();
    await receiver.wait(
      "the slow receiver is full",
      () => receiver.of("/slow").length >= webhookJob.perOrganization,
    );
    await emit(quick.id, 50);
    await isDone(quick.id, 50);
    expect(receiver.of("/slow")).toHaveLength(webhookJob.perOrganization);
    held.open();
    await isDone(slow.id, 400);
    expect(receiver.of("/slow")).toHaveLength(400);
  });

  it("do not delay a third one when two hold every slot: the next free slots go to the third", async () => {
    const organizations = [];
    for (const path of ["/one", "/two", "/third"])
      organizations.push(await makeSubscriber(receiver.url(path)));
    const [one, two, third] = organizations.map(({ id }) => id) as [string, string, string];
    const waiting: (() => void)[] = [];
    let isOver = false;
    receiver.answer(({ path }) => {
      if (path === "/third" || isOver) return 200;
      const held = gate();
      waiting.push(held.open);
      return held.opened.then(() => 200);
    });
    await emit(one, 300);
    await emit(two, 300);
    work();
    await receiver.wait("every slot is taken", ({ length }) => length === webhookJob.concurrency);
    await emit(third, 8);
    for (const open of waiting.splice(0, 8)) open();
    await isDone(third, 8);
    expect(
      receiver.received.slice(webhookJob.concurrency, webhookJob.concurrency + 8).map(({ path }) => path),
    ).toEqual(Array.from({ length: 8 }, () => "/third"));
    isOver = true;
    for (const open of waiting) open();
    await isDone(one, 300);
    await isDone(two, 300);
  });

  it("do not delay messages of the installation itself, which belong to no organization", async () => {
    const { id } = await makeSubscriber(receiver.url());
    await emit(id, 50);
    const first = await db().outboxMessage.findFirstOrThrow({ where: { organizationId: id } });
    await db().outboxMessage.update({ where: { id: first.id }, data: { organizationId: null } });
    const claimed = await claimDue("webhook", { limit: 2, leaseMs: 60_000, perOrganization: 10 });
    expect(new Set(claimed.map(({ organizationId }) => organizationId))).toEqual(new Set([id, null]));
  });
});

describe("a worker that dies", () => {
  /** Sends but never records the result. The attempt is remembered for a late return. */
  const dying = () => {
    const attempted: DetailedResult[] = [];
    const writeBatch = (done: DetailedResult[]) => {
      attempted.push(...done);
      return new Promise<void>(() => undefined);
    };
    return { attempted, job: { ...webhookJob, writeBatch } };
  };

  it("is replaced when its lease ends, with the same webhook-id; its late result is ignored", async () => {
    const { id } = await makeSubscriber(receiver.url());
    const clock = stopClock();
    const { eventId, deliver } = await emitOne(id);
    const { attempted, job } = dying();
    startWorker(job);
    await until("the first one has delivered", () => attempted.length === 1);
    const leasedUntil = new Date(clock.now().getTime() + webhookJob.leaseMs);
    expect(await deliver()).toEqual({ nextAttemptAt: leasedUntil });
    clock.set(new Date(leasedUntil.getTime() - 1));
    expect(await deliver()).toEqual({ nextAttemptAt: leasedUntil });
    expect(receiver.received).toHaveLength(1);

    clock.set(leasedUntil);
    work();
    await isDone(id, 1);
    expect(receiver.received.map((arrived) => arrived.id)).toEqual([eventId, eventId]);
    const done = await messageOf(eventId);
    await webhookJob.writeBatch(attempted);
    expect(await messageOf(eventId)).toEqual(done);
    expect(done).toMatchObject({ state: "done", attempts: 1 });
  });

  it("while sending the same message each time is replaced after growing delays; finally the message fails unsent", async () => {
    const { id } = await makeSubscriber(receiver.url());
    const clock = stopClock();
    const { messageId, deliver } = await emitOne(id);
    const leases: number[] = [];
    for (let claims = 1; claims <= 12; claims += 1) {
      await claimOne(messageId, webhookJob.leaseMs);
      const { leasedUntil } = await db().outboxMessage.findUniqueOrThrow({ where: { id: messageId } });
      leases.push((leasedUntil?.getTime() ?? 0) - clock.now().getTime());
      clock.set(leasedUntil ?? clock.now());
      const [depth] = await readOutboxDepth();
      expect(depth).toMatchObject({ due: 1, held: 0, failing: 0 });
    }
    const { leaseMs } = webhookJob;
    expect(leases.slice(0, 4)).toEqual([leaseMs, leaseMs, leaseMs, leaseMs]);
    expect(leases.slice(4, 7)).toEqual([2 * leaseMs, 4 * leaseMs, 8 * leaseMs]);
    expect(Math.max(...leases)).toBeLessThanOrEqual(HOUR);
    clock.set(new Date(clock.now().getTime() - 1));
    expect((await readOutboxDepth())[0]).toMatchObject({ held: 0, failing: 1 });
    clock.advance(1);

    expect(await deliver()).toBeNull();
    const message = await db().outboxMessage.findUniqueOrThrow({ where: { id: messageId } });
    expect(message).toMatchObject({ state: "failed", lastReason: "outcome_not_stored", leasedUntil: null });
    expect(receiver.received).toHaveLength(0);
  });

  it("is not replaced before an attempt can be over", () => {
    expect(webhookJob.leaseMs).toBeGreaterThan(10 * SECOND);
  });
});

describe("stop", () => {
  it("finishes work in progress and takes nothing new", async () => {
    const { id } = await makeSubscriber(receiver.url());
    const held = gate();
    receiver.answer(() => held.opened.then(() => 200));
    const { eventId } = await emitOne(id);
    const worker = work();
    await receiver.wait("the delivery is under way", ({ length }) => length === 1);
    const stopped = worker.stop();
    await emit(id, 5);
    held.open();
    await stopped;
    await worker.running;
    expect(await messageOf(eventId)).toMatchObject({ state: "done", attempts: 1, leasedUntil: null });
    expect(await tally(id)).toEqual({ done: 1, due: 5 });
    expect(receiver.received).toHaveLength(1);
  });

  it("waits for work in progress, however long it takes, so that no other worker sends it again", async () => {
    const { id } = await makeSubscriber(receiver.url());
    const held = gate();
    const { eventId } = await emitOne(id);
    receiver.answer((arrived) => (arrived.id === eventId ? held.opened.then(() => 200) : 200));
    const worker = work();
    await receiver.wait("the delivery is under way", ({ length }) => length === 1);
    let hasStopped = false;
    const stopped = worker.stop().then(() => (hasStopped = true));
    work();
    // The other worker has looked for work once this resolves.
    await emit(id);
    await isDone(id, 1);
    expect([hasStopped, (await messageOf(eventId))?.state]).toEqual([false, "due"]);

    held.open();
    await stopped;
    await isDone(id, 2);
    expect(receiver.received.filter((arrived) => arrived.id === eventId)).toHaveLength(1);
    expect(await messageOf(eventId)).toMatchObject({ state: "done", attempts: 1, leasedUntil: null });
  });
});
