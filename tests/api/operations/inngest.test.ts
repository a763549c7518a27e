import { InngestTestEngine } from "@inngest/test";
import { describe, expect, it, vi } from "vitest";
import { hourlyJobs } from "@/lib/operations/jobs/list";
import { db } from "@/lib/kernel/db";
import { line, createStartedImport, table } from "../../support/badges/badge-imports";
import { createTestOrganization } from "../../support/builders";
import { serveRoute, buildSignature, type RouteHandlers } from "../../support/operations/inngest-executor";
import {
  clock,
  DUE,
  buildDueData,
  endpoint,
  executor,
  jobs,
  receiver,
  SIGNING_KEY,
  useInngest,
  WORK,
} from "../../support/operations/inngest-setting";
import {
  recordTestEvents,
  recordTestEvent,
  createSubscriber,
  findWebhookMessage,
  countMessagesByState,
} from "../../support/delivery/outbox";
import { until } from "../../support/until";
import { createGate } from "../../support/delivery/webhook-receiver";

const SECOND = 1_000;

useInngest();

/** Sends wake-ups and runs Inngest at each due time until the message is done. Returns the due times of its retries. */
async function processQueue(eventId: string): Promise<Date[]> {
  const times: Date[] = [];
  for (;;) {
    await jobs.wakeDue();
    await executor.runQueued();
    const message = await findWebhookMessage(eventId);
    if (message?.state !== "due") return times;
    times.push(message.nextAttemptAt);
    clock.set(new Date(message.nextAttemptAt.getTime() - 1));
    expect(await jobs.wakeDue()).toBe(0);
    clock.set(message.nextAttemptAt);
  }
}

describe("the function, in Inngest's own test engine", () => {
  const createEngine = (organizationId: string | null, kind?: string) =>
    new InngestTestEngine({
      function: jobs.workQueue,
      events: [{ name: DUE, data: buildDueData(organizationId, kind) }],
    });

  it("delivers everything that is due in one run, and nothing of another organization", async () => {
    const { id } = await createSubscriber(receiver.url());
    const other = await createSubscriber(receiver.url("/other"));
    await recordTestEvents(id, 200);
    await recordTestEvents(other.id, 3);
    expect((await createEngine(id).execute()).result).toEqual({ turns: 1 });
    expect([await countMessagesByState(id), await countMessagesByState(other.id)]).toEqual([
      { done: 200 },
      { due: 3 },
    ]);
  });

  it("delivers everything that is due of all organizations and of the installation in one run", async () => {
    const organizations = [await createSubscriber(receiver.url()), await createSubscriber(receiver.url())];
    for (const { id } of organizations) await recordTestEvents(id, 20);
    const first = await db().outboxMessage.findFirstOrThrow();
    await db().outboxMessage.update({ where: { id: first.id }, data: { organizationId: null } });
    expect((await createEngine(null).execute()).result).toEqual({ turns: 1 });
    expect(await db().outboxMessage.groupBy({ by: ["state"], _count: true })).toEqual([
      { state: "done", _count: 40 },
    ]);
  });

  it("ends when an attempt failed: its next time is in the queue", async () => {
    const { id } = await createSubscriber(receiver.url());
    const { eventId } = await recordTestEvent(id);
    receiver.script(500);
    expect((await createEngine(id).execute()).result).toEqual({ turns: 1 });
    const message = await findWebhookMessage(eventId);
    expect(message).toMatchObject({ state: "due", attempts: 1 });
    clock.set(message?.nextAttemptAt ?? clock.now());
    expect((await createEngine(id).execute()).result).toEqual({ turns: 1 });
    expect(receiver.received.map((arrived) => arrived.id)).toEqual([eventId, eventId]);
  });

  it("runs an import to its end", async () => {
    const organization = await createTestOrganization();
    const file = table(...Array.from({ length: 260 }, () => line()));
    const { id } = await createStartedImport(organization, { file });
    await createEngine(organization.id, "badge_import").execute();
    const { data } = await organization.client.get(`/badge_imports/${id}`);
    expect(data).toMatchObject({ state: "done", issued_count: 260 });
  });

  it("does nothing when nothing is due", async () => {
    const { id } = await createSubscriber(receiver.url());
    const { deliver } = await recordTestEvent(id);
    await deliver();
    expect((await createEngine(id).execute()).result).toEqual({ turns: 1 });
    expect(receiver.received).toHaveLength(1);
  });
});

