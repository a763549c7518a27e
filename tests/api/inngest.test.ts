import { InngestTestEngine } from "@inngest/test";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type * as inngestJobs from "@/lib/jobs/inngest";
import type * as inngestWakers from "@/lib/jobs/waker";
import { hourlyJobs } from "@/lib/jobs/list";
import { db } from "@/lib/kernel/db";
import { line, startImport, table } from "../support/badge-imports";
import { badgeBody, makeOrganization, makeTemplate } from "../support/builders";
import { InngestExecutor, serveRoute, signatureOf, type RouteHandlers } from "../support/inngest-executor";
import { emitOne, makeSubscriber, messageOf, stopClock } from "../support/outbox";
import { until } from "../support/until";
import { startReceiver, type Receiver } from "../support/webhook-receiver";

const SIGNING_KEY = "signkey-test-0123456789abcdef0123456789abcdef";
const SECOND = 1_000;
const WORK = "badges-work-message";
const SWEEP = "badges-sweep";

let receiver: Receiver;
let executor: InngestExecutor;
let endpoint: Awaited<ReturnType<typeof serveRoute>>;
let clock: ReturnType<typeof stopClock>;
// Imported when the environment is set: the client of Inngest reads it when it is made.
let jobs: typeof inngestJobs;
let wakers: typeof inngestWakers;

beforeAll(async () => {
  receiver = await startReceiver();
  executor = newExecutor();
  await executor.start();
  Object.assign(process.env, {
    INNGEST_SIGNING_KEY: SIGNING_KEY,
    INNGEST_EVENT_KEY: "event-key",
    INNGEST_BASE_URL: executor.url,
  });
  jobs = await import("@/lib/jobs/inngest");
  wakers = await import("@/lib/jobs/waker");
  endpoint = await serveRoute((await import("@/app/api/inngest/route")) as unknown as RouteHandlers);
});
afterAll(async () => {
  await Promise.all([receiver.close(), executor.stop(), endpoint.close()]);
});

const newExecutor = () =>
  new InngestExecutor({
    signingKey: SIGNING_KEY,
    now: () => clock.now(),
    endpoint: () => endpoint.url,
    functionOf: () => WORK,
  });

beforeEach(async () => {
  clock = stopClock();
  receiver.received.splice(0);
  receiver.answer(200);
  executor.forget();
  await db().outboxMessage.deleteMany();
});
afterEach(() => vi.restoreAllMocks());

describe("the function, in Inngest's own test engine", () => {
  const eventOf = (id: string, organizationId: string) => ({
    name: "outbox/message.due",
    data: { id, kind: "webhook", organizationId },
  });

  it("delivers in one turn when the receiver answers", async () => {
    const { id } = await makeSubscriber(receiver.url());
    const { eventId, messageId } = await emitOne(id);
    const engine = new InngestTestEngine({ function: jobs.workMessage, events: [eventOf(messageId, id)] });
    const { result } = await engine.execute();
    expect(result).toEqual({ id: messageId, turns: 1 });
    expect(await messageOf(eventId)).toMatchObject({ state: "done" });
  });

  it("returns a failure as data, sleeps until its time, and goes on", async () => {
    const { id } = await makeSubscriber(receiver.url());
    const { eventId, messageId } = await emitOne(id);
    receiver.script(500);
    const wake = async () => clock.set((await messageOf(eventId))?.nextAttemptAt ?? clock.now());
    const steps = [{ id: "until-1", handler: wake }];
    const engine = new InngestTestEngine({
      function: jobs.workMessage,
      events: [eventOf(messageId, id)],
      steps,
    });
    const { result } = await engine.execute();
    expect(result).toEqual({ id: messageId, turns: 2 });
    expect(receiver.received.map((arrived) => arrived.id)).toEqual([eventId, eventId]);
  });

  it("takes an import step by step, and asks to be woken at once for the next", async () => {
    const organization = await makeOrganization();
    const file = table(...Array.from({ length: 260 }, () => line()));
    const { id } = await startImport(organization, { file });
    const { id: messageId } = await db().outboxMessage.findFirstOrThrow({ where: { subjectId: id } });
    const event = {
      name: "outbox/message.due",
      data: { id: messageId, kind: "badge_import", organizationId: organization.id },
    };
    const steps = [{ id: "until-1", handler: () => undefined }];
    const engine = new InngestTestEngine({ function: jobs.workMessage, events: [event], steps });
    expect((await engine.execute()).result).toEqual({ id: messageId, turns: 2 });
    const { data } = await organization.client.get(`/badge_imports/${id}`);
    expect(data).toMatchObject({ state: "done", issued_count: 260 });
  });

  it("has nothing to do for a message that is finished or gone", async () => {
    const { id } = await makeSubscriber(receiver.url());
    const { messageId, deliver } = await emitOne(id);
    await deliver();
    const done = new InngestTestEngine({ function: jobs.workMessage, events: [eventOf(messageId, id)] });
    expect((await done.execute()).result).toEqual({ id: messageId, turns: 1 });
    await db().outboxMessage.deleteMany();
    const gone = new InngestTestEngine({ function: jobs.workMessage, events: [eventOf(messageId, id)] });
    expect((await gone.execute()).result).toEqual({ id: messageId, turns: 1 });
    expect(receiver.received).toHaveLength(1);
  });
});

