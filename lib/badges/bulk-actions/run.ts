import { withAuditEntry } from "@/lib/access/audit/service";
import type { Access, Actor, Author } from "@/lib/access/callers/caller";
import { sendNotification } from "@/lib/badges/issued/recipient";
import { deleteBadge, revokeBadge } from "@/lib/badges/issued/service";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { isDatabaseUnavailable } from "@/lib/kernel/database-errors";
import { ApiError } from "@/lib/kernel/errors";
import type { BulkActionKind } from "./choices";
import { findNextItem, saveFailedAttempt, saveItemResult, type ItemResult } from "./item-queries";
import { findRunningBulkAction, lockRunningBulkAction, saveBulkAction } from "./queries";
import type { BulkActionRecord } from "./serializer";

/** Badges per step. Organizations take turns after each step. */
const BADGES_PER_STEP = 100;
/** After this many internal errors with one badge, the run continues with the next one. */
const MAX_ATTEMPTS = 3;

/** The access that each action needs, by hand and in bulk. */
export const NEEDED_ACCESS = {
  resend: "write",
  revoke: "write",
  delete: "delete",
} as const satisfies Record<BulkActionKind, keyof Access>;

/** Whether the person who started a bulk action may still do this to badges. */
export type PermissionCheck = (author: Author, access: keyof Access) => Promise<boolean>;

const bulkAuthor = (row: BulkActionRecord): Author => ({
  organizationId: row.organizationId,
  actor: { type: row.startedByType as Actor["type"], id: row.startedById, name: row.startedByName },
});

/** The actions are those on a single badge, with their rules, events, mails and audit entries (decision 0111). */
const ACTIONS: Record<
  BulkActionKind,
  (author: Author, badgeId: string, row: BulkActionRecord) => Promise<unknown>
> = {
  resend: (author, badgeId) => sendNotification(author, badgeId),
  revoke: (author, badgeId, { reason, isMailSuppressed }) =>
    revokeBadge(author, badgeId, {
      reason: reason ?? "",
      suppress_revoke_notification_email: isMailSuppressed,
    }),
  delete: (author, badgeId) => deleteBadge(author, badgeId),
};

/** Does the action. A rule that does not allow it is thrown before anything is written, so the badge is skipped. */
async function act(author: Author, badgeId: string, row: BulkActionRecord): Promise<ItemResult> {
  try {
    await ACTIONS[row.action](author, badgeId, row);
    return { status: "done", code: null, message: null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return { status: "skipped", code: error.code, message: error.message };
  }
}

async function finishRun(
  author: Author,
  row: BulkActionRecord,
  outcome: { state: "done" | "stopped"; stopReason?: string },
) {
  const action = outcome.state === "done" ? "badge_bulk_action.finish" : "badge_bulk_action.stop";
  await withAuditEntry(author, action, row.id, () =>
    saveBulkAction(row, { ...outcome, finishedAt: clock.now() }),
  );
}

/** Does the action on one badge and saves the result in the same transaction. */
async function actOnItem(
  author: Author,
  row: BulkActionRecord,
  item: { number: number; badgeId: string },
): Promise<void> {
  const { status, ...reason } = await act(author, item.badgeId, row);
  await saveItemResult(row, item.number, { status, ...reason });
  await saveBulkAction(
    row,
    status === "done" ? { doneCount: { increment: 1 } } : { skippedCount: { increment: 1 } },
  );
}

/** Counts a failed attempt. Returns true when the badge is given up, so that the run can continue. */
const giveUpItem = (row: BulkActionRecord, number: number): Promise<boolean> =>
  transaction(async () => {
    if (!(await lockRunningBulkAction(row))) return false;
    const hasFailed = await saveFailedAttempt(row, number, MAX_ATTEMPTS);
    if (hasFailed) await saveBulkAction(row, { failedCount: { increment: 1 } });
    return hasFailed;
  });

/**
 * Does the action on the next badge, or finishes the run when none is left. The change of the badge and its result are
 * one transaction, which locks the run: a process may die at any line, and two workers never act on the same badge.
 * Returns true when there may be more. An internal error is thrown again, so that the queue waits before it tries again,
 * unless the badge is given up.
 */
async function actOnNextBadge(author: Author, row: BulkActionRecord): Promise<boolean> {
  let tried: number | null = null;
  try {
    return await transaction(async () => {
      if (!(await lockRunningBulkAction(row))) return false;
      const item = await findNextItem(row);
      tried = item?.number ?? null;
      if (item) await actOnItem(author, row, item);
      else await finishRun(author, row, { state: "done" });
      return item !== null;
    });
  } catch (error) {
    if (tried !== null && !isDatabaseUnavailable(error) && (await giveUpItem(row, tried))) return true;
    throw error;
  }
}

/** Stops the run of somebody who may no longer do this. Returns true when it was stopped. */
async function stopUnlessAllowed(
  author: Author,
  row: BulkActionRecord,
  mayStillAct: PermissionCheck,
): Promise<boolean> {
  if (await mayStillAct(author, NEEDED_ACCESS[row.action])) return false;
  await transaction(async () => {
    if (!(await lockRunningBulkAction(row))) return;
    const stopReason = `The person or token that started it may no longer ${row.action} badges here.`;
    await finishRun(author, row, { state: "stopped", stopReason });
  });
  return true;
}

/**
 * Does the action on the next badges of a run. The permission of the person who started it is checked again each time.
 * Returns true when there is more to do.
 */
export async function runBulkActionStep(id: string, mayStillAct: PermissionCheck): Promise<boolean> {
  const row = await findRunningBulkAction(id);
  if (!row) return false;
  const author = bulkAuthor(row);
  if (await stopUnlessAllowed(author, row, mayStillAct)) return false;
  for (let count = 0; count < BADGES_PER_STEP; count += 1) {
    if (!(await actOnNextBadge(author, row))) return false;
  }
  return true;
}
