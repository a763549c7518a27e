import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { recordEvents } from "@/lib/platform/recording/record-events";
import { REMINDER_DAYS } from "./choices";
import { foldChanges } from "./queries";
import { eraseBadgesDeletedBefore } from "./erasure-queries";
import { buildBadgeMailMessage } from "./effects";
import { claimReminders } from "./row-queries";

const DAY_MS = 24 * 3_600_000;
const REMINDER_LEAD_MS = REMINDER_DAYS * DAY_MS;
/** Longer than webhooks are retried (25 days), so that receivers can still read what was deleted. */
const ERASURE_DELAY_MS = 30 * DAY_MS;
const BATCH_SIZE = 500;
const FOLD_BATCH_SIZE = 10_000;

/**
 * Sends reminders of badges that expire within 30 days, if the template has `send_expiring_badge_notifications`: one
 * mail for each badge and expiration. The mark and the mail are committed together, so a crash neither loses nor
 * repeats a mail. Handles up to 500 badges in a call, of one organization's templates or of all. Returns true when more
 * may be left.
 */
export function remindOfExpirations(organizationId: string | null = null): Promise<boolean> {
  const now = clock.now();
  return transaction(async () => {
    const until = new Date(now.getTime() + REMINDER_LEAD_MS);
    const due = await claimReminders({ after: now, until, organizationId }, BATCH_SIZE);
    const mails = due.map((badge) =>
      buildBadgeMailMessage(badge, { template: "expiring_badge", expires_at: badge.expiresAt.toISOString() }),
    );
    await recordEvents([], mails);
    return due.length === BATCH_SIZE;
  });
}

/**
 * Erases the personal data in badges that were deleted 30 days ago. Their events then show a badge without a
 * recipient. Handles up to 500 in a call. Returns true when more may be left.
 */
export async function eraseDeletedBadges(): Promise<boolean> {
  const now = clock.now();
  return (
    (await eraseBadgesDeletedBefore(new Date(now.getTime() - ERASURE_DELAY_MS), now, BATCH_SIZE)) ===
    BATCH_SIZE
  );
}

/** Folds changes into the counts by day, up to 10,000 in a call. Returns true when more may be left. */
export async function foldBadgeCounts(): Promise<boolean> {
  return (await foldChanges(FOLD_BATCH_SIZE)) === FOLD_BATCH_SIZE;
}
