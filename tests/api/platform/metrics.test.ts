import { EventEmitter } from "node:events";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { GET } from "@/app/metrics/route";
import { respondWithMetrics } from "@/lib/operations/installation/metrics";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { registry } from "@/lib/platform/metrics/metrics";
import type { MetricsMessage } from "@/lib/platform/metrics/process-metrics";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { basicHeaders, send } from "../../support/http/client";
import { sql } from "../../support/platform/database";
import { recordTestEvent, stopClock } from "../../support/delivery/outbox";
import { startReceiver, type Receiver } from "../../support/delivery/webhook-receiver";

const TOKEN = "a-token-for-the-scraper";
let organization: TestOrganization;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  organization = await createTestOrganization();
  await organization.client.put("/webhook_settings", { webhook_url: receiver.url() });
});
afterAll(() => receiver.close());
afterEach(() => {
  delete env().METRICS_TOKEN;
  vi.restoreAllMocks();
});

const requestMetrics = (authorization?: string) =>
  GET(new Request("http://localhost:3000/metrics", { headers: authorization ? { authorization } : {} }));

async function scrapeMetrics(): Promise<string> {
  env().METRICS_TOKEN = TOKEN;
  const response = await requestMetrics(`Bearer ${TOKEN}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  return response.text();
}

/** The value of the line that begins with `start`; 0 when there is none. */
const readValue = (text: string, start: string): number =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(start))
      ?.split(" ")
      .at(-1) ?? 0,
  );

describe("GET /metrics", () => {
  it("404: while METRICS_TOKEN is not set, whatever token is sent", async () => {
    expect((await requestMetrics()).status).toBe(404);
    expect((await requestMetrics("Bearer undefined")).status).toBe(404);
  });

  it("401: without the token, or with another one", async () => {
    env().METRICS_TOKEN = TOKEN;
    const others = [
      undefined,
      "Bearer",
      `Bearer ${TOKEN}x`,
      basicHeaders(TOKEN).authorization,
      `Token ${TOKEN}`,
    ];
    for (const authorization of others) {
      const response = await requestMetrics(authorization);
      expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
      expect(await response.text()).toBe("");
    }
  });

  it("200: requests by route and status, and never an id of a path", async () => {
    const requestCountLine = (status: number, route: string) =>
      `http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`;
    const badges = "/organizations/[organization_id]/badges";
    const badge = `${badges}/[badge_id]`;
    const nothing = "/organizations/[organization_id]/[...unknown]";
    const before = await scrapeMetrics();
    const path = `/v1/organizations/${organization.id}`;
    const headers = basicHeaders(organization.authorization_token);
    await send("GET", `${path}/badges`, { headers });
    await send("GET", `${path}/badges/?per=1`, { headers });
    await send("GET", `${path}/badges`);
    await send("GET", `${path}/badges/0190a5b4-0000-7000-8000-000000000000`, { headers });
    await send("GET", `${path}/0190a5b4/secret-name`, { headers });
    const after = await scrapeMetrics();
    const readGrowth = (line: string) => readValue(after, line) - readValue(before, line);
    expect(readGrowth(requestCountLine(200, badges))).toBe(2);
    expect(readGrowth(requestCountLine(401, badges))).toBe(1);
    expect(readGrowth(requestCountLine(404, badge))).toBe(1);
    expect(readGrowth(requestCountLine(404, nothing))).toBe(1);
    expect(after).not.toContain(organization.id);
    expect(after).not.toContain("secret-name");
    expect(after).toContain("process_resident_memory_bytes");
    expect(after).toContain("nodejs_heap_size_used_bytes");
  });

  it("200: pending and failed messages of the queue, and the results of attempts", async () => {
    const clock = stopClock();
    await sql("DELETE FROM outbox_messages");
    const attemptsLine = (outcome: string, reason: string) =>
      `webhook_attempts_total{outcome="${outcome}",reason="${reason}"}`;
    const before = await scrapeMetrics();
    await (await recordTestEvent(organization.id)).deliver();
    receiver.script(500, "reset");
    for (let count = 0; count < 2; count += 1) await (await recordTestEvent(organization.id)).deliver();
    const failed = await recordTestEvent(organization.id);
    await sql("UPDATE outbox_messages SET state = 'failed' WHERE id = $1", [failed.messageId]);
    const pendingDelivery = await recordTestEvent(organization.id);
    await sql("UPDATE outbox_messages SET leased_until = $2 WHERE id = $1", [
      pendingDelivery.messageId,
      new Date(clock.now().getTime() + 1_000),
    ]);
    await recordTestEvent(organization.id);
    const after = await scrapeMetrics();
    expect(readValue(after, attemptsLine("done", "")) - readValue(before, attemptsLine("done", ""))).toBe(1);
    expect(
      readValue(after, attemptsLine("due", "status")) - readValue(before, attemptsLine("due", "status")),
    ).toBe(1);
    expect(
      readValue(after, attemptsLine("due", "reset")) - readValue(before, attemptsLine("due", "reset")),
    ).toBe(1);
    const readQueueDepth = (state: string) =>
      readValue(after, `outbox_messages{kind="webhook",state="${state}"}`);
    expect(["due", "held", "scheduled", "failed"].map(readQueueDepth)).toEqual([1, 1, 2, 1]);
    clock.advance(90_000);
    const later = await scrapeMetrics();
    expect(readValue(later, `outbox_oldest_due_seconds{kind="webhook"}`)).toBeCloseTo(90, 0);
  });

  it("200: only the process metrics when the database does not respond", async () => {
    vi.spyOn(log, "warn").mockImplementation(() => undefined);
    await sql("ALTER TABLE outbox_messages RENAME TO outbox_messages_away");
    try {
      expect(await scrapeMetrics()).toContain("process_resident_memory_bytes");
    } finally {
      await sql("ALTER TABLE outbox_messages_away RENAME TO outbox_messages");
    }
  });
});

/** A process as the supervisor sees it, which reports this process's metrics or does not respond. */
function createFakeProcess(responses: boolean) {
  const emitter = new EventEmitter();
  const sent: MetricsMessage[] = [];
  let isMute = !responses;
  const process = {
    connected: true,
    on: emitter.on.bind(emitter),
    off: emitter.off.bind(emitter),
    send: (message: MetricsMessage) => {
      sent.push(message);
      if (isMute || message.metrics !== "report") return true;
      void registry()
        .getMetricsAsJSON()
        .then((families) => emitter.emit("message", { metrics: "reported", id: message.id, families }));
      return true;
    },
  };
  const mute = (): void => {
    isMute = true;
  };
  return { process: process as unknown as Parameters<typeof respondWithMetrics>[1], sent, mute };
}

describe("the supervisor", () => {
  it("sums the reports of all processes, and does not wait for one that does not report", async () => {
    await organization.client.get("/badges");
    const own = readValue(await registry().metrics(), "http_request_duration_seconds_count{");
    expect(own).toBeGreaterThan(0);
    const [one, two, mute] = [createFakeProcess(true), createFakeProcess(true), createFakeProcess(false)];
    const all = [one.process, two.process, mute.process];
    await respondWithMetrics({ metrics: "collect", id: "1" }, one.process, all);
    const { text = "" } = one.sent.find(({ metrics }) => metrics === "collected") ?? {};
    expect(readValue(text, "http_request_duration_seconds_count{")).toBe(own * 2);
    expect(two.sent.map(({ metrics }) => metrics)).toEqual(["report"]);
  });

  it("keeps the last report of a process that becomes too busy to report", async () => {
    await organization.client.get("/badges");
    const [one, busy] = [createFakeProcess(true), createFakeProcess(true)];
    const read = async (id: string): Promise<number> => {
      await respondWithMetrics({ metrics: "collect", id }, one.process, [busy.process]);
      const { text = "" } =
        one.sent.find((message) => message.metrics === "collected" && message.id === id) ?? {};
      return readValue(text, "http_request_duration_seconds_count{");
    };
    const before = await read("1");
    expect(before).toBeGreaterThan(0);
    busy.mute();
    expect(await read("2")).toBe(before);
  });

  it("does not mistake other messages for reports", async () => {
    const one = createFakeProcess(true);
    for (const message of ["ready", null, 7, { metrics: "report", id: "1" }, { channel: "other" }]) {
      await respondWithMetrics(message, one.process, [one.process]);
    }
    expect(one.sent).toEqual([]);
  });
});