describe("a delivery over the endpoint", () => {
  it("that fails twice and then succeeds takes exactly three attempts at the scheduled times", async () => {
    const { id } = await makeSubscriber(receiver.url());
    const { eventId } = await emitOne(id);
    receiver.script(500, "reset");
    const began = clock.now();
    expect(await jobs.wakeDue()).toBe(1);
    const wakes: Date[] = [];
    await executor.settle();
    for (let next = executor.nextWake(); next; next = executor.nextWake()) {
      clock.set(new Date(next.getTime() - 1));
      await executor.settle();
      expect(receiver.received).toHaveLength(wakes.length + 1);
      wakes.push(next);
      clock.set(next);
      await executor.settle();
    }
    const [first, second] = wakes.map((time) => time.getTime()) as [number, number];
    expect(wakes).toHaveLength(2);
    expect(first - began.getTime()).toBeGreaterThanOrEqual(5 * SECOND);
    expect(first - began.getTime()).toBeLessThanOrEqual(5.5 * SECOND);
    expect(second - first).toBeGreaterThanOrEqual(30 * SECOND);
    expect(second - first).toBeLessThanOrEqual(33 * SECOND);
    expect(receiver.received.map((arrived) => arrived.id)).toEqual([eventId, eventId, eventId]);
    const message = await messageOf(eventId);
    expect(message).toMatchObject({ state: "done", attempts: 3 });
    const times = [began, ...wakes];
    expect(message?.webhookAttempts.map(({ attemptedAt }) => attemptedAt)).toEqual(times);
    expect(executor.runs).toMatchObject([
      { state: "done", steps: ["attempt-1", "until-1", "attempt-2", "until-2", "attempt-3"] },
    ]);
  });

  it("carries ids alone to Inngest, and is woken once", async () => {
    const { id } = await makeSubscriber(receiver.url());
    const { messageId } = await emitOne(id);
    await jobs.wakeDue();
    expect(await jobs.wakeDue()).toBe(0);
    expect(executor.events).toMatchObject([
      {
        id: `${messageId}:0:0`,
        name: "outbox/message.due",
        data: { id: messageId, kind: "webhook", organizationId: id },
      },
    ]);
    expect(Object.keys(executor.events[0]?.data ?? {}).toSorted()).toEqual(["id", "kind", "organizationId"]);
  });

  it("that two runs work on (an event came twice) is made once", async () => {
    const { id } = await makeSubscriber(receiver.url());
    const { eventId, messageId } = await emitOne(id);
    receiver.script(500);
    const data = { id: messageId, kind: "webhook", organizationId: id };
    for (const copy of ["one", "two"]) executor.begin(WORK, { id: copy, name: "outbox/message.due", data });
    await executor.settle();
    for (let next = executor.nextWake(); next; next = executor.nextWake()) {
      clock.set(next);
      await executor.settle();
    }
    expect(receiver.received.map((arrived) => arrived.id)).toEqual([eventId, eventId]);
    expect(executor.runs.map(({ state }) => state)).toEqual(["done", "done"]);
  });
});

