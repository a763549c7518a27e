import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { recordEvents } from "@/lib/delivery/recording/record";
import { foldChanges } from "./count-queries";
import { eraseDeleted } from "./erasure-queries";
import { badgeMail } from "./follows";
import { claimReminders } from "./reminder-queries";

const DAY_MS = 24 * 3_600_000;
const AHEAD_MS = 30 * DAY_MS;
/** Longer than webhooks are retried (25 days), so that receivers can still read what was deleted. */
const KEPT_MS = 30 * DAY_MS;
const TURN = 500;
const FOLDED = 10_000;

/**
 * Sends reminders of badges that expire within 30 days, if the template has `send_expiring_badge_notifications`: one
 * mail for each badge and expiration. The mark and the mail are committed together, so a crash neither loses nor
 * repeats a mail. Handles up to 500 badges in a call. Returns true when more may be left.
 */
export function remindOfExpirations(): Promise<boolean> {
  const now = clock.now();
  return transaction(async () => {
    const due = await claimReminders(now, new Date(now.getTime() + AHEAD_MS), TURN);
    const mails = due.map((badge) =>
      badgeMail(badge, { template: "expiring_badge", expires_at: badge.expiresAt.toISOString() }),
    );
    await recordEvents([], mails);
    return due.length === TURN;
  });
}

/**
 * Erases the personal data in badges that were deleted 30 days ago. Their events then show a badge without a
 * recipient. Handles up to 500 in a call. Returns true when more may be left.
 */
export async function eraseDeletedBadges(): Promise<boolean> {
  const now = clock.now();
  return (await eraseDeleted(new Date(now.getTime() - KEPT_MS), now, TURN)) === TURN;
}

/** Folds changes into the counts by day, up to 10,000 in a call. Returns true when more may be left. */
export async function foldBadgeCounts(): Promise<boolean> {
  return (await foldChanges(FOLDED)) === FOLDED;
}
