import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { claimDue, type ClaimedMessage } from "@/lib/kernel/outbox/claim";
import { writeOutcomes } from "@/lib/kernel/outbox/outcomes";
import { claimDeferred, deferMessages } from "@/lib/kernel/outbox/deferred";
import { recordTestEvent, createSubscriber } from "../../support/delivery/outbox";

// Machines that share a queue and whose own clocks differ.

const SECOND = 1_000;
const CLAIM_OPTIONS = { limit: 10, leaseMs: 600 * SECOND, perOrganization: 10 };

/** Runs `work` as a machine whose clock is ahead of or behind the database's. */
async function onMachine<Result>(aheadMs: number, work: () => Promise<Result>): Promise<Result> {
  const spy = vi.spyOn(clock, "now").mockImplementation(() => new Date(Date.now() + aheadMs));
  try {
    return await work();
  } finally {
    spy.mockRestore();
  }
}

const claim = (aheadMs: number): Promise<ClaimedMessage[]> =>
  onMachine(aheadMs, () => claimDue("webhook", CLAIM_OPTIONS));

/** The time until the database hands the message out, and until its lease ends. */
async function readWaits(id: string): Promise<{ dueMs: number; leaseMs: number }> {
  const [row] = await db().$queryRaw<{ dueMs: number; leaseMs: number }[]>`
    SELECT extract(epoch FROM next_attempt_at - now())::float * 1000 AS "dueMs",
      COALESCE(extract(epoch FROM leased_until - now())::float * 1000, 0) AS "leaseMs"
    FROM outbox_messages WHERE id = ${id}::uuid`;
  if (!row) throw new Error("There is no such message.");
  return row;
}

beforeEach(() => db().outboxMessage.deleteMany());
afterEach(() => vi.restoreAllMocks());

describe.each([
  ["an hour ahead", 3_600 * SECOND],
  ["an hour behind", -3_600 * SECOND],
])("a machine whose clock is %s", (_name, aheadMs) => {
  it("takes nothing that another machine holds, and holds its own messages for the whole lease", async () => {
    const { id } = await createSubscriber("https://receiver.example/hook");
    const { messageId } = await recordTestEvent(id);
    expect(await claim(0)).toHaveLength(1);
    expect(await claim(aheadMs)).toHaveLength(0);

    await db().outboxMessage.update({ where: { id: messageId }, data: { leasedUntil: null } });
    expect(await claim(aheadMs)).toHaveLength(1);
    expect(await claim(0)).toHaveLength(0);
    const { leaseMs } = await readWaits(messageId);
    expect(leaseMs).toBeGreaterThan(0);
    expect(leaseMs).toBeLessThanOrEqual(CLAIM_OPTIONS.leaseMs);
  });

  it("writes messages that are due immediately for all machines", async () => {
    const { id } = await createSubscriber("https://receiver.example/hook");
    await onMachine(aheadMs, () => recordTestEvent(id));
    expect(await claim(0)).toHaveLength(1);
  });

  it("plans the next attempt after the intended pause", async () => {
    const { id } = await createSubscriber("https://receiver.example/hook");
    const { messageId } = await recordTestEvent(id);
    const [message] = await claim(0);
    await onMachine(aheadMs, async () => {
      const nextAttemptAt = new Date(clock.now().getTime() + 600 * SECOND);
      const outcome = { state: "due", nextAttemptAt, reason: "status 500" } as const;
      if (message) await writeOutcomes([{ message, outcome }]);
    });
    const { dueMs } = await readWaits(messageId);
    expect(dueMs).toBeGreaterThan(0);
    expect(dueMs).toBeLessThanOrEqual(600 * SECOND);
  });

  it("delays mails of a recipient by the intended pause, and takes none that another machine is sending", async () => {
    const { id } = await createSubscriber("https://receiver.example/hook");
    const { messageId } = await recordTestEvent(id);
    const recipient = "ab".repeat(32);
    const [message] = await claim(0);
    await onMachine(aheadMs, async () => {
      const nextAttemptAt = new Date(clock.now().getTime() + 600 * SECOND);
      if (message) await deferMessages([{ message, recipient, nextAttemptAt, reason: "limited" }]);
    });
    const { dueMs } = await readWaits(messageId);
    expect(dueMs).toBeGreaterThan(0);
    expect(dueMs).toBeLessThanOrEqual(600 * SECOND);
    const gatherings = [{ organizationId: id, recipient, limit: 10 }];
    expect(await claimDeferred(gatherings, CLAIM_OPTIONS.leaseMs)).toHaveLength(1);
    expect(await onMachine(aheadMs, () => claimDeferred(gatherings, CLAIM_OPTIONS.leaseMs))).toHaveLength(0);
  });
});
