import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import type { ClaimedMessage } from "@/lib/kernel/outbox/claim";
import { inMessageSpan } from "@/lib/kernel/outbox/message-spans";
import { writeOutcomes } from "@/lib/kernel/outbox/outcomes";
import type { DetailedResult, Job } from "@/lib/kernel/outbox/worker";
import { removeOldFolders } from "./folder";
import { deleteMovesUnchangedSince, expireTokens, failAbandoned } from "./queries";
import { runMoveTurn, type PermissionCheck } from "./run";

const BATCH_SIZE = 20;
const DAY_MS = 24 * 3_600_000;
/** How long a token of another service is stored. */
const TOKEN_MS = 7 * DAY_MS;
/** How long after no process has worked on a running move it is ended. */
const ABANDONED_MS = 6 * 3_600_000;
/** How long after its last change a move is deleted. */
const RETENTION_MS = 30 * DAY_MS;
/** How long after its last change a download is deleted. An older one is not continued. */
const DOWNLOAD_MS = DAY_MS;

async function handleMoveMessage(
  message: ClaimedMessage,
  mayStillMove: PermissionCheck,
): Promise<DetailedResult> {
  const nextAttemptAt = await runMoveTurn(message.subjectId, mayStillMove);
  if (!nextAttemptAt) return { message, outcome: { state: "done" }, detail: undefined };
  const outcome = { state: "due", nextAttemptAt, reason: "more to move", countsAsAttempt: false } as const;
  return { message, outcome, detail: undefined };
}

/** Defines the job that moves organizations in from other services, turn by turn. */
export const serviceMoveJob = (mayStillMove: PermissionCheck): Job => ({
  kind: "service_move",
  concurrency: 2,
  perOrganization: 1,
  // A turn that waits for a slow service can take longer. Another worker then finds that the run is taken.
  leaseMs: 120_000,
  attempt: (messages) =>
    Promise.resolve(
      messages.map((message) => inMessageSpan(message, () => handleMoveMessage(message, mayStillMove))),
    ),
  writeBatch: async (attempted) => {
    await transaction(() => writeOutcomes(attempted));
  },
});

/**
 * Ends moves on which no process works any more, and deletes tokens after 7 days and moves that have not changed for 30 days, up to 20 of each in a call. Returns true when more
 * may be left.
 */
export async function deleteOldMoves(): Promise<boolean> {
  const now = clock.now().getTime();
  await removeOldFolders(DOWNLOAD_MS);
  const reason = "It was not completed within 7 days, so its token was deleted.";
  const expired = await expireTokens(new Date(now - TOKEN_MS), reason, BATCH_SIZE);
  const unfinished =
    "No process has worked on it for 6 hours. Move again, or ask the operator to look at the log.";
  const abandoned = await failAbandoned(new Date(now - ABANDONED_MS), unfinished, BATCH_SIZE);
  const deleted = await deleteMovesUnchangedSince(new Date(now - RETENTION_MS), BATCH_SIZE);
  return [expired, abandoned, deleted].includes(BATCH_SIZE);
}