describe("the hourly work", () => {
  it("is served, and repeated turn by turn until nothing is left", async () => {
    expect(jobs.hourly).toHaveLength(hourlyJobs.length);
    for (const { id } of hourlyJobs) {
      const run = await executor.invoke(`badges-${id}`);
      expect(run).toMatchObject({ state: "done", output: { turns: 1 }, steps: ["turn-1"] });
    }
    const job = hourlyJobs.find(({ id }) => id === "remind-of-expirations");
    const engine = new InngestTestEngine({
      function: jobs.hourly[hourlyJobs.findIndex((one) => one === job)] as (typeof jobs.hourly)[number],
      events: [{ name: "inngest/scheduled.timer", data: {} }],
      steps: [{ id: "turn-1", handler: () => true }],
    });
    expect((await engine.execute()).result).toEqual({ turns: 2 });
  });
});

describe("the endpoint", () => {
  const body = {
    version: 2,
    event: { name: "x", data: {} },
    events: [],
    steps: {},
    ctx: { run_id: "1", attempt: 0 },
  };

  it("refuses a request that is not signed, or wrongly, or long ago, or for another body", async () => {
    const { id } = await makeSubscriber(receiver.url());
    const { messageId } = await emitOne(id);
    const event = {
      name: "outbox/message.due",
      data: { id: messageId, kind: "webhook", organizationId: id },
    };
    const forged = { ...body, event, events: [event] };
    const old = new Date(Date.now() - 10 * 60 * SECOND);
    const signatures = [
      "",
      "t=1&s=00",
      signatureOf(forged, "signkey-test-ffffffffffffffffffffffffffffffff"),
      signatureOf(forged, SIGNING_KEY, old),
      signatureOf(body, SIGNING_KEY),
    ];
    for (const signature of signatures) {
      const answer = await executor.post(WORK, forged, signature);
      expect(answer.status, signature).toBe(401);
    }
    expect((await fetch(endpoint.url)).status).toBe(401);
    expect(receiver.received).toHaveLength(0);
    expect((await executor.post(WORK, forged)).status).toBe(206);
    expect(receiver.received).toHaveLength(1);
  });

  it("registers when Inngest asks for it, under APP_URL, whatever Host the request names", async () => {
    const headers = {
      "x-forwarded-host": "evil.example",
      "x-inngest-signature": signatureOf({}, SIGNING_KEY),
    };
    const answer = await fetch(endpoint.url, { method: "PUT", headers, body: "{}" });
    expect(answer.status).toBe(200);
    expect(executor.registrations).toMatchObject([{ url: "http://localhost:3000/api/inngest" }]);
    expect(JSON.stringify(executor.registrations)).not.toMatch(/evil|127\.0\.0\.1/);
  });

  it("registers for nobody else", async () => {
    const wrong = signatureOf({}, "signkey-test-ffffffffffffffffffffffffffffffff");
    for (const headers of [{}, { "x-inngest-signature": wrong }]) {
      const answer = await fetch(endpoint.url, { method: "PUT", headers, body: "{}" });
      expect(answer.status).toBe(401);
    }
    expect((await fetch(endpoint.url, { method: "PUT" })).status).toBe(401);
    expect(executor.registrations).toEqual([]);
  });

  it("is not there without Inngest's variables", async () => {
    const variables = ["INNGEST_SIGNING_KEY", "INNGEST_EVENT_KEY", "INNGEST_BASE_URL"] as const;
    const kept = variables.map((name) => [name, process.env[name]] as const);
    for (const name of variables) delete process.env[name];
    try {
      vi.resetModules();
      const absent = await serveRoute((await import("@/app/api/inngest/route")) as unknown as RouteHandlers);
      for (const method of ["GET", "PUT"]) expect((await fetch(absent.url, { method })).status).toBe(404);
      const headers = { "x-inngest-signature": signatureOf(body, SIGNING_KEY) };
      const post = await fetch(`${absent.url}?fnId=${WORK}&stepId=step`, {
        method: "POST",
        headers,
        body: "{}",
      });
      expect(post.status).toBe(404);
      await absent.close();
    } finally {
      Object.assign(process.env, Object.fromEntries(kept));
      vi.resetModules();
    }
  });
});

