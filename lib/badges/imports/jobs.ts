import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import type { ClaimedMessage } from "@/lib/kernel/outbox/claim";
import { inMessageSpan } from "@/lib/kernel/outbox/message-spans";
import { writeOutcomes } from "@/lib/kernel/outbox/outcomes";
import type { DetailedResult, Job } from "@/lib/kernel/outbox/worker";
import { deleteImportsUnchangedSince } from "./queries";
import { runImportStep, type PermissionCheck } from "./run";
import { RETENTION_MS } from "./serializer";

const BATCH_SIZE = 20;

async function handleImportMessage(
  message: ClaimedMessage,
  mayStillIssue: PermissionCheck,
): Promise<DetailedResult> {
  const nextAttemptAt = await runImportStep(message.subjectId, mayStillIssue);
  if (!nextAttemptAt) return { message, outcome: { state: "done" }, detail: undefined };
  // Goes to the end of the queue: imports of several organizations take turns.
  const outcome = { state: "due", nextAttemptAt, reason: "more rows", countsAsAttempt: false } as const;
  return { message, outcome, detail: undefined };
}

/**
 * Defines the job that runs imports, step by step. Each runner does one step at a time: a step keeps a processor of
 * the database busy, and other callers issue badges too.
 */
export const badgeImportJob = (mayStillIssue: PermissionCheck): Job => ({
  kind: "badge_import",
  concurrency: 1,
  perOrganization: 1,
  // A step that takes longer still has its import locked, so the step of another worker waits until it ends.
  leaseMs: 15_000,
  attempt: (messages) =>
    Promise.resolve(
      messages.map((message) => inMessageSpan(message, () => handleImportMessage(message, mayStillIssue))),
    ),
  writeBatch: async (attempted) => {
    await transaction(() => writeOutcomes(attempted));
  },
});

/** Deletes imports that have not changed for 30 days, up to 20 in a call. Returns true when more may be left. */
export const deleteOldImports = async (): Promise<boolean> =>
  (await deleteImportsUnchangedSince(new Date(clock.now().getTime() - RETENTION_MS), BATCH_SIZE)) ===
  BATCH_SIZE;
