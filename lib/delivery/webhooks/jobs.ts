import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { webhookAttempts } from "@/lib/platform/metrics/metrics";
import { settle } from "@/lib/kernel/outbox/settle";
import { record } from "@/lib/delivery/recording/record";
import type { Attempted, Job } from "@/lib/kernel/outbox/worker";
import { deliver, TIMEOUT_MS, type DeliveryDetail } from "./deliver";
import { claimFailureMails, findDeliveries, insertAttempts, noteHealth } from "./queries";

const FAILING_MS = 5 * 24 * 3_600_000;

const organizationsOf = (attempted: Attempted<DeliveryDetail>[], isWorking: boolean): string[] => [
  ...new Set(
    attempted.flatMap(({ message, detail }) =>
      detail?.isWorking === isWorking && message.organizationId ? [message.organizationId] : [],
    ),
  ),
];

const count = ({ outcome, detail }: Attempted<DeliveryDetail>): void =>
  webhookAttempts().inc({ outcome: outcome.state, reason: detail?.attempt?.reason ?? "" });

/**
 * Writes outcomes, attempts, the endpoint's health, and after five days of failures a mail to its contact, in one
 * commit.
 */
async function settleDeliveries(attempted: Attempted<DeliveryDetail>[]): Promise<void> {
  await transaction(async () => {
    const settled = await settle(attempted);
    const written = attempted.filter(({ message }) => settled.has(message.id));
    await insertAttempts(written.flatMap(({ detail }) => detail?.attempt ?? []));
    const now = clock.now();
    const working = organizationsOf(written, true);
    const failing = organizationsOf(written, false).filter((id) => !working.includes(id));
    if (working.length + failing.length > 0) await noteHealth(working, failing, now);
    if (failing.length === 0) return;
    const mailed = await claimFailureMails(failing, new Date(now.getTime() - FAILING_MS), now);
    const mails = mailed.map((id) => ({
      kind: "mail" as const,
      organizationId: id,
      subjectId: id,
      payload: { template: "webhook_failing" },
    }));
    await record([], mails);
  });
}

/** The job that delivers events to the organizations' receivers. */
export const webhookJob: Job = {
  kind: "webhook",
  concurrency: 128,
  perOrganization: 64,
  leaseMs: 2 * TIMEOUT_MS,
  attempt: async (messages) => {
    const deliveries = await findDeliveries(
      messages.map(({ subjectId }) => subjectId),
      clock.now(),
    );
    const byEvent = new Map(deliveries.map((delivery) => [delivery.eventId, delivery]));
    return messages.map((message) => deliver(message, byEvent.get(message.subjectId)));
  },
  settle: async (attempted) => {
    const deliveries = attempted as Attempted<DeliveryDetail>[];
    await settleDeliveries(deliveries);
    deliveries.forEach(count);
  },
};
