import { withAuditEntry } from "@/lib/access/audit/service";
import type { Author, Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { notFound, tooManyRequests, unprocessable } from "@/lib/kernel/errors";
import { recordEvents } from "@/lib/platform/recording/record-events";
import { findConfirmedUser } from "@/lib/identity/users/service";
import { acceptTokenSubject } from "./accept-token";
import { duplicateDeniedError } from "./duplicates";
import {
  buildNotificationMessage,
  buildNotificationUnlessSuppressed,
  buildAddressChangeEvents,
} from "./effects";
import { lockDuplicates } from "./issue-queries";
import { lockBadge, type BadgeBefore } from "./queries";
import { findLastNotification, retryMailNow, saveRecipient, type LastNotification } from "./row-queries";
import type { RecipientInput } from "./schema";
import type { BadgeRow } from "./serializer";
import { getOwnBadge, reloadBadge } from "./service";

/** Minimum time between two mails about a pending badge to the same address. */
const MIN_MAIL_INTERVAL_MS = 5 * 60_000;

/**
 * Locks a pending badge. Throws 404 when it is deleted, and 422 naming any other state. `allowedAction` completes the
 * message.
 */
async function lockPendingBadge({ id }: BadgeRow, allowedAction: string): Promise<BadgeBefore> {
  const before = await lockBadge(id);
  if (!before) throw notFound();
  if (before.state === "pending") return before;
  throw unprocessable(
    "invalid_transition",
    `This badge is ${before.state}: only a pending badge ${allowedAction}.`,
  );
}

/**
 * Applies the duplicate rule to a badge that gets another recipient. The badge itself does not count as a duplicate.
 */
async function requireNoDuplicate(badge: BadgeRow, recipientEmail: string, userId: string | null) {
  if (badge.badgeTemplate.allowDuplicateBadges) return;
  const candidate = {
    id: badge.id,
    badge_template_id: badge.badgeTemplateId,
    recipient_email: recipientEmail,
    user_id: userId,
    issuer_earner_id: badge.issuerEarnerId,
  };
  const duplicates = await lockDuplicates([candidate]);
  if (duplicates.some(({ id }) => id !== badge.id)) throw duplicateDeniedError();
}

const recipientChangedError = () =>
  unprocessable(
    "recipient_changed",
    "The address of this badge was corrected in the meantime. Reload the badge and try again.",
  );

/**
 * Corrects the address of a pending badge. The accept link of the earlier mail stops working, and a mail with a new
 * link goes to the new address, unless the badge was issued without mails. The badge belongs to the account of the
 * new address. The same address again changes nothing. Throws 404 and 403 as every change of a badge does, and 422
 * naming the state of a badge that is not pending, or when the new recipient already has the badge. Of concurrent
 * corrections, or a correction and an answer by the old link, only one succeeds.
 */
export async function correctRecipient(
  caller: Caller,
  badgeId: string,
  body: RecipientInput,
): Promise<BadgeRow> {
  const badge = await getOwnBadge(caller, badgeId);
  const { recipient_email: recipientEmail } = body;
  if (badge.state === "pending" && recipientEmail === badge.recipientEmail) return badge;
  const user = await findConfirmedUser(recipientEmail);
  return withAuditEntry(caller, "badge.correct_recipient", badge.id, async () => {
    const userId = user?.id ?? null;
    // Duplicates are locked before the badge, in the common lock order (lockBadgesToReplace).
    await requireNoDuplicate(badge, recipientEmail, userId);
    const before = await lockPendingBadge(badge, "can get another address");
    if (acceptTokenSubject({ ...badge, ...before }) !== acceptTokenSubject(badge))
      throw recipientChangedError();
    // Two corrections in the same millisecond must get different links too.
    const at = Math.max(clock.now().getTime(), (before.addressCorrectedAt?.getTime() ?? 0) + 1);
    await saveRecipient(badge, { recipientEmail, userId, addressCorrectedAt: new Date(at) });
    const after = await reloadBadge(badge);
    await recordEvents(
      await buildAddressChangeEvents({ before: { ...badge, ...before }, after }),
      buildNotificationUnlessSuppressed(after),
    );
    return after;
  });
}

const formatTime = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** Throws 429 with the times of the last mail and of the next possible one. */
function requireMailInterval(last: LastNotification): void {
  const wait = last.requestedAt.getTime() + MIN_MAIL_INTERVAL_MS - clock.now().getTime();
  if (wait <= 0) return;
  const minutes = Math.ceil(wait / 60_000);
  throw tooManyRequests(
    `This recipient was last e-mailed at ${formatTime(last.requestedAt)}. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
    Math.ceil(wait / 1_000),
  );
}

/**
 * Mails the recipient of a pending badge again, even if it was issued without mails, because this mail is requested
 * explicitly. An unsent mail is retried at once instead, so that there are never two in the queue. Throws 404 and 403
 * as every change of a badge does, 422 naming the state of a badge that is not pending, and 429 within five minutes
 * of the last mail.
 */
export async function sendNotification(caller: Author, badgeId: string): Promise<BadgeRow> {
  const badge = await getOwnBadge(caller, badgeId);
  return withAuditEntry(caller, "badge.send_notification", badge.id, async () => {
    await lockPendingBadge(badge, "can be e-mailed again");
    const row = await reloadBadge(badge);
    const last = await findLastNotification(row.id, row.addressCorrectedAt);
    if (last) requireMailInterval(last);
    if (last?.state === "due") await retryMailNow(last.id);
    else await recordEvents([], [buildNotificationMessage(row)]);
    return row;
  });
}
