import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { webhookAttempts } from "@/lib/platform/metrics/metrics";
import { inMessageSpan } from "@/lib/kernel/outbox/message-spans";
import { writeOutcomes } from "@/lib/kernel/outbox/outcomes";
import { recordEvents } from "@/lib/platform/recording/record-events";
import type { DetailedResult, Job } from "@/lib/kernel/outbox/worker";
import { deliverWebhook, DELIVERY_TIMEOUT_MS, type DeliveryAttemptDetail } from "./deliver";
import { claimFailureMails, findDeliveries, insertAttempts, recordEndpointHealth } from "./queries";

const FAILURE_MAIL_AFTER_MS = 5 * 24 * 3_600_000;

const listOrganizationIdsByHealth = (
  attempted: DetailedResult<DeliveryAttemptDetail>[],
  isWorking: boolean,
): string[] => [
  ...new Set(
    attempted.flatMap(({ message, detail }) =>
      detail?.isWorking === isWorking && message.organizationId ? [message.organizationId] : [],
    ),
  ),
];

const countAttempt = ({ outcome, detail }: DetailedResult<DeliveryAttemptDetail>): void =>
  webhookAttempts().inc({ outcome: outcome.state, reason: detail?.attempt?.reason ?? "" });

/**
 * Writes outcomes, attempts, the endpoint's health, and after five days of failures a mail to its contact, in one
 * commit.
 */
async function storeDeliveryResults(attempted: DetailedResult<DeliveryAttemptDetail>[]): Promise<void> {
  await transaction(async () => {
    const settled = await writeOutcomes(attempted);
    const written = attempted.filter(({ message }) => settled.has(message.id));
    await insertAttempts(written.flatMap(({ detail }) => detail?.attempt ?? []));
    const now = clock.now();
    const working = listOrganizationIdsByHealth(written, true);
    const failing = listOrganizationIdsByHealth(written, false).filter((id) => !working.includes(id));
    if (working.length + failing.length > 0) await recordEndpointHealth(working, failing, now);
    if (failing.length === 0) return;
    const mailed = await claimFailureMails(failing, new Date(now.getTime() - FAILURE_MAIL_AFTER_MS), now);
    const mails = mailed.map((id) => ({
      kind: "mail" as const,
      organizationId: id,
      subjectId: id,
      payload: { template: "webhook_failing" },
    }));
    await recordEvents([], mails);
  });
}

/** The job that delivers events to the organizations' receivers. */
export const webhookJob: Job = {
  kind: "webhook",
  concurrency: 128,
  perOrganization: 64,
  leaseMs: 2 * DELIVERY_TIMEOUT_MS,
  attempt: async (messages) => {
    const deliveries = await findDeliveries(
      messages.map(({ subjectId }) => subjectId),
      clock.now(),
    );
    const byEvent = new Map(deliveries.map((delivery) => [delivery.eventId, delivery]));
    return messages.map((message) =>
      inMessageSpan(message, () => deliverWebhook(message, byEvent.get(message.subjectId))),
    );
  },
  writeBatch: async (attempted) => {
    const deliveries = attempted as DetailedResult<DeliveryAttemptDetail>[];
    await storeDeliveryResults(deliveries);
    deliveries.forEach(countAttempt);
  },
};
