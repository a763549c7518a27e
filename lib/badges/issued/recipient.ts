import { audited } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { notFound, tooManyRequests, unprocessable } from "@/lib/kernel/errors";
import { record } from "@/lib/delivery/recording/record";
import { confirmedUser } from "@/lib/identity/users/service";
import { acceptSubject } from "./accept-token";
import { duplicateDenied } from "./duplicates";
import { notification, pendingMail, readdressedEvents } from "./follows";
import { lockDuplicates } from "./issue-queries";
import { lockBadge, type Left } from "./queries";
import { findLastNotification, hurry, saveRecipient, type LastNotification } from "./recipient-queries";
import type { RecipientInput } from "./schema";
import type { BadgeRow } from "./serializer";
import { getOwnBadge, reload } from "./service";

/** Between two mails about one pending badge at one address. */
const PAUSE_MS = 5 * 60_000;

/** Locks a badge of which only a pending one has what `what` names; 404 when it is gone, 422 that names the state. */
async function lockPending({ id }: BadgeRow, what: string): Promise<Left> {
  const left = await lockBadge(id);
  if (!left) throw notFound();
  if (left.state === "pending") return left;
  throw unprocessable("invalid_transition", `This badge is ${left.state}: only a pending one ${what}.`);
}

/** The duplicate rule for a badge that is to have another recipient: the badge itself is no duplicate of it. */
async function requireNoDuplicate(badge: BadgeRow, recipientEmail: string, userId: string | null) {
  if (badge.badgeTemplate.allowDuplicateBadges) return;
  const candidate = {
    id: badge.id,
    badge_template_id: badge.badgeTemplateId,
    recipient_email: recipientEmail,
    user_id: userId,
    issuer_earner_id: badge.issuerEarnerId,
  };
  const held = await lockDuplicates([candidate]);
  if (held.some(({ id }) => id !== badge.id)) throw duplicateDenied();
}

const readdressedMeanwhile = () =>
  unprocessable("recipient_changed", "The address of this badge was corrected meanwhile; look at it again.");

/**
 * Corrects the address of a pending badge: the accept link of the mail before is dead from then on, and a mail with
 * another one goes to the new address, unless the badge was issued without mails. The new address decides which account
 * the badge waits for. Its own address again changes nothing. 404 and 403 as for every change of a badge; 422 that names
 * the state of a badge that is not pending, and when the new recipient has the badge already. Of two racing corrections
 * one wins, and so of a correction and an answer by the old link.
 */
export async function correctRecipient(
  caller: Caller,
  badgeId: string,
  body: RecipientInput,
): Promise<BadgeRow> {
  const badge = await getOwnBadge(caller, badgeId);
  const { recipient_email: recipientEmail } = body;
  if (badge.state === "pending" && recipientEmail === badge.recipientEmail) return badge;
  const user = await confirmedUser(recipientEmail);
  return audited(caller, "badge.correct_recipient", badge.id, async () => {
    const userId = user?.id ?? null;
    // The locks of the duplicate rule come before that of the badge, as everywhere (lockHeldBadges).
    await requireNoDuplicate(badge, recipientEmail, userId);
    const left = await lockPending(badge, "can get another address");
    if (acceptSubject({ ...badge, ...left }) !== acceptSubject(badge)) throw readdressedMeanwhile();
    // Two corrections in one millisecond make two links nevertheless.
    const at = Math.max(clock.now().getTime(), (left.addressCorrectedAt?.getTime() ?? 0) + 1);
    await saveRecipient(badge, { recipientEmail, userId, addressCorrectedAt: new Date(at) });
    const after = await reload(badge);
    await record(await readdressedEvents({ before: { ...badge, ...left }, after }), pendingMail(after));
    return after;
  });
}

const clockTime = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** 429 that says when the last mail went, and when the next one may. */
function requirePause(last: LastNotification): void {
  const wait = last.askedAt.getTime() + PAUSE_MS - clock.now().getTime();
  if (wait <= 0) return;
  const minutes = Math.ceil(wait / 60_000);
  throw tooManyRequests(
    `The last mail to this recipient was sent off at ${clockTime(last.askedAt)}. Another one can follow in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
    Math.ceil(wait / 1_000),
  );
}

/**
 * Mails the recipient of a pending badge once more, also when it was issued without mails: somebody asks for it. A mail
 * that could not be handed over yet is tried again at once, so that no two wait. 404 and 403 as for every change of a
 * badge; 422 that names the state of a badge that is not pending; 429 within five minutes of the mail before.
 */
export async function sendNotification(caller: Caller, badgeId: string): Promise<BadgeRow> {
  const badge = await getOwnBadge(caller, badgeId);
  return audited(caller, "badge.send_notification", badge.id, async () => {
    await lockPending(badge, "is mailed about");
    const row = await reload(badge);
    const last = await findLastNotification(row.id, row.addressCorrectedAt);
    if (last) requirePause(last);
    if (last?.state === "due") await hurry(last.id);
    else await record([], [notification(row)]);
    return row;
  });
}
