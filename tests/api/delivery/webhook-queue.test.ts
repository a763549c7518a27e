import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { db, transaction } from "@/lib/kernel/db";
import { takeNamedLock } from "@/lib/kernel/named-lock";
import { claimDue, type ClaimedMessage } from "@/lib/kernel/outbox/claim";
import { readOutboxDepth } from "@/lib/kernel/outbox/depth";
import { Worker, type DetailedResult } from "@/lib/kernel/outbox/worker";
import { webhookJob } from "@/lib/delivery/webhooks/jobs";
import {
  recordTestEvents,
  recordTestEvent,
  createSubscriber,
  findWebhookMessage,
  startWorker,
  stopClock,
  countMessagesByState,
} from "../../support/delivery/outbox";
import { claimMessage } from "../../support/delivery/run-message";
import { until } from "../../support/until";
import {
  createGate,
  startReceiver,
  type Received,
  type Receiver,
} from "../../support/delivery/webhook-receiver";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

let receiver: Receiver;
const workers: { stop: () => Promise<void> }[] = [];

/** A worker that is stopped at the end of the test. */
function startTestWorker(...[job, claim]: Parameters<typeof startWorker>) {
  const worker = startWorker(job, claim);
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

const toIds = (received: Received[]) => received.map(({ id }) => id).toSorted();
const waitUntilDone = (organizationId: string, count: number) =>
  until(
    `${count} messages are done`,
    async () => (await countMessagesByState(organizationId)).done === count,
  );

describe("a worker", () => {
  it("delivers 200 events once each and records each result", async () => {
    const { id } = await createSubscriber(receiver.url());
    const events = await recordTestEvents(id, 200);
    startTestWorker();
    await waitUntilDone(id, 200);
    expect(toIds(receiver.received)).toEqual(events.toSorted());
    expect(
      await db().webhookAttempt.count({ where: { outboxMessage: { organizationId: id }, status: 200 } }),
    ).toBe(200);
  });

  it("stores at once what ends while it claims, without a pause", async () => {
    const { id } = await createSubscriber(receiver.url());
    await recordTestEvents(id, 1);
    let attempted: Promise<unknown> = Promise.resolve();
    const job = {
      ...webhookJob,
      attempt: async (messages: ClaimedMessage[]) => {
        const attempts = await webhookJob.attempt(messages);
        attempted = Promise.all(attempts);
        return attempts;
      },
    };
    let claims = 0;
    await new Promise<void>((resolve) => {
      startTestWorker(job, async (limits) => {
        claims += 1;
        if (claims === 1) return claimDue("webhook", limits);
        if (claims > 2) resolve();
        else {
          await attempted;
          // From here on, no pause ends by itself.
          vi.useFakeTimers({ toFake: ["setTimeout"] });
        }
        return [];
      });
    }).finally(() => vi.useRealTimers());
    expect((await countMessagesByState(id)).done).toBe(1);
  });

  it("retries failed messages when they are due, and leaves the others", async () => {
    const { id } = await createSubscriber(receiver.url());
    const clock = stopClock();
    receiver.script(500);
    const { eventId } = await recordTestEvent(id);
    startTestWorker();
    const failed = await until("the failure is noted", async () => {
      const message = await findWebhookMessage(eventId);
      return message?.attempts === 1 && message;
    });
    const other = await createSubscriber(receiver.url("/other"));
    const [sign] = await recordTestEvents(other.id);
    await waitUntilDone(other.id, 1);
    expect(new Set(toIds(receiver.received))).toEqual(new Set([eventId, sign]));
    clock.set(failed.nextAttemptAt);
    await waitUntilDone(id, 1);
    expect(receiver.of("/hook")).toHaveLength(2);
  });

  it("shares the queue with another one: no message is sent twice while the leases are valid", async () => {
    const { id } = await createSubscriber(receiver.url());
    const events = await recordTestEvents(id, 300);
    for (let count = 0; count < 3; count += 1) startTestWorker();
    await waitUntilDone(id, 300);
    expect(toIds(receiver.received)).toEqual(events.toSorted());
  });

  it("never takes a message that another one holds, nor more of an organization than its places", async () => {
    const { id } = await createSubscriber(receiver.url());
    await recordTestEvents(id, 500);
    const share = { limit: 100, leaseMs: 60_000, perOrganization: 100 };
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimDue("webhook", share)));
    const ids = claims.flat().map((message) => message.id);
    expect(new Set(ids).size).toBe(ids.length);
    // All claims together: 500 are due, and each may take 100.
    expect(ids).toHaveLength(100);
    await db().outboxMessage.updateMany({ data: { leasedUntil: new Date(0) } });
    expect(await claimDue("webhook", { ...share, perOrganization: 7 })).toHaveLength(7);
  });

  it("waits with one connection while another process stands still in a claim", async () => {
    const { id } = await createSubscriber(receiver.url());
    await recordTestEvents(id, 20);
    const gate = createGate();
    const isHeld = createGate();
    const standing = transaction(async () => {
      await takeNamedLock("claim webhook");
      isHeld.open();
      await gate.opened;
    });
    await isHeld.opened;
    const share = { limit: 1, leaseMs: 60_000, perOrganization: 100 };
    const claims = Array.from({ length: 20 }, () => claimDue("webhook", share));
    const countWaiting = async () => {
      const rows = await db().$queryRaw<unknown[]>`
        SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      return rows.length;
    };
    await until("a claim waits", async () => (await countWaiting()) > 0);
    // Each of these takes a connection of the pool.
    await Promise.all(Array.from({ length: 30 }, () => countWaiting()));
    expect(await countWaiting()).toBe(1);
    gate.open();
    await standing;
    expect((await Promise.all(claims)).flat()).toHaveLength(20);
  });

  it("asks for another one once while slow work takes all its places", async () => {
    const { id } = await createSubscriber(receiver.url());
    const gate = createGate();
    receiver.answer(() => gate.opened.then(() => 200));
    const job = { ...webhookJob, concurrency: 10, perOrganization: 10 };
    await recordTestEvents(id, job.concurrency);
    const worker = new Worker(job);
    let asked = 0;
    const running = worker.runFor(60_000, () => {
      asked += 1;
      return Promise.resolve();
    });
    await receiver.wait("every place is taken", ({ length }) => length === job.concurrency);
    await until("it asks", () => asked === 1);
    expect((await countMessagesByState(id)).done).toBeUndefined();
    gate.open();
    expect(await running).toBe(false);
    expect([asked, (await countMessagesByState(id)).done]).toEqual([2, job.concurrency]);
  });
});

describe("one organization's problems", () => {
  it("do not delay another: a receiver that does not respond, with a backlog", async () => {
    const [slow, quick] = [
      await createSubscriber(receiver.url("/slow")),
      await createSubscriber(receiver.url("/quick")),
    ];
    const barrier = createGate();
    receiver.answer(({ path }) => (path === "/slow" ? barrier.opened.then(() => 200) : 200));
    await recordTestEvents(slow.id, 400);
    startTestWorker();
    await receiver.wait(
      "the slow receiver is full",
      () => receiver.of("/slow").length >= webhookJob.perOrganization,
    );
    await recordTestEvents(quick.id, 50);
    await waitUntilDone(quick.id, 50);
    expect(receiver.of("/slow")).toHaveLength(webhookJob.perOrganization);
    barrier.open();
    await waitUntilDone(slow.id, 400);
    expect(receiver.of("/slow")).toHaveLength(400);
  });

  it("do not delay a third one when two hold every slot: the next free slots go to the third", async () => {
    const organizations = [];
    for (const path of ["/one", "/two", "/third"])
      organizations.push(await createSubscriber(receiver.url(path)));
    const [one, two, third] = organizations.map(({ id }) => id) as [string, string, string];
    const waiting: (() => void)[] = [];
    let isOver = false;
    receiver.answer(({ path }) => {
      if (path === "/third" || isOver) return 200;
      const barrier = createGate();
      waiting.push(barrier.open);
      return barrier.opened.then(() => 200);
    });
    await recordTestEvents(one, 300);
    await recordTestEvents(two, 300);
    startTestWorker();
    await receiver.wait("every slot is taken", ({ length }) => length === webhookJob.concurrency);
    await recordTestEvents(third, 8);
    for (const open of waiting.splice(0, 8)) open();
    await waitUntilDone(third, 8);
    expect(
      receiver.received.slice(webhookJob.concurrency, webhookJob.concurrency + 8).map(({ path }) => path),
    ).toEqual(Array.from({ length: 8 }, () => "/third"));
    isOver = true;
    for (const open of waiting) open();
    await waitUntilDone(one, 300);
    await waitUntilDone(two, 300);
  });

  it("do not delay its own other messages when one of them crashes each process that claims it", async () => {
    const { id } = await createSubscriber(receiver.url());
    const [crashing, other] = await recordTestEvents(id, 2);
    const place = { limit: 1, leaseMs: 60_000, perOrganization: 1 };
    const claimNext = async () => (await claimDue("webhook", place)).map(({ subjectId }) => subjectId);
    await db().outboxMessage.updateMany({
      where: { subjectId: other ?? "" },
      data: { nextAttemptAt: new Date(Date.now() + HOUR) },
    });
    for (let claim = 1; claim <= 5; claim += 1) {
      await db().outboxMessage.updateMany({ data: { leasedUntil: null } });
      expect(await claimNext()).toEqual([crashing]);
    }
    await db().outboxMessage.updateMany({
      where: { subjectId: other ?? "" },
      data: { nextAttemptAt: new Date(0) },
    });
    expect(await claimNext()).toEqual([other]);
    // A message that is worked on as usual takes its place.
    await recordTestEvents(id, 1);
    expect(await claimNext()).toEqual([]);
  });

  it("do not delay messages of the installation itself, which belong to no organization", async () => {
    const { id } = await createSubscriber(receiver.url());
    await recordTestEvents(id, 50);
    const first = await db().outboxMessage.findFirstOrThrow({ where: { organizationId: id } });
    await db().outboxMessage.update({ where: { id: first.id }, data: { organizationId: null } });
    const claimed = await claimDue("webhook", { limit: 2, leaseMs: 60_000, perOrganization: 10 });
    expect(new Set(claimed.map(({ organizationId }) => organizationId))).toEqual(new Set([id, null]));
  });
});

describe("a worker that dies", () => {
  /** Sends but never records the result. The attempt is remembered for a late return. */
  const createDyingJob = () => {
    const attempted: DetailedResult[] = [];
    const writeBatch = (done: DetailedResult[]) => {
      attempted.push(...done);
      return new Promise<void>(() => undefined);
    };
    return { attempted, job: { ...webhookJob, writeBatch } };
  };

  it("is replaced when its lease ends, with the same webhook-id; its late result is ignored", async () => {
    const { id } = await createSubscriber(receiver.url());
    const clock = stopClock();
    const { eventId, deliver } = await recordTestEvent(id);
    const { attempted, job } = createDyingJob();
    startWorker(job);
    await until("the first one has delivered", () => attempted.length === 1);
    const leasedUntil = new Date(clock.now().getTime() + webhookJob.leaseMs);
    expect(await deliver()).toEqual({ nextAttemptAt: leasedUntil });
    clock.set(new Date(leasedUntil.getTime() - 1));
    expect(await deliver()).toEqual({ nextAttemptAt: leasedUntil });
    expect(receiver.received).toHaveLength(1);

    clock.set(leasedUntil);
    startTestWorker();
    await waitUntilDone(id, 1);
    expect(receiver.received.map((arrived) => arrived.id)).toEqual([eventId, eventId]);
    const done = await findWebhookMessage(eventId);
    await webhookJob.writeBatch(attempted);
    expect(await findWebhookMessage(eventId)).toEqual(done);
    expect(done).toMatchObject({ state: "done", attempts: 1 });
  });

  it("while sending the same message each time is replaced after growing delays; finally the message fails unsent", async () => {
    const { id } = await createSubscriber(receiver.url());
    const clock = stopClock();
    const { messageId, deliver } = await recordTestEvent(id);
    const leases: number[] = [];
    for (let claims = 1; claims <= 12; claims += 1) {
      await claimMessage(messageId, webhookJob.leaseMs);
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
    const { id } = await createSubscriber(receiver.url());
    const barrier = createGate();
    receiver.answer(() => barrier.opened.then(() => 200));
    const { eventId } = await recordTestEvent(id);
    let stopped: Promise<void> | undefined;
    const worker = startTestWorker(webhookJob, async (limits) => {
      const messages = await claimDue("webhook", limits);
      // Here no claim is under way: one that has begun before `stop` would take what is recorded below.
      if (receiver.received.length > 0) stopped ??= worker.stop();
      return messages;
    });
    await until("it is stopped while the delivery is under way", () => stopped !== undefined);
    await recordTestEvents(id, 5);
    barrier.open();
    await stopped;
    await worker.running;
    expect(await findWebhookMessage(eventId)).toMatchObject({
      state: "done",
      attempts: 1,
      leasedUntil: null,
    });
    expect(await countMessagesByState(id)).toEqual({ done: 1, due: 5 });
    expect(receiver.received).toHaveLength(1);
  });

  it("waits for work in progress, however long it takes, so that no other worker sends it again", async () => {
    const { id } = await createSubscriber(receiver.url());
    const barrier = createGate();
    const { eventId } = await recordTestEvent(id);
    receiver.answer((arrived) => (arrived.id === eventId ? barrier.opened.then(() => 200) : 200));
    const worker = startTestWorker();
    await receiver.wait("the delivery is under way", ({ length }) => length === 1);
    let hasStopped = false;
    const stopped = worker.stop().then(() => (hasStopped = true));
    startTestWorker();
    // The other worker has looked for work once this resolves.
    await recordTestEvents(id);
    await waitUntilDone(id, 1);
    expect([hasStopped, (await findWebhookMessage(eventId))?.state]).toEqual([false, "due"]);

    barrier.open();
    await stopped;
    await waitUntilDone(id, 2);
    expect(receiver.received.filter((arrived) => arrived.id === eventId)).toHaveLength(1);
    expect(await findWebhookMessage(eventId)).toMatchObject({
      state: "done",
      attempts: 1,
      leasedUntil: null,
    });
  });
});
