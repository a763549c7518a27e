import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import type { Claimed } from "@/lib/kernel/outbox/claim";
import { claimHeldBack, holdBack, type HeldBack, type Recipient } from "@/lib/kernel/outbox/held-back";
import { findReceived, insertSendings, lockRecipients, type Received } from "./limit-queries";
import { FOLLOWING_MS, freeMails, MERGED_MAILS, opensAt, REMEMBERED_MS } from "./limits";

/** A claimed message whose mail counts toward the limits, with its recipient. */
export type Counted = Recipient & { message: Claimed };

/** The decision about messages: a separate mail, part of a merged mail, or deferred. */
export type Admission = {
  alone: Counted[];
  /** Each is one mail, which counts under the id of its first message. */
  merged: Counted[][];
  held: HeldBack[];
};

const keyOf = ({ organizationId, recipient }: Recipient): string => `${organizationId} ${recipient}`;

function byRecipient(counted: Counted[]): Map<string, Counted[]> {
  const groups = new Map<string, Counted[]>();
  for (const one of counted) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

/**
 * Defers messages. The first one becomes due when a mail may be sent, unless a deferred one already does; the others
 * are sent with it.
 */
function heldBack(waiting: Counted[], opening: Date, nextWaiting: Date | null): HeldBack[] {
  const later = new Date(opening.getTime() + FOLLOWING_MS);
  const hasLeader = nextWaiting !== null && nextWaiting <= opening;
  return waiting.map(({ message, recipient }, index) => ({
    message,
    recipient,
    nextAttemptAt: index === 0 && !hasLeader ? opening : later,
    reason: "limited",
  }));
}

/**
 * Decides about the messages for one recipient: those that were deferred are sent together, and those over the limit
 * are deferred.
 */
function decide(inHand: Counted[], { sentAt, nextWaiting }: Received, now: number): Admission {
  const free = freeMails(sentAt, now);
  const hasWaited = nextWaiting !== null || inHand.some(({ message }) => message.recipient !== null);
  const hasOthers = nextWaiting !== null || inHand.length > 1;
  if (free > 0 && hasWaited && hasOthers) return { alone: [], merged: [inHand], held: [] };
  const alone = inHand.slice(0, free);
  const sent = [...alone.map(() => now), ...sentAt];
  return { alone, merged: [], held: heldBack(inHand.slice(free), opensAt(sent, now), nextWaiting) };
}

const together = (admissions: Admission[]): Admission => ({
  alone: admissions.flatMap(({ alone }) => alone),
  merged: admissions.flatMap(({ merged }) => merged),
  held: admissions.flatMap(({ held }) => held),
});

/** Adds the deferred messages for the recipients of merged mails, as many as fit into one mail. */
async function gather(merged: Counted[][], leaseMs: number): Promise<Counted[][]> {
  const gatherings = merged.flatMap((group) =>
    group.slice(0, 1).map(({ organizationId, recipient }) => ({
      organizationId,
      recipient,
      limit: Math.max(0, MERGED_MAILS - group.length),
    })),
  );
  const taken = byRecipient(
    (await claimHeldBack(gatherings, leaseMs)).map((message) => ({
      message,
      organizationId: message.organizationId ?? "",
      recipient: message.recipient ?? "",
    })),
  );
  return merged.map((group) => [
    ...group,
    ...group.slice(0, 1).flatMap((one) => taken.get(keyOf(one)) ?? []),
  ]);
}

/**
 * Decides which mails may be sent now, for all recipients of a batch at once. Under a lock on each recipient it counts
 * the mails of the last hour and day and records the new ones, so that parallel workers do not exceed the limits
 * together. A mail is recorded before it is sent: if a worker dies in between, one mail of the limit is lost, and the
 * message becomes due again when its lease ends.
 */
export async function admit(counted: Counted[], leaseMs: number): Promise<Admission> {
  if (counted.length === 0) return { alone: [], merged: [], held: [] };
  const groups = byRecipient(counted);
  const recipients = [...groups.values()].flatMap((group) => group.slice(0, 1));
  const ids = counted.map(({ message }) => message.id);
  return transaction(async () => {
    await lockRecipients(recipients);
    const now = clock.now();
    const since = new Date(now.getTime() - REMEMBERED_MS);
    const received = await findReceived(recipients, ids, { since, now });
    const admission = together(
      received.map((one) => decide(groups.get(keyOf(one)) ?? [], one, now.getTime())),
    );
    const sendings = [...admission.alone, ...admission.merged.flatMap((group) => group.slice(0, 1))];
    await insertSendings(
      sendings.map(({ message, ...recipient }) => ({ ...recipient, id: message.id })),
      now,
    );
    await holdBack(admission.held);
    return { ...admission, merged: await gather(admission.merged, leaseMs) };
  });
}