describe("a delivery over the endpoint", () => {
  it("that fails twice and then succeeds needs exactly three attempts at the scheduled times", async () => {
    const { id } = await createSubscriber(receiver.url());
    const { eventId } = await recordTestEvent(id);
    receiver.script(500, "reset");
    const began = clock.now();
    const [first, second, ...others] = await processQueue(eventId);
    expect(others).toEqual([]);
    const pauses = [
      (first?.getTime() ?? 0) - began.getTime(),
      (second?.getTime() ?? 0) - (first?.getTime() ?? 0),
    ];
    expect(pauses[0]).toBeGreaterThanOrEqual(5 * SECOND);
    expect(pauses[0]).toBeLessThanOrEqual(5.5 * SECOND);
    expect(pauses[1]).toBeGreaterThanOrEqual(30 * SECOND);
    expect(pauses[1]).toBeLessThanOrEqual(33 * SECOND);
    expect(receiver.received.map((arrived) => arrived.id)).toEqual([eventId, eventId, eventId]);
    const message = await findWebhookMessage(eventId);
    expect(message).toMatchObject({ state: "done", attempts: 3 });
    expect(message?.webhookAttempts.map(({ attemptedAt }) => attemptedAt)).toEqual([began, first, second]);
    expect(executor.runs.map(({ state, steps }) => ({ state, steps }))).toEqual(
      Array.from({ length: 3 }, () => ({ state: "done", steps: ["turn-1"] })),
    );
  });

  it("is requested by one event for all organizations and one for each with a large backlog, with ids only", async () => {
    const { id } = await createSubscriber(receiver.url());
    const others = [await createSubscriber(receiver.url()), await createSubscriber(receiver.url())];
    await recordTestEvents(id, 300);
    for (const other of others) await recordTestEvents(other.id, 5);
    expect(await jobs.wakeDue()).toBe(2);
    expect(await jobs.wakeDue()).toBe(0);
    expect(executor.events.map(({ name, data }) => ({ name, data }))).toEqual(
      expect.arrayContaining([
        { name: DUE, data: buildDueData() },
        { name: DUE, data: buildDueData(id) },
      ]),
    );
    expect(Object.keys(executor.events[0]?.data ?? {}).toSorted()).toEqual([
      "kind",
      "organizationId",
      "queue",
    ]);
    await executor.runQueued();
    expect(await countMessagesByState(id)).toEqual({ done: 300 });
    for (const other of others) expect(await countMessagesByState(other.id)).toEqual({ done: 5 });
    expect(await jobs.wakeDue()).toBe(0);
  });

  it("that several runs work on (an event came twice) is sent once", async () => {
    const { id } = await createSubscriber(receiver.url());
    const events = await recordTestEvents(id, 100);
    for (const copy of ["one", "two", "three"])
      executor.begin(WORK, { id: copy, name: DUE, data: buildDueData(id) });
    const working = executor.work(3);
    await until("all runs are done", () => executor.runs.every(({ state }) => state === "done"));
    await working.stop();
    expect(receiver.received.map((arrived) => arrived.id).toSorted()).toEqual(events.toSorted());
  });

  it("delayed by its receiver does not delay mails of the same organization, nor other organizations", async () => {
    const organization = await createTestOrganization();
    await organization.client.put("", { webhook_url: receiver.url("/slow") });
    const other = await createSubscriber(receiver.url("/quick"));
    const barrier = createGate();
    receiver.answer(({ path }) => (path === "/slow" ? barrier.opened.then(() => 200) : 200));
    await db().outboxMessage.deleteMany();
    await recordTestEvents(organization.id, 300);
    await jobs.wakeDue();
    const working = executor.work(8);
    try {
      await receiver.wait("the slow receiver is full", () => receiver.of("/slow").length >= 64);
      const file = table(...Array.from({ length: 3 }, () => line()));
      const started = await createStartedImport(organization, { file });
      await recordTestEvents(other.id, 20);
      await jobs.wakeDue();
      await until("others are done", async () => (await countMessagesByState(other.id)).done === 20);
      await until("other work of the same organization is done", async () => {
        const { data } = await organization.client.get(`/badge_imports/${started.id}`);
        return data.state === "done";
      });
    } finally {
      barrier.open();
      await working.stop();
    }
  });
});

