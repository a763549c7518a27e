import { audited } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import { toDatedInstant, toIsoDate, type DatedInstant } from "@/lib/kernel/dates";
import { invalidField } from "@/lib/kernel/errors";
import { recordEvents, type NewMessage } from "@/lib/delivery/recording/record";
import { confirmedUser } from "@/lib/identity/users/service";
import { duplicateBehavior, duplicateDenied } from "./duplicates";
import { resolveReplacement } from "./expiration";
import { badgeMail, createdEvents, movedEvents, pendingMail } from "./follows";
import { templateWentAway, usableTemplate } from "./issue";
import { insertBadges, lockDuplicates } from "./issue-queries";
import { badgeOf, candidateOf, draftBadge, newBadge, type Draft } from "./new-badge";
import { findBadgeById, moveState, type Left } from "./queries";
import type { ReplaceInput } from "./schema";
import type { BadgeRow } from "./serializer";
import { getOwnBadge } from "./service";
import { FROM, lostTo } from "./transitions";

const lockedAddress = (badge: BadgeRow) =>
  invalidField(
    "recipient_email",
    "recipient_email_locked",
    `This badge is ${badge.state}: recipient_email may be changed only while a badge is pending.`,
  );

const expirationOf = (badge: BadgeRow): DatedInstant | null =>
  badge.expiresAt && {
    ...toDatedInstant(badge.expiresAt),
    date: toIsoDate(badge.expiresAtDate ?? badge.expiresAt),
  };

/**
 * Drafts the replacement. Rule 1: fields that are not given are not copied from the replaced badge, except the
 * address and `expires_at`.
 */
async function draftReplacement(caller: Caller, old: BadgeRow, body: ReplaceInput): Promise<Draft> {
  const recipientEmail = body.recipient_email ?? old.recipientEmail;
  const template = await usableTemplate(caller, body.badge_template_id);
  const user = await confirmedUser(recipientEmail);
  return draftBadge(
    caller,
    { ...body, recipient_email: recipientEmail },
    {
      template,
      user,
      expiration: resolveReplacement(body.expires_at, template, body.issued_at, expirationOf(old)),
      behavior: duplicateBehavior(template.allowDuplicateBadges, body.duplicate_behavior),
    },
  );
}

/**
 * Marks the old badge as replaced. Rule 3: a new address requires a pending badge, otherwise any badge that is not
 * replaced yet is accepted.
 */
async function endOld(old: BadgeRow, draft: Draft): Promise<Left> {
  const isSameAddress = draft.columns.recipientEmail === old.recipientEmail;
  const from = isSameAddress ? FROM.replaced : FROM.accepted;
  const change = { state: "replaced", replacementBadgeId: draft.columns.id } as const;
  const left = await moveState(old, from, change);
  if (left) return left;
  const now = await findBadgeById(old.id);
  throw now && now.state !== "replaced" ? lockedAddress(now) : lostTo(now, "replaced");
}

/** Builds the mail. Rule 2: the message of the issuer, or else the usual mail of a pending badge. */
const mailsOf = ({ columns }: Draft, message: string | null | undefined): NewMessage[] =>
  message
    ? [badgeMail(columns, { template: "replaced_badge", notification_message: message })]
    : pendingMail(columns);

/**
 * Replaces a badge by a new one (specification, "Replace"): the old one becomes `replaced`, the new one is pending,
 * and they refer to each other. Throws 404 and 403 as every change of a badge does. Throws 422 for a badge that is
 * already replaced (naming the state), a new address for one that is not pending, an unknown or inactive template, an
 * expiration before the issue, and when the recipient has another badge that the new one would duplicate. Of
 * concurrent replacements one succeeds.
 */
export async function replaceBadge(caller: Caller, badgeId: string, body: ReplaceInput): Promise<BadgeRow> {
  const old = await getOwnBadge(caller, badgeId);
  if (old.state === "replaced") throw lostTo(old, "replaced");
  const draft = await draftReplacement(caller, old, body);
  return audited(caller, "badge.replace", old.id, async () => {
    // Duplicates are locked before the badge, in the common lock order (lockHeldBadges).
    const held = draft.behavior === "allow" ? [] : await lockDuplicates([candidateOf(draft)]);
    const left = await endOld(old, draft);
    if (held.some(({ id }) => id !== old.id)) throw duplicateDenied();
    const { issued, beganAt, groups } = await insertBadges(
      caller.organizationId,
      [newBadge(draft, null, old.id)],
      {
        events: createdEvents(draft.columns, draft.user),
        messages: mailsOf(draft, body.notification_message),
        audit: [],
      },
    );
    if (issued.length === 0) throw await templateWentAway(caller, draft.template.id);
    await recordEvents(
      await movedEvents([{ before: { ...old, ...left }, after: { ...old, ...left, state: "replaced" } }]),
    );
    return badgeOf(draft, { groups, beganAt, replacesBadgeId: old.id, count: 1 });
  });
}