describe("the sweep", () => {
  it("finds a message whose wake-up was lost: the same event id at first, a new one later", async () => {
    const { id } = await makeSubscriber(receiver.url());
    const { eventId, messageId } = await emitOne(id);
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
    expect(await sweepLater(60 * SECOND)).toEqual({ woken: 1 });
    expect(receiver.received).toHaveLength(0);
    expect(await sweepLater(60 * SECOND)).toEqual({ woken: 1 });
    const ids = executor.events.map((event) => event.id);
    expect(ids.slice(0, 3)).toEqual([`${messageId}:0:0`, `${messageId}:0:0`, `${messageId}:0:0`]);
    expect(ids[3]).not.toBe(ids[0]);
    expect(ids).toHaveLength(4);
    expect(receiver.received.map((arrived) => arrived.id)).toEqual([eventId]);
    expect(await messageOf(eventId)).toMatchObject({ state: "done", attempts: 1 });
    expect(await sweepLater(60 * SECOND)).toEqual({ woken: 0 });
  });

  it("takes over a run that was lost while it slept", async () => {
    const { id } = await makeSubscriber(receiver.url());
    const { eventId, messageId } = await emitOne(id);
    receiver.script(500);
    await jobs.wakeDue();
    await executor.settle();
    executor.runs.splice(0);
    const { nextAttemptAt } = (await messageOf(eventId)) ?? {};
    clock.set(new Date((nextAttemptAt?.getTime() ?? 0) + 31 * SECOND));
    await executor.invoke(SWEEP);
    await executor.settle();
    expect(executor.events.map((event) => event.id)).toEqual([`${messageId}:0:0`, `${messageId}:0:1`]);
    expect(await messageOf(eventId)).toMatchObject({ state: "done", attempts: 2 });
  });
});

describe("while the Inngest server hangs, and then is down", () => {
  it("requests do not notice, and what was not sent is sent later", async () => {
    const organization = await makeOrganization();
    await organization.client.put("", { webhook_url: receiver.url() });
    const template = await makeTemplate(organization);
    await db().outboxMessage.deleteMany();
    executor.isSilent = true;
    const waker = wakers.startWaker();
    try {
      // A request that waited for Inngest would never be answered.
      const answer = await organization.client.post("/badges", badgeBody(template.id));
      expect(answer.status).toBe(201);
      await until("Inngest is asked", () => executor.unanswered > 0);
      await executor.stop();
      executor.isSilent = false;
      const woken = await until("the waker has tried", () =>
        db().outboxMessage.findFirst({ where: { kind: "webhook", wakes: 1 } }),
      );
      await expect(jobs.inngest.send({ name: "probe" })).rejects.toThrow("fetch failed");
      expect(executor.events).toHaveLength(0);
      await executor.start();
      clock.advance(31 * SECOND);
      await until("it is sent", () => executor.events.some(({ data }) => data.id === woken.id));
      await executor.settle();
      expect(receiver.received.map((arrived) => arrived.id)).toContain(woken.subjectId);
    } finally {
      await waker.stop();
    }
  });
});
