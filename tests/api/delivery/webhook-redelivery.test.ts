import { describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/db";
import { restartRange } from "@/lib/delivery/webhooks/queries";
import { webhookJob } from "@/lib/delivery/webhooks/jobs";
import { sql } from "../../support/platform/database";
import {
  organization,
  other,
  receiver,
  createFirstFailedDelivery,
  useTwoSubscribers,
} from "../../support/delivery/delivery-setting";
import { claimMessage } from "../../support/delivery/run-message";
import {
  recordTestEvents,
  recordTestEvent,
  findWebhookMessage,
  stopClock,
} from "../../support/delivery/outbox";

const DAY = 24 * 3_600_000;

useTwoSubscribers();

describe("POST /webhook_deliveries/redeliver", () => {
  const requestRedelivery = (body: Record<string, unknown>) =>
    organization.client.post("/webhook_deliveries/redeliver", body);

  it("200: resends the failed deliveries of the range and no others", async () => {
    const clock = stopClock();
    const before = await createFirstFailedDelivery();
    clock.advance(DAY);
    const since = clock.now();
    const [one, two] = [await createFirstFailedDelivery(), await createFirstFailedDelivery()];
    const due = await recordTestEvent(organization.id);
    clock.advance(DAY);
    const after = await createFirstFailedDelivery();
    const range = { since: since.toISOString(), until: since.toISOString() };
    expect(await requestRedelivery(range)).toMatchObject({
      status: 200,
      data: { redelivered_count: 2, next_since: null },
    });
    const states = await Promise.all(
      [before, one, two, due, after].map(async ({ eventId }) => (await findWebhookMessage(eventId))?.run),
    );
    expect(states).toEqual([0, 1, 1, 0, 0]);
    expect((await requestRedelivery(range)).data.redelivered_count).toBe(0);
    expect((await requestRedelivery({ ...range, state: "due" })).data.redelivered_count).toBe(3);
    expect((await requestRedelivery({ since: since.toISOString() })).data.redelivered_count).toBe(1);
  });

  it("200: undelivered includes failed deliveries and those being retried after a failure", async () => {
    const since = new Date(Date.now() - 1_000).toISOString();
    const failed = await createFirstFailedDelivery();
    const untried = await recordTestEvent(organization.id);
    receiver.script(500);
    const retried = await recordTestEvent(organization.id);
    await retried.deliver();
    const { data } = await requestRedelivery({ since, state: "undelivered" });
    expect(data.redelivered_count).toBe(2);
    const runs = [failed, untried, retried].map(
      async ({ eventId }) => (await findWebhookMessage(eventId))?.run,
    );
    expect(await Promise.all(runs)).toEqual([1, 0, 1]);
  });

  it("200: skips deliveries in progress", async () => {
    const clock = stopClock();
    const since = clock.now().toISOString();
    const { messageId, eventId } = await recordTestEvent(organization.id);
    await claimMessage(messageId, webhookJob.leaseMs);
    expect((await requestRedelivery({ since, state: "due" })).data.redelivered_count).toBe(0);
    clock.advance(webhookJob.leaseMs);
    expect((await requestRedelivery({ since, state: "due" })).data.redelivered_count).toBe(1);
    expect(await findWebhookMessage(eventId)).toMatchObject({ run: 1 });
  });

  it("200: does not touch other organizations' deliveries", async () => {
    const { eventId } = await createFirstFailedDelivery();
    const { data } = await other.client.post("/webhook_deliveries/redeliver", { since: "2020-01-01" });
    expect(data.redelivered_count).toBe(0);
    expect(await findWebhookMessage(eventId)).toMatchObject({ state: "failed" });
  });

  it("continues where a range too large for one request ended, without gap or repetition", async () => {
    const clock = stopClock();
    const since = clock.now();
    for (let step = 0; step < 5; step += 1) {
      await recordTestEvents(organization.id, 3);
      clock.advance(1);
    }
    await sql("UPDATE outbox_messages SET state = 'done', finished_at = now()");
    const counts: number[] = [];
    for (let from: Date | null = since; from;) {
      const range = { since: from, until: clock.now(), state: "done" as const };
      const { count, last } = await restartRange(organization.id, range, 4);
      counts.push(count);
      from = last && new Date(last.getTime() + 1);
    }
    // Three deliveries share each millisecond.
    expect(counts).toEqual([6, 6, 3, 0]);
    const runs = await db().outboxMessage.groupBy({ by: ["run"], _count: true });
    expect(runs).toEqual([{ run: 1, _count: 15 }]);
  });

  it("two concurrent requests restart each delivery once", async () => {
    const since = new Date(Date.now() - 1_000).toISOString();
    for (let count = 0; count < 10; count += 1) await createFirstFailedDelivery();
    const responses = await Promise.all([requestRedelivery({ since }), requestRedelivery({ since })]);
    expect(responses.reduce((sum, { data }) => sum + data.redelivered_count, 0)).toBe(10);
  });

  it.each([
    ["since", {}],
    ["since", { since: "yesterday" }],
    ["until", { since: "2026-01-01", until: 7 }],
    ["state", { since: "2026-01-01", state: "lost" }],
  ])("422: %s of %j", async (field, body) => {
    const { status, data } = await requestRedelivery(body);
    expect([status, data.errors?.[0].field]).toEqual([422, field]);
  });

  it("422: without data services", async () => {
    const where = { organizationId: organization.id };
    await db().oauthApplication.updateMany({ where, data: { dataServicesEnabled: false } });
    expect(await requestRedelivery({ since: "2026-01-01" })).toMatchObject({
      status: 422,
      data: { code: "data_services_disabled" },
    });
  });
});
