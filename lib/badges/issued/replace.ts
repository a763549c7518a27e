import { withAuditEntry } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import { toDatedInstant, toIsoDate, type DatedInstant } from "@/lib/kernel/dates";
import { invalidField, unprocessable } from "@/lib/kernel/errors";
import { recordEvents, type NewMessage } from "@/lib/platform/recording/record-events";
import { takePlaces } from "@/lib/badges/collections/service";
import { findConfirmedUser } from "@/lib/identity/users/service";
import { duplicateBehavior, duplicateDeniedError } from "./duplicates";
import { resolveReplacementExpiration } from "./expiration";
import {
  buildBadgeMailMessage,
  buildCreatedEvents,
  buildStateChangeEvents,
  buildNotificationUnlessSuppressed,
} from "./effects";
import { findTemplateError, requireUsableTemplate } from "./issue";
import { insertBadges, lockDuplicates } from "./issue-queries";
import { toBadgeRow, toDuplicateCandidate, draftBadge, toNewBadge, type Draft } from "./new-badge";
import { findBadgeById, changeState, type BadgeBefore } from "./queries";
import type { ReplaceInput } from "./schema";
import type { BadgeRow } from "./serializer";
import { getOwnBadge, ALLOWED_FROM, changeFailedError } from "./service";

const addressLockedError = (badge: BadgeRow) =>
  invalidField(
    "recipient_email",
    "recipient_email_locked",
    `This badge is ${badge.state}: recipient_email may be changed only while a badge is pending.`,
  );

/** 422 for a badge whose person was erased (decision 0126). */
const badgeWithdrawnError = () =>
  unprocessable(
    "badge_withdrawn",
    "This badge was withdrawn at the request of its holder. Issue a new badge.",
  );

const badgeExpiration = (badge: BadgeRow): DatedInstant | null =>
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
  const template = await requireUsableTemplate(caller, body.badge_template_id);
  const user = await findConfirmedUser(recipientEmail);
  return draftBadge(
    caller,
    { ...body, recipient_email: recipientEmail },
    {
      template,
      user,
      expiration: resolveReplacementExpiration(
        body.expires_at,
        template,
        body.issued_at,
        badgeExpiration(old),
      ),
      behavior: duplicateBehavior(template.allowDuplicateBadges, body.duplicate_behavior),
    },
  );
}

/**
 * Marks the old badge as replaced. Rule 3: a new address requires a pending badge, otherwise any badge that is not
 * replaced yet is accepted.
 */
async function markOldReplaced(old: BadgeRow, draft: Draft): Promise<BadgeBefore> {
  const isSameAddress = draft.columns.recipientEmail === old.recipientEmail;
  const from = isSameAddress ? ALLOWED_FROM.replaced : ALLOWED_FROM.accepted;
  const change = { state: "replaced", replacementBadgeId: draft.columns.id } as const;
  const before = await changeState(old, from, change);
  if (before?.erasedAt) throw badgeWithdrawnError();
  if (before) return before;
  const now = await findBadgeById(old.id);
  throw now && now.state !== "replaced" ? addressLockedError(now) : changeFailedError(now, "replaced");
}

/** Builds the mail. Rule 2: the message of the issuer, or else the usual mail of a pending badge. */
const buildReplacementMails = ({ columns }: Draft, message: string | null | undefined): NewMessage[] =>
  message
    ? [buildBadgeMailMessage(columns, { template: "replaced_badge", notification_message: message })]
    : buildNotificationUnlessSuppressed(columns);

/**
 * Replaces a badge by a new one (specification, "Replace"): the old one becomes `replaced`, the new one is pending,
 * and they refer to each other. The new one takes the place of the old one in a collection of its earner. Throws 404 and
 * 403 as every change of a badge does. Throws 422 for a badge that is already replaced (naming the state), one whose person was
 * erased, a new address
 * for one that is not pending, an unknown or inactive template, an expiration before the issue, and when the recipient
 * has another badge that the new one would duplicate. Of concurrent replacements one succeeds.
 */
export async function replaceBadge(caller: Caller, badgeId: string, body: ReplaceInput): Promise<BadgeRow> {
  const old = await getOwnBadge(caller, badgeId);
  if (old.state === "replaced") throw changeFailedError(old, "replaced");
  const draft = await draftReplacement(caller, old, body);
  return withAuditEntry(caller, "badge.replace", old.id, async () => {
    // Duplicates are locked before the badge, in the common lock order (lockBadgesToReplace).
    const duplicates = draft.behavior === "allow" ? [] : await lockDuplicates([toDuplicateCandidate(draft)]);
    const before = await markOldReplaced(old, draft);
    if (duplicates.some(({ id }) => id !== old.id)) throw duplicateDeniedError();
    const { issued, beganAt, groups } = await insertBadges(
      caller.organizationId,
      [toNewBadge(draft, null, old.id)],
      {
        events: buildCreatedEvents(draft.columns, draft.user),
        messages: buildReplacementMails(draft, body.notification_message),
        audit: [],
      },
    );
    if (issued.length === 0) throw await findTemplateError(caller, draft.template.id);
    await takePlaces([{ replacedId: old.id, id: draft.columns.id }]);
    await recordEvents(
      await buildStateChangeEvents([
        { before: { ...old, ...before }, after: { ...old, ...before, state: "replaced" } },
      ]),
    );
    return toBadgeRow(draft, { groups, beganAt, replacesBadgeId: old.id, count: 1 });
  });
}
