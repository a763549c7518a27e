import { afterEach, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/kernel/db";
import type * as send from "@/lib/platform/outbound/send";
import {
  recordTestEvent,
  findWebhookMessage,
  getOrganizationRow,
  stopClock,
} from "../../support/delivery/outbox";
import { organization, receiver, useSubscriber } from "../../support/delivery/webhook-setting";

const outbound = vi.hoisted(() => ({ fault: null as null | send.OutboundResult }));
vi.mock("@/lib/platform/outbound/send", async (importOriginal) => {
  const original = await importOriginal<typeof send>();
  const sendOutbound: typeof original.sendOutbound = (input) =>
    outbound.fault ? Promise.resolve(outbound.fault) : original.sendOutbound(input);
  return { ...original, sendOutbound };
});

const SECOND = 1_000;
const DAY = 24 * 3_600 * SECOND;

useSubscriber();
afterEach(() => {
  outbound.fault = null;
  vi.restoreAllMocks();
});

describe("the endpoint's health", () => {
  const readHealth = async () => {
    const { webhookFailingSince, webhookFailureMailedAt } = await getOrganizationRow(organization.id);
    return { since: webhookFailingSince, mailedAt: webhookFailureMailedAt };
  };
  const listMails = () =>
    db().outboxMessage.findMany({
      where: { kind: "mail", organizationId: organization.id, subjectId: organization.id },
    });

  it("is failing since the first failure, reported by mail once after 5 days, and cleared by a success", async () => {
    const clock = stopClock();
    const began = clock.now();
    receiver.answer(500);
    const deliverFailing = async () => (await recordTestEvent(organization.id)).deliver();
    await deliverFailing();
    clock.advance(5 * DAY - 1);
    await deliverFailing();
    expect(await readHealth()).toEqual({ since: began, mailedAt: null });
    expect(await listMails()).toHaveLength(0);

    clock.advance(1);
    await Promise.all([deliverFailing(), deliverFailing(), deliverFailing()]);
    clock.advance(DAY);
    await deliverFailing();
    expect(await readHealth()).toEqual({ since: began, mailedAt: new Date(began.getTime() + 5 * DAY) });
    expect((await listMails()).map(({ payload }) => payload)).toEqual([{ template: "webhook_failing" }]);

    receiver.answer(200);
    await deliverFailing();
    expect(await readHealth()).toEqual({ since: null, mailedAt: null });

    receiver.answer(500);
    const again = clock.now();
    await deliverFailing();
    clock.advance(5 * DAY);
    await deliverFailing();
    expect(await readHealth()).toMatchObject({ since: again });
    expect(await listMails()).toHaveLength(2);
  });

  it("is not affected by errors on our side, nor are the attempts and the retry window", async () => {
    const clock = stopClock();
    const { eventId, deliver } = await recordTestEvent(organization.id);
    const message = "The connection could not be opened.";
    outbound.fault = { kind: "failure", reason: "refused", message, ours: true, durationMs: 1 };
    const next = await deliver();
    expect(next?.nextAttemptAt.getTime()).toBe(clock.now().getTime() + 30 * SECOND);
    expect(await findWebhookMessage(eventId)).toMatchObject({
      state: "due",
      attempts: 0,
      firstAttemptAt: null,
    });
    expect(await readHealth()).toEqual({ since: null, mailedAt: null });
    outbound.fault = null;
    clock.advance(DAY);
    receiver.answer(500);
    await deliver();
    expect(await findWebhookMessage(eventId)).toMatchObject({ attempts: 1, firstAttemptAt: clock.now() });
    expect(await readHealth()).toMatchObject({ since: clock.now() });
  });

  it("is not affected when our own secret cannot be read, and the message is not retried forever", async () => {
    const clock = stopClock();
    const { eventId, deliver } = await recordTestEvent(organization.id);
    await db().organization.update({
      where: { id: organization.id },
      data: { webhookSecret: Buffer.from("x") },
    });
    expect(await deliver()).not.toBeNull();
    expect(await findWebhookMessage(eventId)).toMatchObject({
      state: "due",
      attempts: 0,
      lastReason: "internal",
    });
    expect(await readHealth()).toEqual({ since: null, mailedAt: null });
    expect(receiver.received).toHaveLength(0);
    clock.advance(26 * DAY);
    expect(await deliver()).toBeNull();
    expect(await findWebhookMessage(eventId)).toMatchObject({ state: "failed", lastReason: "internal" });
  });
});
