import { describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/db";
import { writeOutcomes } from "@/lib/kernel/outbox/outcomes";
import { webhookJob } from "@/lib/delivery/webhooks/jobs";
import { digestTables, sql } from "../../support/platform/database";
import {
  organization,
  other,
  receiver,
  createFirstFailedDelivery,
  useTwoSubscribers,
} from "../../support/delivery/delivery-setting";
import {
  recordTestEvents,
  recordTestEvent,
  findWebhookMessage,
  startWorker,
  stopClock,
  countMessagesByState,
} from "../../support/delivery/outbox";
import { claimMessage } from "../../support/delivery/run-message";
import { until } from "../../support/until";
import { createGate } from "../../support/delivery/webhook-receiver";

const UNKNOWN = "0190a5b4-0000-7000-8000-000000000000";
const DAY = 24 * 3_600_000;

useTwoSubscribers();

const listDeliveries = (query = "") => organization.client.get(`/webhook_deliveries${query}`);
const getDelivery = (id: string) => organization.client.get(`/webhook_deliveries/${id}`);
const toIds = (rows: { event_id: string }[]) => rows.map(({ event_id }) => event_id);

describe("GET /webhook_deliveries", () => {
  it("200: shows the status of each, newest first, paginated", async () => {
    const clock = stopClock();
    const first = await recordTestEvent(organization.id);
    await first.deliver();
    clock.advance(1_000);
    receiver.answer(503);
    const second = await recordTestEvent(organization.id);
    await second.deliver();
    clock.advance(1_000);
    const [third] = await recordTestEvents(organization.id, 1, "badge_template.changed");
    const { status, data, metadata } = await listDeliveries();
    expect(status).toBe(200);
    expect(metadata).toMatchObject({ count: 3, total_count: 3, total_pages: 1 });
    expect(data).toMatchObject([
      { event_id: third, event_type: "badge_template.changed", state: "due", attempts_count: 0 },
      { event_id: second.eventId, state: "due", attempts_count: 1, last_reason: "status 503" },
      { event_id: first.eventId, state: "done", attempts_count: 1, last_reason: null },
    ]);
    expect(data[1].next_attempt_at).toBe(
      (await findWebhookMessage(second.eventId))?.nextAttemptAt.toISOString(),
    );
    expect([data[2].next_attempt_at, data[1].finished_at]).toEqual([null, null]);
    const page = await listDeliveries("?per=2&page=2&sort=created_at");
    expect(toIds(page.data)).toEqual([third]);
    expect((await listDeliveries("?sort=%7C")).data).toEqual(data);
  });

  it("200: filters by state, event type, event and time", async () => {
    const clock = stopClock();
    const old = await recordTestEvent(organization.id);
    await old.deliver();
    clock.advance(DAY);
    const failed = await createFirstFailedDelivery();
    const [deleted = ""] = await recordTestEvents(organization.id, 1, "badge.deleted");
    const findEventIds = async (filter: string) =>
      toIds((await listDeliveries(`?filter=${encodeURIComponent(filter)}`)).data).toSorted();
    expect(await findEventIds("state::done")).toEqual([old.eventId]);
    expect(await findEventIds("state::failed,due")).toEqual([failed.eventId, deleted].toSorted());
    expect(await findEventIds("event_type::badge.deleted")).toEqual([deleted]);
    expect(await findEventIds("event_type::badge.created|state::failed")).toEqual([failed.eventId]);
    expect(await findEventIds(`event_id::${old.eventId}`)).toEqual([old.eventId]);
    expect(await findEventIds(`since::${clock.now().toISOString()}`)).toEqual(
      [failed.eventId, deleted].toSorted(),
    );
    expect(await findEventIds(`until::${new Date(clock.now().getTime() - 1).toISOString()}`)).toEqual([
      old.eventId,
    ]);
  });

  it("200: finds unsuccessful deliveries, given up or not", async () => {
    const failed = await createFirstFailedDelivery();
    await recordTestEvent(organization.id);
    receiver.script(500);
    const retried = await recordTestEvent(organization.id);
    await retried.deliver();
    const findEventIds = async () =>
      toIds((await listDeliveries("?filter=state::undelivered")).data).toSorted();
    expect(await findEventIds()).toEqual([failed.eventId, retried.eventId].toSorted());
    await organization.client.post(`/webhook_deliveries/${retried.messageId}/redeliver`, {});
    expect(await retried.deliver()).toBeNull();
    expect(await findEventIds()).toEqual([failed.eventId]);
  });

  it.each(["state::lost", "event_type::badge.exploded", "since::yesterday", "event_id::x", "reason::x"])(
    "400: %s",
    async (filter) => {
      expect((await listDeliveries(`?filter=${encodeURIComponent(filter)}`)).status).toBe(400);
    },
  );

  it("200: does not show other organizations' deliveries", async () => {
    await recordTestEvent(organization.id);
    expect((await other.client.get("/webhook_deliveries")).data).toEqual([]);
  });

  it("finds the failed ones through an index, among very many that succeeded", async () => {
    const created = await createFirstFailedDelivery();
    await sql(
      `INSERT INTO events (id, organization_id, event_type, occurred_at, subject_id)
       SELECT gen_random_uuid(), $1, 'badge.created', now(), gen_random_uuid() FROM generate_series(1, 20000)`,
      [organization.id],
    );
    await sql(
      `INSERT INTO outbox_messages (id, kind, organization_id, subject_id, state, next_attempt_at)
       SELECT gen_random_uuid(), 'webhook', organization_id, id, 'done', now() FROM events
       WHERE organization_id = $1 AND id <> $2`,
      [organization.id, created.eventId],
    );
    await sql("ANALYZE outbox_messages");
    for (const condition of [
      "(message.state = 'failed')",
      "((message.state = 'failed' OR (message.state = 'due' AND message.last_reason IS NOT NULL)))",
    ]) {
      const plan = await sql(
        `EXPLAIN SELECT id FROM outbox_messages AS message
         WHERE organization_id = '${organization.id}' AND kind = 'webhook' AND ${condition}
         ORDER BY created_at DESC, id DESC LIMIT 50`,
      );
      expect(JSON.stringify(plan)).toContain("outbox_messages_undelivered_idx");
    }
    expect(toIds((await listDeliveries("?filter=state::failed")).data)).toEqual([created.eventId]);
  });
});

describe("GET /webhook_deliveries/{id}", () => {
  it("200: every attempt with its time, status, duration, excerpt and reason, newest first", async () => {
    const clock = stopClock();
    const { messageId, eventId, deliver } = await recordTestEvent(organization.id);
    receiver.script(
      { status: 500, body: "out of order", headers: { "x-trace": "t-1", "set-cookie": "session=s3cret" } },
      { status: 307, headers: { location: "/x" } },
      "reset",
    );
    for (let next = await deliver(); next; next = await deliver()) clock.set(next.nextAttemptAt);
    const { status, data } = await getDelivery(messageId);
    expect(status).toBe(200);
    expect(data).toMatchObject({ id: messageId, event_id: eventId, state: "done", attempts_count: 4 });
    expect(data.attempts).toMatchObject([
      { status: 200, reason: null },
      { status: null, reason: "reset", response_excerpt: expect.any(String) },
      { status: 307, reason: "redirect", response_excerpt: expect.stringContaining("redirect") },
      { status: 500, reason: "status", response_excerpt: "out of order" },
    ]);
    const [, reset, redirect, failure] = data.attempts;
    expect(failure.response_headers).toMatchObject({ "x-trace": "t-1", "set-cookie": "[hidden]" });
    expect([redirect.response_headers.location, reset.response_headers]).toEqual(["/x", null]);
    expect(receiver.received[0]?.headers).toMatchObject(failure.request_headers);
    expect(failure.request_headers).toMatchObject({
      "webhook-id": eventId,
      "webhook-signature": expect.stringMatching(/^v1,/),
    });
    const times = data.attempts.map(({ attempted_at }: { attempted_at: string }) => attempted_at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(data.attempts.every(({ duration_ms }: { duration_ms: number }) => duration_ms >= 0)).toBe(true);
  });

  it("200: the payload of the last attempt, and the end of its retries", async () => {
    const clock = stopClock();
    receiver.script({ status: 500, body: "busy" }, 200);
    const { messageId, deliver } = await recordTestEvent(organization.id);
    expect((await getDelivery(messageId)).data).toMatchObject({ payload: null, retried_until: null });
    const first = clock.now().getTime();
    const next = await deliver();
    const attemptedDelivery = (await getDelivery(messageId)).data;
    expect(attemptedDelivery.payload).toEqual(JSON.parse(receiver.received[0]?.body ?? ""));
    expect(attemptedDelivery.retried_until).toBe(new Date(first + 25 * DAY).toISOString());
    clock.set(next?.nextAttemptAt ?? clock.now());
    await deliver();
    const done = (await getDelivery(messageId)).data;
    expect(done.payload).toEqual(JSON.parse(receiver.received[1]?.body ?? ""));
    expect(done).toMatchObject({ state: "done", retried_until: null });
  });

  it("404: unknown, of another organization, and messages that are not webhooks", async () => {
    const { messageId } = await recordTestEvent(organization.id);
    const mail = await db().outboxMessage.create({
      data: {
        id: UNKNOWN.replace(/0$/, "1"),
        kind: "mail",
        organizationId: organization.id,
        subjectId: messageId,
        nextAttemptAt: new Date(),
      },
    });
    for (const response of [
      await getDelivery(UNKNOWN),
      await other.client.get(`/webhook_deliveries/${messageId}`),
      await getDelivery(mail.id),
    ]) {
      expect(response.status).toBe(404);
    }
  });
});

describe("POST /webhook_deliveries/{id}/redeliver", () => {
  const requestRedelivery = (id: string) =>
    organization.client.post(`/webhook_deliveries/${id}/redeliver`, {});

  it("200: sends a failed delivery again, with the same webhook-id and a full new schedule of retries", async () => {
    const clock = stopClock();
    const { messageId, eventId, deliver } = await createFirstFailedDelivery();
    clock.advance(40 * DAY);
    const { status, data } = await requestRedelivery(messageId);
    expect(status).toBe(200);
    expect(data).toMatchObject({ id: messageId, state: "due", finished_at: null });
    expect(data.next_attempt_at).toBe(clock.now().toISOString());
    receiver.script(500, 500);
    for (let next = await deliver(), turn = 0; next; next = await deliver(), turn += 1) {
      const delay = next.nextAttemptAt.getTime() - clock.now().getTime();
      expect(delay).toBeGreaterThanOrEqual([5_000, 30_000][turn] ?? Number.NaN);
      clock.set(next.nextAttemptAt);
    }
    expect(receiver.received.map(({ id }) => id)).toEqual([eventId, eventId, eventId]);
    expect((await getDelivery(messageId)).data).toMatchObject({ state: "done", attempts_count: 3 });
  });

  it("200: sends a delivered message once more, and a waiting one immediately", async () => {
    const done = await recordTestEvent(organization.id);
    await done.deliver();
    await requestRedelivery(done.messageId);
    expect(await done.deliver()).toBeNull();
    receiver.script(500);
    const waiting = await recordTestEvent(organization.id);
    expect(await waiting.deliver()).not.toBeNull();
    await requestRedelivery(waiting.messageId);
    expect(await waiting.deliver()).toBeNull();
    expect(receiver.received.map(({ id }) => id)).toEqual([
      done.eventId,
      done.eventId,
      waiting.eventId,
      waiting.eventId,
    ]);
    expect(await countMessagesByState(organization.id)).toEqual({ done: 2 });
  });

  it("200: requested during an attempt that fails, starts the new run immediately and keeps the attempt", async () => {
    const barrier = createGate();
    receiver.answer(() => barrier.opened.then(() => 500));
    const { messageId, eventId, deliver } = await recordTestEvent(organization.id);
    // This is the last attempt: without the request the delivery would be given up.
    const began = new Date(Date.now() - 24.9 * DAY);
    await sql("UPDATE outbox_messages SET attempts = 30, first_attempt_at = $2 WHERE id = $1", [
      messageId,
      began,
    ]);
    const first = deliver();
    await receiver.wait("the attempt is under way", ({ length }) => length === 1);
    expect((await requestRedelivery(messageId)).status).toBe(200);
    expect((await deliver())?.nextAttemptAt).toBeInstanceOf(Date);
    expect(receiver.received).toHaveLength(1);
    barrier.open();
    await first;
    expect(await findWebhookMessage(eventId)).toMatchObject({
      state: "due",
      attempts: 0,
      firstAttemptAt: null,
      leaseId: null,
    });
    receiver.answer(200);
    expect(await deliver()).toBeNull();
    expect((await getDelivery(messageId)).data).toMatchObject({ state: "done", attempts_count: 2 });
  });

  it("200: requested during an attempt that succeeds, that attempt is the delivery", async () => {
    const barrier = createGate();
    receiver.answer(() => barrier.opened.then(() => 200));
    const { messageId, eventId, deliver } = await recordTestEvent(organization.id);
    const first = deliver();
    await receiver.wait("the attempt is under way", ({ length }) => length === 1);
    await requestRedelivery(messageId);
    barrier.open();
    await first;
    expect(await findWebhookMessage(eventId)).toMatchObject({ state: "done", leasedUntil: null });
    expect(await deliver()).toBeNull();
    expect(receiver.received).toHaveLength(1);
  });

  it("200: requested while a worker that died holds it, is sent when the lease ends", async () => {
    const clock = stopClock();
    const { messageId, deliver } = await recordTestEvent(organization.id);
    const lost = await claimMessage(messageId, webhookJob.leaseMs);
    await requestRedelivery(messageId);
    expect((await deliver())?.nextAttemptAt.getTime()).toBe(clock.now().getTime() + webhookJob.leaseMs);
    clock.advance(webhookJob.leaseMs);
    expect(await deliver()).toBeNull();
    const late = lost ? await writeOutcomes([{ message: lost, outcome: { state: "done" } }]) : null;
    expect(late).toEqual(new Set());
    expect(receiver.received).toHaveLength(1);
  });

  it("200: many concurrent requests while a worker runs lose nothing, and every delivery stays identifiable", async () => {
    const created = await Promise.all(Array.from({ length: 20 }, () => createFirstFailedDelivery()));
    const worker = startWorker();
    try {
      const requestedIds = created.flatMap(({ messageId }) => [messageId, messageId, messageId]);
      const responses = await Promise.all(requestedIds.map(requestRedelivery));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
      await until("all are done", async () => (await countMessagesByState(organization.id)).done === 20);
    } finally {
      await worker.stop();
    }
    const receivedIds = receiver.received.map(({ id }) => id);
    expect(new Set(receivedIds)).toEqual(new Set(created.map(({ eventId }) => eventId)));
    expect(receivedIds.length).toBeLessThanOrEqual(60);
  });

  it("422: without a webhook_url; 404: unknown or another organization's", async () => {
    const { messageId } = await createFirstFailedDelivery();
    expect((await requestRedelivery(UNKNOWN)).status).toBe(404);
    expect((await other.client.post(`/webhook_deliveries/${messageId}/redeliver`, {})).status).toBe(404);
    await organization.client.put("/webhook_settings", { webhook_url: null });
    const before = await digestTables();
    expect(await requestRedelivery(messageId)).toMatchObject({
      status: 422,
      data: { code: "no_webhook_url" },
    });
    expect(await digestTables()).toEqual(before);
  });
});
