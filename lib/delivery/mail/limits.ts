import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import type { ClaimedMessage } from "@/lib/kernel/outbox/claim";
import {
  claimDeferred,
  deferMessages,
  type DeferredMessage,
  type Recipient,
} from "@/lib/kernel/outbox/deferred";
import { findRecipientHistories, insertSendings, lockRecipients, type RecipientHistory } from "./queries";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The most mails that one organization sends to one recipient, over all kinds except those that the recipient requested
 * (a new password, a confirmation, notices of their own account): those belong to no organization.
 */
const LIMITS = [
  { mails: 5, within: HOUR },
  { mails: 20, within: DAY },
];

/** How long sent mails are recorded: the longest window. */
export const HISTORY_MS = DAY;

/** The most mails that are merged into one. The rest waits for the next one. */
const MAX_MERGED_MAILS = 50;

/**
 * Of several deferred mails the first becomes due when a mail may be sent, and takes the others with it. They become
 * due themselves this much later, in case the first one is not sent (it is no longer needed, or its worker died).
 */
const DEFERRED_FALLBACK_MS = 10 * MINUTE;

/** How many mails may be sent now, after mails at these times (newest first). */
const countAllowedMails = (sentAt: number[], now: number): number =>
  Math.max(
    0,
    Math.min(...LIMITS.map(({ mails, within }) => mails - sentAt.filter((at) => at > now - within).length)),
  );

/** When the next mail may be sent, if none may be sent now. */
const nextAllowedAt = (sentAt: number[], now: number): Date =>
  new Date(Math.max(now, ...LIMITS.map(({ mails, within }) => (sentAt[mails - 1] ?? 0) + within)));

/** A claimed message whose mail counts toward the limits, with its recipient. */
export type LimitedMessage = Recipient & { message: ClaimedMessage };

/** The decision about messages: a separate mail, part of a merged mail, or deferred. */
type LimitDecision = {
  alone: LimitedMessage[];
  /** Each is one mail, which counts under the id of its first message. */
  merged: LimitedMessage[][];
  deferred: DeferredMessage[];
};

const recipientKey = ({ organizationId, recipient }: Recipient): string => `${organizationId} ${recipient}`;

function groupByRecipient(limited: LimitedMessage[]): Map<string, LimitedMessage[]> {
  const groups = new Map<string, LimitedMessage[]>();
  for (const one of limited) groups.set(recipientKey(one), [...(groups.get(recipientKey(one)) ?? []), one]);
  return groups;
}

/**
 * Defers messages. The first one becomes due when a mail may be sent, unless a deferred one already does; the others
 * are sent with it.
 */
function deferOverLimit(
  waiting: LimitedMessage[],
  nextSlot: Date,
  nextWaiting: Date | null,
): DeferredMessage[] {
  const later = new Date(nextSlot.getTime() + DEFERRED_FALLBACK_MS);
  const isFirstDeferred = nextWaiting !== null && nextWaiting <= nextSlot;
  return waiting.map(({ message, recipient }, index) => ({
    message,
    recipient,
    nextAttemptAt: index === 0 && !isFirstDeferred ? nextSlot : later,
    reason: "limited",
  }));
}

/**
 * Decides about the messages for one recipient: those that were deferred are sent together, and those over the limit
 * are deferred.
 */
function decideForRecipient(
  claimed: LimitedMessage[],
  { sentAt, nextWaiting }: RecipientHistory,
  now: number,
): LimitDecision {
  const free = countAllowedMails(sentAt, now);
  const wasDeferred = nextWaiting !== null || claimed.some(({ message }) => message.recipient !== null);
  const hasOthers = nextWaiting !== null || claimed.length > 1;
  if (free > 0 && wasDeferred && hasOthers) return { alone: [], merged: [claimed], deferred: [] };
  const alone = claimed.slice(0, free);
  const sent = [...alone.map(() => now), ...sentAt];
  return {
    alone,
    merged: [],
    deferred: deferOverLimit(claimed.slice(free), nextAllowedAt(sent, now), nextWaiting),
  };
}

const mergeDecisions = (decisions: LimitDecision[]): LimitDecision => ({
  alone: decisions.flatMap(({ alone }) => alone),
  merged: decisions.flatMap(({ merged }) => merged),
  deferred: decisions.flatMap(({ deferred }) => deferred),
});

/** Adds the deferred messages for the recipients of merged mails, as many as fit into one mail. */
async function addDeferredMessages(merged: LimitedMessage[][], leaseMs: number): Promise<LimitedMessage[][]> {
  const deferredRequests = merged.flatMap((group) =>
    group.slice(0, 1).map(({ organizationId, recipient }) => ({
      organizationId,
      recipient,
      limit: Math.max(0, MAX_MERGED_MAILS - group.length),
    })),
  );
  const taken = groupByRecipient(
    (await claimDeferred(deferredRequests, leaseMs)).map((message) => ({
      message,
      organizationId: message.organizationId ?? "",
      recipient: message.recipient ?? "",
    })),
  );
  return merged.map((group) => [
    ...group,
    ...group.slice(0, 1).flatMap((one) => taken.get(recipientKey(one)) ?? []),
  ]);
}

/**
 * Decides which mails may be sent now, for all recipients of a batch at once. Under a lock on each recipient it counts
 * the mails of the last hour and day and records the new ones, so that parallel workers do not exceed the limits
 * together. A mail is recorded before it is sent: if a worker dies in between, one mail of the limit is lost, and the
 * message becomes due again when its lease ends.
 */
export async function applyMailLimits(limited: LimitedMessage[], leaseMs: number): Promise<LimitDecision> {
  if (limited.length === 0) return { alone: [], merged: [], deferred: [] };
  const groups = groupByRecipient(limited);
  const recipients = [...groups.values()].flatMap((group) => group.slice(0, 1));
  const ids = limited.map(({ message }) => message.id);
  return transaction(async () => {
    await lockRecipients(recipients);
    const now = clock.now();
    const since = new Date(now.getTime() - HISTORY_MS);
    const received = await findRecipientHistories(recipients, ids, { since, now });
    const decision = mergeDecisions(
      received.map((one) => decideForRecipient(groups.get(recipientKey(one)) ?? [], one, now.getTime())),
    );
    const sendings = [...decision.alone, ...decision.merged.flatMap((group) => group.slice(0, 1))];
    await insertSendings(
      sendings.map(({ message, ...recipient }) => ({ ...recipient, id: message.id })),
      now,
    );
    await deferMessages(decision.deferred);
    return { ...decision, merged: await addDeferredMessages(decision.merged, leaseMs) };
  });
}
