import { createServer, type AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { db } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { runMessage } from "../../support/delivery/run-message";
import { createWebhookSecret } from "@/lib/platform/outbound/standard-webhooks";
import { webhookJob } from "@/lib/delivery/webhooks/jobs";
import { previousWebhookSecrets, webhookSecrets } from "@/lib/organizations/profile/serializer";
import { badgeBody, createTestOrganization, createTemplate } from "../../support/builders";
import {
  recordTestEvents,
  recordTestEvent,
  findWebhookMessage,
  getOrganizationRow,
  stopClock,
} from "../../support/delivery/outbox";
import type { Received, Reply } from "../../support/delivery/webhook-receiver";
import { organization, receiver, useSubscriber } from "../../support/delivery/webhook-setting";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

useSubscriber();
afterEach(() => {
  vi.restoreAllMocks();
});

const expectOne = (received: Received[]): Received => {
  expect(received).toHaveLength(1);
  return received[0] as Received;
};

const signatureHeaders = ({ headers }: Received) => ({
  "webhook-id": String(headers["webhook-id"]),
  "webhook-timestamp": String(headers["webhook-timestamp"]),
  "webhook-signature": String(headers["webhook-signature"]),
});

describe("a delivery", () => {
  it("is the summary of the event recorded for the change, in the specified format", async () => {
    const organization = await createTestOrganization();
    await organization.client.put("", { webhook_url: receiver.url() });
    const template = await createTemplate(organization);
    const { data: badge } = await organization.client.post("/badges", badgeBody(template.id));
    const event = await db().event.findFirstOrThrow({ where: { subjectId: badge.id } });
    expect(await runMessage(webhookJob, (await findWebhookMessage(event.id))?.id ?? "")).toBeNull();
    const { body, method, headers } = expectOne(receiver.received);
    expect(method).toBe("POST");
    expect(headers["content-type"]).toBe("application/json");
    const parsed = JSON.parse(body) as { delivered_at: string };
    expect(body).toBe(
      JSON.stringify({
        id: event.id,
        organization_id: organization.id,
        event_type: "badge.created",
        occurred_at: event.occurredAt.toISOString(),
        delivered_at: parsed.delivered_at,
      }),
    );
    expect(parsed.delivered_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Math.abs(Date.parse(parsed.delivered_at) - Date.now())).toBeLessThan(MINUTE);
  });

  it("carries a Standard Webhooks signature that the published library verifies", async () => {
    const { eventId, deliver } = await recordTestEvent(organization.id);
    await deliver();
    const request = expectOne(receiver.received);
    const secret = webhookSecrets.decrypt(
      (await getOrganizationRow(organization.id)).webhookSecret,
      organization.id,
    );
    expect(new Webhook(secret).verify(request.body, signatureHeaders(request))).toMatchObject({
      id: eventId,
    });
    expect(request.id).toBe(eventId);
    expect(() => new Webhook(createWebhookSecret()).verify(request.body, signatureHeaders(request))).toThrow(
      "No matching signature found",
    );
    expect(() => new Webhook(secret).verify(`${request.body} `, signatureHeaders(request))).toThrow(
      "No matching signature found",
    );
  });

  it("is signed with both secrets during a rotation, and only with the new one afterwards", async () => {
    const [previous, current] = [createWebhookSecret(), createWebhookSecret()];
    await db().organization.update({
      where: { id: organization.id },
      data: {
        webhookSecret: webhookSecrets.encrypt(current, organization.id),
        webhookPreviousSecret: previousWebhookSecrets.encrypt(previous, organization.id),
        webhookPreviousSecretUntil: new Date(Date.now() + HOUR),
      },
    });
    await (await recordTestEvent(organization.id)).deliver();
    const during = expectOne(receiver.received.splice(0));
    expect(signatureHeaders(during)["webhook-signature"].split(" ")).toHaveLength(2);
    for (const secret of [previous, current])
      new Webhook(secret).verify(during.body, signatureHeaders(during));

    const until = { webhookPreviousSecretUntil: new Date(Date.now() - SECOND) };
    await db().organization.update({ where: { id: organization.id }, data: until });
    await (await recordTestEvent(organization.id)).deliver();
    const after = expectOne(receiver.received);
    new Webhook(current).verify(after.body, signatureHeaders(after));
    expect(() => new Webhook(previous).verify(after.body, signatureHeaders(after))).toThrow(
      "No matching signature found",
    );
  });
});

/** Delivers one event to a receiver that sends this response. Returns the stored delivery. */
async function attemptDelivery(reply: Reply) {
  receiver.answer(reply);
  const { eventId, deliver } = await recordTestEvent(organization.id);
  const next = await deliver();
  const message = await findWebhookMessage(eventId);
  expect(message?.webhookAttempts).toHaveLength(1);
  return { next, message, attempt: message?.webhookAttempts[0] };
}

describe("success", () => {
  it.each([200])("is %i", async (status) => {
    const { next, message, attempt } = await attemptDelivery({ status, body: "thanks" });
    expect(next).toBeNull();
    expect(message).toMatchObject({ state: "done", attempts: 1, lastReason: null, leasedUntil: null });
    expect(message?.finishedAt).toBeInstanceOf(Date);
    expect(attempt).toMatchObject({ status: 200, reason: null, responseExcerpt: "thanks" });
  });

  it.each([201, 204, 206, 400, 410, 500])("is not %i", async (status) => {
    const { next, message, attempt } = await attemptDelivery(status);
    expect(next).not.toBeNull();
    expect(message).toMatchObject({
      state: "due",
      attempts: 1,
      lastReason: `status ${status}`,
      finishedAt: null,
    });
    expect(attempt).toMatchObject({ status, reason: "status" });
  });

  it("is not a redirect, which is never followed", async () => {
    const headers = { location: receiver.url("/elsewhere") };
    const { message, attempt } = await attemptDelivery({ status: 302, headers });
    expect(message).toMatchObject({ state: "due", lastReason: "redirect" });
    expect(attempt).toMatchObject({ reason: "redirect" });
    expect(receiver.of("/elsewhere")).toHaveLength(0);
  });

  it.each([201, 204, 299])("is %i too when the organization accepts any 2xx", async (status) => {
    const data = { webhookAcceptsAnySuccess: true };
    await db().organization.update({ where: { id: organization.id }, data });
    expect((await attemptDelivery(status)).message).toMatchObject({ state: "done" });
  });

  it("is not 302 or 500, even then", async () => {
    const data = { webhookAcceptsAnySuccess: true };
    await db().organization.update({ where: { id: organization.id }, data });
    expect((await attemptDelivery(302)).message).toMatchObject({ state: "due" });
    expect((await attemptDelivery(500)).message).toMatchObject({ state: "due" });
  });
});

describe("a failed attempt", () => {
  it("is stored with its time, status, duration, and the first KiB of the response as text", async () => {
    const before = new Date();
    const { attempt } = await attemptDelivery({ status: 500, body: `\u0000${"x".repeat(3_000)}` });
    expect(attempt?.responseExcerpt).toBe(`\uFFFD${"x".repeat(1_023)}`);
    expect(attempt?.durationMs).toBeGreaterThanOrEqual(0);
    expect(attempt?.attemptedAt.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(attempt?.attemptedAt.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it("reports a refused connection", async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const data = { webhookUrl: `http://127.0.0.1:${port}/hook` };
    await db().organization.update({ where: { id: organization.id }, data });
    const { message, attempt } = await attemptDelivery(200);
    expect(message).toMatchObject({ state: "due", attempts: 1, lastReason: "refused" });
    expect(attempt).toMatchObject({ status: null, reason: "refused" });
  });

  it("reports an address that is not public, to which nothing is sent", async () => {
    env().WEBHOOKS_ALLOW_INSECURE = false;
    onTestFinished(() => {
      env().WEBHOOKS_ALLOW_INSECURE = true;
    });
    const data = { webhookUrl: receiver.url().replace("http:", "https:") };
    await db().organization.update({ where: { id: organization.id }, data });
    const { message, attempt } = await attemptDelivery(200);
    expect(message).toMatchObject({ state: "due", attempts: 1, lastReason: "blocked" });
    expect(attempt).toMatchObject({ status: null, reason: "blocked" });
    expect(receiver.received).toEqual([]);
  });

  it("reports a connection that was reset", async () => {
    const { message, attempt } = await attemptDelivery("reset");
    expect(message).toMatchObject({ state: "due", lastReason: "reset" });
    expect(attempt).toMatchObject({ status: null, reason: "reset" });
  });

  it("reports a receiver that does not respond within 10 s", async () => {
    const { message, attempt } = await attemptDelivery("silence");
    expect(message).toMatchObject({ state: "due", lastReason: "timeout" });
    expect(attempt).toMatchObject({ status: null, reason: "timeout" });
    expect(attempt?.durationMs).toBeGreaterThanOrEqual(9_900);
  });

  it("waits as long as Retry-After requests, up to a day", async () => {
    const clock = stopClock();
    const readRetryPause = async (status: number, seconds: string) => {
      const { next } = await attemptDelivery({ status, headers: { "retry-after": seconds } });
      return (next?.nextAttemptAt.getTime() ?? 0) - clock.now().getTime();
    };
    const [limited, unavailable] = [await readRetryPause(429, "600"), await readRetryPause(503, "600")];
    for (const delay of [limited, unavailable]) {
      expect(delay).toBeGreaterThanOrEqual(600 * SECOND);
      expect(delay).toBeLessThanOrEqual(660 * SECOND);
    }
    expect(await readRetryPause(500, "600")).toBeLessThanOrEqual(5.5 * SECOND);
    expect(await readRetryPause(429, "soon")).toBeLessThanOrEqual(5.5 * SECOND);
    expect(await readRetryPause(429, "99999999999")).toBeLessThanOrEqual(1.1 * DAY);
  });
});

describe("the retries", () => {
  it("follow the schedule with one webhook-id, and end for good within 25 days", async () => {
    const schedule = [
      5 * SECOND,
      30 * SECOND,
      2 * MINUTE,
      10 * MINUTE,
      30 * MINUTE,
      HOUR,
      3 * HOUR,
      6 * HOUR,
      12 * HOUR,
    ];
    const clock = stopClock();
    const began = clock.now();
    receiver.answer(500);
    const { eventId, deliver } = await recordTestEvent(organization.id);
    for (let attempt = 1; ; attempt += 1) {
      const next = await deliver();
      expect(receiver.received).toHaveLength(attempt);
      if (!next) break;
      const delay = next.nextAttemptAt.getTime() - clock.now().getTime();
      const planned = schedule[attempt - 1] ?? DAY;
      expect(delay, `after attempt ${attempt}`).toBeGreaterThanOrEqual(planned);
      expect(delay, `after attempt ${attempt}`).toBeLessThanOrEqual(planned * 1.1);
      expect((await findWebhookMessage(eventId))?.nextAttemptAt).toEqual(next.nextAttemptAt);
      clock.set(new Date(next.nextAttemptAt.getTime() - 1));
      expect(await deliver(), "a moment too early").toEqual(next);
      clock.set(next.nextAttemptAt);
    }
    const elapsed = clock.now().getTime() - began.getTime();
    expect(elapsed).toBeLessThanOrEqual(25 * DAY);
    expect(elapsed).toBeGreaterThan(22.5 * DAY);
    const message = await findWebhookMessage(eventId);
    expect(message).toMatchObject({
      state: "failed",
      lastReason: "status 500",
      attempts: receiver.received.length,
    });
    expect(message?.webhookAttempts).toHaveLength(receiver.received.length);
    expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([eventId]));
    const times = receiver.received.map(
      ({ body }) => (JSON.parse(body) as { delivered_at: string }).delivered_at,
    );
    expect(new Set(times).size).toBe(times.length);
    clock.advance(30 * DAY);
    expect(await deliver()).toBeNull();
    expect(receiver.received).toHaveLength(times.length);
  });

  it("are timed from the end of an attempt, and their window from the beginning of the first one", async () => {
    const clock = stopClock();
    const began = clock.now();
    receiver.answer(() => {
      clock.advance(9 * SECOND);
      return 500;
    });
    const { eventId, deliver } = await recordTestEvent(organization.id);
    const first = await deliver();
    expect(first?.nextAttemptAt.getTime()).toBeGreaterThanOrEqual(began.getTime() + 14 * SECOND);
    clock.set(first?.nextAttemptAt ?? began);
    const second = await deliver();
    expect(second?.nextAttemptAt.getTime()).toBeGreaterThanOrEqual(clock.now().getTime() + 30 * SECOND);
    const message = await findWebhookMessage(eventId);
    expect(message).toMatchObject({ firstAttemptAt: began, attempts: 2 });
    expect(message?.webhookAttempts[0]?.attemptedAt).toEqual(began);
  });

  it("are not made after 25 days, even when the queue was not processed for that long", async () => {
    const clock = stopClock();
    receiver.answer(500);
    const { eventId, deliver } = await recordTestEvent(organization.id);
    const next = await deliver();
    clock.advance(25 * DAY);
    expect(await deliver()).toBeNull();
    expect(receiver.received).toHaveLength(2);
    expect(await findWebhookMessage(eventId)).toMatchObject({ state: "failed", attempts: 2 });

    const late = await recordTestEvent(organization.id);
    expect(next).not.toBeNull();
    await late.deliver();
    clock.advance(25 * DAY + 1);
    receiver.answer(200);
    expect(await late.deliver()).toBeNull();
    expect(receiver.received).toHaveLength(3);
    expect(await findWebhookMessage(late.eventId)).toMatchObject({
      state: "failed",
      lastReason: "status 500",
    });

    const unsent = await recordTestEvent(organization.id);
    clock.advance(60 * DAY);
    expect(await unsent.deliver()).toBeNull();
    expect(await findWebhookMessage(unsent.eventId)).toMatchObject({ state: "done", attempts: 1 });
  });

  it("end with the first success", async () => {
    const clock = stopClock();
    receiver.script(500, "reset");
    const { eventId, deliver } = await recordTestEvent(organization.id);
    for (let next = await deliver(); next; next = await deliver()) clock.set(next.nextAttemptAt);
    const message = await findWebhookMessage(eventId);
    expect(message).toMatchObject({ state: "done", attempts: 3, lastReason: null });
    expect(message?.webhookAttempts.map(({ reason }) => reason)).toEqual(["status", "reset", null]);
  });
});

describe("an event without a webhook message", () => {
  const expectEventWithoutMessage = async () => {
    const [eventId] = await recordTestEvents(organization.id);
    expect(eventId).toBeDefined();
    expect(await findWebhookMessage(eventId ?? "")).toBeNull();
  };

  it("when the organization does not subscribe to the type", async () => {
    const data = { allowedWebhooks: ["badge.state.changed"] };
    await db().organization.update({ where: { id: organization.id }, data });
    await expectEventWithoutMessage();
    const [other] = await recordTestEvents(organization.id, 1, "badge.state.changed");
    expect(await findWebhookMessage(other ?? "")).not.toBeNull();
  });

  it("when no application has data services", async () => {
    const where = { organizationId: organization.id };
    await db().oauthApplication.updateMany({ where, data: { dataServicesEnabled: false } });
    await expectEventWithoutMessage();
  });

  it("when there is no webhook_url", async () => {
    await db().organization.update({ where: { id: organization.id }, data: { webhookUrl: null } });
    await expectEventWithoutMessage();
  });
});

describe("a message after a change of the organization's settings", () => {
  it.each([
    [
      "webhook_url",
      () => db().organization.update({ where: { id: organization.id }, data: { webhookUrl: null } }),
    ],
    [
      "data services",
      () =>
        db().oauthApplication.updateMany({
          where: { organizationId: organization.id },
          data: { dataServicesEnabled: false },
        }),
    ],
  ])("is not sent after %s was removed", async (_what, takeAway) => {
    const { eventId, deliver } = await recordTestEvent(organization.id);
    await takeAway();
    expect(await deliver()).toBeNull();
    expect(receiver.received).toHaveLength(0);
    expect(await findWebhookMessage(eventId)).toMatchObject({ state: "failed" });
    expect((await getOrganizationRow(organization.id)).webhookFailingSince).toBeNull();
  });

  it("goes to the current URL", async () => {
    const { deliver } = await recordTestEvent(organization.id);
    const data = { webhookUrl: receiver.url("/moved") };
    await db().organization.update({ where: { id: organization.id }, data });
    await deliver();
    expect(expectOne(receiver.received).path).toBe("/moved");
  });
});
