import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/db";
import { webhookJob } from "@/lib/delivery/webhooks/jobs";
import { recordEvents } from "@/lib/platform/recording/record-events";
import { newId } from "@/lib/kernel/ids";
import {
  buildDueData,
  clock,
  DUE,
  executor,
  jobs,
  receiver,
  useInngest,
  wakers,
  WORK,
} from "../../support/operations/inngest-setting";
import { startKillableWork } from "../../support/operations/killable-work";
import { countMessagesByState, createSubscriber, recordTestEvents } from "../../support/delivery/outbox";
import { createGate } from "../../support/delivery/webhook-receiver";
import { until } from "../../support/until";

// Inngest with many organizations: how many runs they need, and what one of them takes from the others.

useInngest();

const countDue = () => db().outboxMessage.count({ where: { state: "due" } });

/** Creates organizations with webhooks to a path of their own each. */
async function createSubscribers(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push((await createSubscriber(receiver.url(`/${index}`))).id);
  return ids;
}

/** Records this many events of each organization in one commit. */
const recordEventsOfEach = (organizationIds: string[], count: number): Promise<void> =>
  recordEvents(
    organizationIds.flatMap((organizationId) =>
      Array.from({ length: count }, () => ({
        organizationId,
        eventType: "badge.created" as const,
        subjectId: newId(),
      })),
    ),
  );

/** Runs `work` while Inngest and the waker do. */
async function whileRunning(work: () => Promise<void>): Promise<void> {
  const waker = wakers.startWaker();
  const server = executor.work(8);
  try {
    await work();
  } finally {
    await Promise.all([waker.stop(), server.stop()]);
  }
}

describe("500 organizations with 6 deliveries each", () => {
  it("need a few runs, and an event that is recorded meanwhile does not wait for them", async () => {
    const ids = await createSubscribers(500);
    const fresh = await createSubscriber(receiver.url("/fresh"));
    await recordEventsOfEach(ids, 6);
    const gate = createGate();
    // After the first 500, so that the event is recorded in the middle of the backlog.
    receiver.answer(() => (receiver.received.length > 500 ? gate.opened.then(() => 200) : 200));
    await whileRunning(async () => {
      await receiver.wait("the backlog is being delivered", ({ length }) => length > 500);
      await recordTestEvents(fresh.id);
      gate.open();
      await until("all are delivered", async () => (await countDue()) === 0, 60_000);
    });
    const paths = receiver.received.map(({ path }) => path);
    expect(paths).toHaveLength(3_001);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(3_001);
    // After what three runs had under way, and what one of them had claimed but not sent.
    expect(paths.indexOf("/fresh")).toBeLessThan(500 + 4 * webhookJob.concurrency);
    expect(executor.runs.length).toBeLessThanOrEqual(10);
  });
});

describe("an organization with 3,000 deliveries", () => {
  it("has 64 in progress at most, and does not delay another one with a single delivery", async () => {
    const large = await createSubscriber(receiver.url("/large"));
    const small = await createSubscriber(receiver.url("/small"));
    let inProgress = 0;
    let most = 0;
    const gate = createGate();
    receiver.answer(async ({ path }) => {
      if (path === "/small") return 200;
      inProgress += 1;
      most = Math.max(most, inProgress);
      await gate.opened;
      inProgress -= 1;
      return 200;
    });
    for (let count = 0; count < 3_000; count += 750) await recordTestEvents(large.id, 750);
    // Runs of the version before for one organization, and events that came twice.
    for (const copy of ["one", "two", "three"])
      executor.begin(WORK, { id: copy, name: DUE, data: buildDueData(large.id) });
    for (const copy of ["four", "five"]) executor.begin(WORK, { id: copy, name: DUE, data: buildDueData() });
    await whileRunning(async () => {
      await receiver.wait("it has all its places", () => inProgress >= webhookJob.perOrganization);
      await until(
        "five runs work side by side",
        () => executor.runs.filter(({ state }) => state === "running").length >= 5,
      );
      await recordTestEvents(small.id);
      await until("the other one is done", async () => (await countMessagesByState(small.id)).done === 1);
      gate.open();
      await until("all are delivered", async () => (await countDue()) === 0, 60_000);
    });
    expect(most).toBe(webhookJob.perOrganization);
    expect(receiver.of("/large")).toHaveLength(3_000);
  });

  it("leaves three quarters of the places of work for all organizations free when its receiver does not respond", async () => {
    const slow = await Promise.all(
      ["/slow-1", "/slow-2", "/slow-3"].map((path) => createSubscriber(receiver.url(path))),
    );
    const quick = await createSubscriber(receiver.url("/quick"));
    const gate = createGate();
    receiver.answer(({ path }) => (path === "/quick" ? 200 : gate.opened.then(() => 200)));
    await recordEventsOfEach(
      slow.map(({ id }) => id),
      100,
    );
    await jobs.wakeDue();
    // Only one, so that no other run helps.
    const server = executor.work(1);
    try {
      await receiver.wait("their places are taken", ({ length }) => length >= 3 * 16);
      await recordTestEvents(quick.id, 20);
      await until("the other one is done", async () => (await countMessagesByState(quick.id)).done === 20);
      expect(receiver.received).toHaveLength(3 * 16 + 20);
    } finally {
      gate.open();
      await server.stop();
    }
  });
});

describe("a server that is killed in the middle of a run for many organizations", () => {
  it("loses nothing: when its leases have ended, another run delivers what was left", async () => {
    const ids = await createSubscribers(20);
    await recordEventsOfEach(ids, 10);
    const gate = createGate();
    receiver.answer(() => gate.opened.then(() => 200));
    const folder = await mkdtemp(join(tmpdir(), "work-"));
    try {
      const work = await startKillableWork(folder);
      await receiver.wait(
        "it has as many in progress as it can",
        ({ length }) => length === webhookJob.concurrency,
      );
      await work.kill();
    } finally {
      await rm(folder, { recursive: true });
    }
    expect(await countDue()).toBe(200);
    receiver.answer(200);
    receiver.received.splice(0);
    // From now on the run counts as dead. The leases of its messages end later.
    const { quietUntil } = await db().outboxWake.findFirstOrThrow();
    clock.set(quietUntil);
    expect(await jobs.wakeDue()).toBe(1);
    await executor.runQueued();
    expect(await countDue()).toBe(webhookJob.concurrency);
    const { _max } = await db().outboxMessage.aggregate({ _max: { leasedUntil: true } });
    clock.set(_max.leasedUntil ?? clock.now());
    expect(await jobs.wakeDue()).toBe(1);
    await executor.runQueued();
    expect(await countDue()).toBe(0);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(200);
  });
});

describe("events of the version before", () => {
  it("are worked on as before: those of one organization, and those of the installation, which now mean all", async () => {
    const [one, other] = await createSubscribers(2);
    await recordEventsOfEach([one ?? "", other ?? ""], 3);
    executor.begin(WORK, { id: "one", name: DUE, data: buildDueData(one) });
    await executor.runQueued();
    expect(await countMessagesByState(one ?? "")).toEqual({ done: 3 });
    expect(await countMessagesByState(other ?? "")).toEqual({ due: 3 });
    const data = { ...buildDueData(), queue: "webhook/installation" };
    executor.begin(WORK, { id: "installation", name: DUE, data });
    await executor.runQueued();
    expect(await countMessagesByState(other ?? "")).toEqual({ done: 3 });
  });
});