describe("the hourly job", () => {
  it("is served, and repeated until nothing is left", async () => {
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

  it("refuses a request that is unsigned, wrongly signed, too old, or signed for another body", async () => {
    const { id } = await createSubscriber(receiver.url());
    await recordTestEvents(id);
    const event = { name: DUE, data: buildDueData(id) };
    const forged = { ...body, event, events: [event] };
    const old = new Date(Date.now() - 10 * 60 * SECOND);
    const signatures = [
      "",
      "t=1&s=00",
      buildSignature(forged, "signkey-test-ffffffffffffffffffffffffffffffff"),
      buildSignature(forged, SIGNING_KEY, old),
      buildSignature(body, SIGNING_KEY),
    ];
    for (const signature of signatures) {
      const response = await executor.post(WORK, forged, signature);
      expect(response.status, signature).toBe(401);
    }
    expect((await fetch(endpoint.url)).status).toBe(401);
    expect(receiver.received).toHaveLength(0);
    expect((await executor.post(WORK, forged)).status).toBe(206);
    expect(receiver.received).toHaveLength(1);
  });

  it("registers when Inngest requests it, under APP_URL, whatever Host the request names", async () => {
    const headers = {
      "x-forwarded-host": "evil.example",
      "x-inngest-signature": buildSignature({}, SIGNING_KEY),
    };
    const response = await fetch(endpoint.url, { method: "PUT", headers, body: "{}" });
    expect(response.status).toBe(200);
    expect(executor.registrations).toMatchObject([{ url: "http://localhost:3000/api/inngest" }]);
    expect(JSON.stringify(executor.registrations)).not.toMatch(/evil|127\.0\.0\.1/);
  });

  it("registers under INNGEST_SERVE_ORIGIN when Inngest reaches the service at another address than users", async () => {
    process.env.INNGEST_SERVE_ORIGIN = "http://web:3000/";
    try {
      vi.resetModules();
      const inner = await serveRoute((await import("@/app/api/inngest/route")) as unknown as RouteHandlers);
      const headers = { "x-inngest-signature": buildSignature({}, SIGNING_KEY) };
      const response = await fetch(inner.url, { method: "PUT", headers, body: "{}" });
      expect(response.status).toBe(200);
      await inner.close();
    } finally {
      delete process.env.INNGEST_SERVE_ORIGIN;
      vi.resetModules();
    }
    expect(executor.registrations).toMatchObject([{ url: "http://web:3000/api/inngest" }]);
    expect(JSON.stringify(executor.registrations)).not.toContain("localhost");
  });

  it("refuses to register for other callers", async () => {
    const wrong = buildSignature({}, "signkey-test-ffffffffffffffffffffffffffffffff");
    for (const headers of [{}, { "x-inngest-signature": wrong }]) {
      const response = await fetch(endpoint.url, { method: "PUT", headers, body: "{}" });
      expect(response.status).toBe(401);
    }
    expect((await fetch(endpoint.url, { method: "PUT" })).status).toBe(401);
    expect(executor.registrations).toEqual([]);
  });

  it("does not exist without Inngest's variables", async () => {
    const variables = ["INNGEST_SIGNING_KEY", "INNGEST_EVENT_KEY", "INNGEST_BASE_URL"] as const;
    const savedVariables = variables.map((name) => [name, process.env[name]] as const);
    for (const name of variables) delete process.env[name];
    try {
      vi.resetModules();
      const absent = await serveRoute((await import("@/app/api/inngest/route")) as unknown as RouteHandlers);
      for (const method of ["GET", "PUT"]) expect((await fetch(absent.url, { method })).status).toBe(404);
      const headers = { "x-inngest-signature": buildSignature(body, SIGNING_KEY) };
      const post = await fetch(`${absent.url}?fnId=${WORK}&stepId=step`, {
        method: "POST",
        headers,
        body: "{}",
      });
      expect(post.status).toBe(404);
      await absent.close();
    } finally {
      Object.assign(process.env, Object.fromEntries(savedVariables));
      vi.resetModules();
    }
  });
});
