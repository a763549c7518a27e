import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import type { ClaimedMessage } from "@/lib/kernel/outbox/claim";
import { inMessageSpan } from "@/lib/kernel/outbox/message-spans";
import { writeOutcomes } from "@/lib/kernel/outbox/outcomes";
import type { DetailedResult, Job } from "@/lib/kernel/outbox/worker";
import { deleteBulkActionsUnchangedSince } from "./queries";
import { runBulkActionStep, type PermissionCheck } from "./run";
import { RETENTION_MS } from "./serializer";

const BATCH_SIZE = 20;

async function handleMessage(message: ClaimedMessage, mayStillAct: PermissionCheck): Promise<DetailedResult> {
  const hasMore = await runBulkActionStep(message.subjectId, mayStillAct);
  // Goes to the end of the queue: bulk actions of several organizations take turns.
  const next = {
    state: "due",
    nextAttemptAt: clock.now(),
    reason: "more badges",
    countsAsAttempt: false,
  } as const;
  return { message, outcome: hasMore ? next : { state: "done" }, detail: undefined };
}

/** Defines the job that runs bulk actions, step by step. Each runner does one step at a time. */
export const badgeBulkActionJob = (mayStillAct: PermissionCheck): Job => ({
  kind: "badge_bulk_action",
  concurrency: 1,
  perOrganization: 1,
  // Each badge locks the run, so the step of another worker only continues where this one is.
  leaseMs: 30_000,
  attempt: (messages) =>
    Promise.resolve(
      messages.map((message) => inMessageSpan(message, () => handleMessage(message, mayStillAct))),
    ),
  writeBatch: async (attempted) => {
    await transaction(() => writeOutcomes(attempted));
  },
});

/** Deletes bulk actions that have not changed for 30 days, up to 20 in a call. Returns true when more may be left. */
export const deleteOldBulkActions = async (): Promise<boolean> =>
  (await deleteBulkActionsUnchangedSince(new Date(clock.now().getTime() - RETENTION_MS), BATCH_SIZE)) ===
  BATCH_SIZE;
