import { afterEach, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/kernel/db";
import type * as send from "@/lib/platform/outbound/send";
import { emitOne, messageOf, organizationRow, stopClock } from "../../support/delivery/outbox";
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
  const health = async () => {
    const { webhookFailingSince, webhookFailureMailedAt } = await organizationRow(organization.id);
    return { since: webhookFailingSince, mailedAt: webhookFailureMailedAt };
  };
  const mails = () =>
    db().outboxMessage.findMany({
      where: { kind: "mail", organizationId: organization.id, subjectId: organization.id },
    });

  it("is failing since the first failure, reported by mail once after 5 days, and cleared by a success", async () => {
    const clock = stopClock();
    const began = clock.now();
    receiver.answer(500);
    const fail = async () => (await emitOne(organization.id)).deliver();
    await fail();
    clock.advance(5 * DAY - 1);
    await fail();
    expect(await health()).toEqual({ since: began, mailedAt: null });
    expect(await mails()).toHaveLength(0);

    clock.advance(1);
    await Promise.all([fail(), fail(), fail()]);
    clock.advance(DAY);
    await fail();
    expect(await health()).toEqual({ since: began, mailedAt: new Date(began.getTime() + 5 * DAY) });
    expect((await mails()).map(({ payload }) => payload)).toEqual([{ template: "webhook_failing" }]);

    receiver.answer(200);
    await fail();
    expect(await health()).toEqual({ since: null, mailedAt: null });

    receiver.answer(500);
    const again = clock.now();
    await fail();
    clock.advance(5 * DAY);
    await fail();
    expect(await health()).toMatchObject({ since: again });
    expect(await mails()).toHaveLength(2);
  });

  it("is not affected by errors on our side, nor are the attempts and the retry window", async () => {
    const clock = stopClock();
    const { eventId, deliver } = await emitOne(organization.id);
    const message = "The connection could not be opened.";
    outbound.fault = { kind: "failure", reason: "refused", message, ours: true, durationMs: 1 };
    const next = await deliver();
    expect(next?.nextAttemptAt.getTime()).toBe(clock.now().getTime() + 30 * SECOND);
    expect(await messageOf(eventId)).toMatchObject({ state: "due", attempts: 0, firstAttemptAt: null });
    expect(await health()).toEqual({ since: null, mailedAt: null });
    outbound.fault = null;
    clock.advance(DAY);
    receiver.answer(500);
    await deliver();
    expect(await messageOf(eventId)).toMatchObject({ attempts: 1, firstAttemptAt: clock.now() });
    expect(await health()).toMatchObject({ since: clock.now() });
  });

  it("is not affected when our own secret cannot be read, and the message is not retried forever", async () => {
    const clock = stopClock();
    const { eventId, deliver } = await emitOne(organization.id);
    await db().organization.update({
      where: { id: organization.id },
      data: { webhookSecret: Buffer.from("x") },
    });
    expect(await deliver()).not.toBeNull();
    expect(await messageOf(eventId)).toMatchObject({ state: "due", attempts: 0, lastReason: "internal" });
    expect(await health()).toEqual({ since: null, mailedAt: null });
    expect(receiver.received).toHaveLength(0);
    clock.advance(26 * DAY);
    expect(await deliver()).toBeNull();
    expect(await messageOf(eventId)).toMatchObject({ state: "failed", lastReason: "internal" });
  });
});
