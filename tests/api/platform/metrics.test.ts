import { EventEmitter } from "node:events";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { GET } from "@/app/metrics/route";
import { respondWithMetrics } from "@/lib/platform/installation/metrics";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { registry } from "@/lib/platform/metrics/metrics";
import type { MetricsMessage } from "@/lib/platform/metrics/process-metrics";
import { makeOrganization, type TestOrganization } from "../../support/builders";
import { basic, send } from "../../support/http/client";
import { sql } from "../../support/platform/database";
import { emitOne, stopClock } from "../../support/delivery/outbox";
import { startReceiver, type Receiver } from "../../support/delivery/webhook-receiver";

const TOKEN = "a-token-for-the-scraper";
let organization: TestOrganization;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  organization = await makeOrganization();
  await organization.client.put("/webhook_settings", { webhook_url: receiver.url() });
});
afterAll(() => receiver.close());
afterEach(() => {
  delete env().METRICS_TOKEN;
  vi.restoreAllMocks();
});

const ask = (authorization?: string) =>
  GET(new Request("http://localhost:3000/metrics", { headers: authorization ? { authorization } : {} }));

async function scrape(): Promise<string> {
  env().METRICS_TOKEN = TOKEN;
  const response = await ask(`Bearer ${TOKEN}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  return response.text();
}

/** The value of the line that begins with `start`; 0 when there is none. */
const valueOf = (text: string, start: string): number =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(start))
      ?.split(" ")
      .at(-1) ?? 0,
  );

describe("GET /metrics", () => {
  it("404: while METRICS_TOKEN is not set, whatever token is sent", async () => {
    expect((await ask()).status).toBe(404);
    expect((await ask("Bearer undefined")).status).toBe(404);
  });

  it("401: without the token, or with another one", async () => {
    env().METRICS_TOKEN = TOKEN;
    const others = [undefined, "Bearer", `Bearer ${TOKEN}x`, basic(TOKEN).authorization, `Token ${TOKEN}`];
    for (const authorization of others) {
      const response = await ask(authorization);
      expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
      expect(await response.text()).toBe("");
    }
  });

  it("200: requests by route and status, and never an id of a path", async () => {
    const of = (status: number, route: string) =>
      `http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`;
    const badges = "/organizations/[organization_id]/badges";
    const badge = `${badges}/[badge_id]`;
    const nothing = "/organizations/[organization_id]/[...unknown]";
    const before = await scrape();
    const path = `/v1/organizations/${organization.id}`;
    const headers = basic(organization.authorization_token);
    await send("GET", `${path}/badges`, { headers });
    await send("GET", `${path}/badges/?per=1`, { headers });
    await send("GET", `${path}/badges`);
    await send("GET", `${path}/badges/0190a5b4-0000-7000-8000-000000000000`, { headers });
    await send("GET", `${path}/0190a5b4/secret-name`, { headers });
    const after = await scrape();
    const grown = (line: string) => valueOf(after, line) - valueOf(before, line);
    expect(grown(of(200, badges))).toBe(2);
    expect(grown(of(401, badges))).toBe(1);
    expect(grown(of(404, badge))).toBe(1);
    expect(grown(of(404, nothing))).toBe(1);
    expect(after).not.toContain(organization.id);
    expect(after).not.toContain("secret-name");
    expect(after).toContain("process_resident_memory_bytes");
    expect(after).toContain("nodejs_heap_size_used_bytes");
  });

  it("200: pending and failed messages of the queue, and the results of attempts", async () => {
    const clock = stopClock();
    await sql("DELETE FROM outbox_messages");
    const attempts = (outcome: string, reason: string) =>
      `webhook_attempts_total{outcome="${outcome}",reason="${reason}"}`;
    const before = await scrape();
    await (await emitOne(organization.id)).deliver();
    receiver.script(500, "reset");
    for (let count = 0; count < 2; count += 1) await (await emitOne(organization.id)).deliver();
    const failed = await emitOne(organization.id);
    await sql("UPDATE outbox_messages SET state = 'failed' WHERE id = $1", [failed.messageId]);
    const held = await emitOne(organization.id);
    await sql("UPDATE outbox_messages SET leased_until = $2 WHERE id = $1", [
      held.messageId,
      new Date(clock.now().getTime() + 1_000),
    ]);
    await emitOne(organization.id);
    const after = await scrape();
    expect(valueOf(after, attempts("done", "")) - valueOf(before, attempts("done", ""))).toBe(1);
    expect(valueOf(after, attempts("due", "status")) - valueOf(before, attempts("due", "status"))).toBe(1);
    expect(valueOf(after, attempts("due", "reset")) - valueOf(before, attempts("due", "reset"))).toBe(1);
    const depth = (state: string) => valueOf(after, `outbox_messages{kind="webhook",state="${state}"}`);
    expect(["due", "held", "scheduled", "failed"].map(depth)).toEqual([1, 1, 2, 1]);
    clock.advance(90_000);
    const later = await scrape();
    expect(valueOf(later, `outbox_oldest_due_seconds{kind="webhook"}`)).toBeCloseTo(90, 0);
  });

  it("200: only the process metrics when the database does not respond", async () => {
    vi.spyOn(log, "warn").mockImplementation(() => undefined);
    await sql("ALTER TABLE outbox_messages RENAME TO outbox_messages_away");
    try {
      expect(await scrape()).toContain("process_resident_memory_bytes");
    } finally {
      await sql("ALTER TABLE outbox_messages_away RENAME TO outbox_messages");
    }
  });
});

/** A process as the supervisor sees it, which reports this process's metrics or never responds. */
function fakeProcess(answers: boolean) {
  const emitter = new EventEmitter();
  const sent: MetricsMessage[] = [];
  const process = {
    connected: true,
    on: emitter.on.bind(emitter),
    off: emitter.off.bind(emitter),
    send: (message: MetricsMessage) => {
      sent.push(message);
      if (!answers || message.metrics !== "report") return true;
      void registry()
        .getMetricsAsJSON()
        .then((families) => emitter.emit("message", { metrics: "reported", id: message.id, families }));
      return true;
    },
  };
  return { process: process as unknown as Parameters<typeof respondWithMetrics>[1], sent };
}

describe("the supervisor", () => {
  it("sums the reports of all processes, and does not wait for one that does not report", async () => {
    await organization.client.get("/badges");
    const own = valueOf(await registry().metrics(), "http_request_duration_seconds_count{");
    expect(own).toBeGreaterThan(0);
    const [one, two, mute] = [fakeProcess(true), fakeProcess(true), fakeProcess(false)];
    const all = [one.process, two.process, mute.process];
    await respondWithMetrics({ metrics: "collect", id: "1" }, one.process, all);
    const { text = "" } = one.sent.find(({ metrics }) => metrics === "collected") ?? {};
    expect(valueOf(text, "http_request_duration_seconds_count{")).toBe(own * 2);
    expect(two.sent.map(({ metrics }) => metrics)).toEqual(["report"]);
  });

  it("does not mistake other messages for reports", async () => {
    const one = fakeProcess(true);
    for (const message of ["ready", null, 7, { metrics: "report", id: "1" }, { channel: "other" }]) {
      await respondWithMetrics(message, one.process, [one.process]);
    }
    expect(one.sent).toEqual([]);
  });
});
