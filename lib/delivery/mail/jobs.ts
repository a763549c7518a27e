import { noteInvitationsSent } from "@/lib/workforce/employees/invitations";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { normalizeEmailAddress } from "@/lib/kernel/email-address";
import type { Claimed } from "@/lib/kernel/outbox/claim";
import { settle, type Outcome } from "@/lib/kernel/outbox/settle";
import { record } from "@/lib/delivery/recording/record";
import type { Attempted, Job } from "@/lib/kernel/outbox/worker";
import { digest } from "@/lib/kernel/secrets";
import { admit, type Counted } from "./admission";
import type { Letter, MailDetail, Part, Written } from "./letter";
import { isLetter, lettersOf } from "./letters";
import { deleteSendings, deleteSendingsBefore } from "./limit-queries";
import { REMEMBERED_MS } from "./limits";
import { mergedMail } from "./merged-mail";
import { nextAttempt } from "./retries";
import { CONNECTIONS, mailTransport } from "./transport";

const LEASE_MS = 60_000;

type Ended = Attempted<MailDetail>;

/** Converts the result of a mail to the outcome of each of its messages. */
type Judge = (message: Claimed) => Outcome;

/** Sends a mail under an id that is the same at each attempt. */
async function handOver(id: string, mail: Written): Promise<Judge> {
  const delivery = await mailTransport().send({ ...mail, id });
  if (delivery.state === "sent") return () => ({ state: "done" });
  const { state, reason } = delivery;
  const now = clock.now();
  return (message) => {
    const next =
      state === "temporary" ? nextAttempt(message.attempts + 1, message.firstAttemptAt ?? now, now) : null;
    return next ? { state: "due", nextAttemptAt: next, reason } : { state: "failed", reason };
  };
}

const endedBy = (judge: Judge, { message, effects }: Letter): Ended => {
  const outcome = judge(message);
  return { message, outcome, detail: outcome.state === "done" ? effects : undefined };
};

const sendAlone = async (letter: Letter): Promise<Ended> =>
  endedBy(await handOver(letter.message.id, await letter.write()), letter);

type PartLetter = Letter & { part: Part };

const hasPart = (one: Letter | Ended): one is PartLetter => isLetter(one) && one.part !== null;

/**
 * The same id for the same messages, and another one for others: a mail program may hide a mail whose id it has seen
 * before.
 */
const idOf = (letters: Letter[]): string =>
  digest(
    letters
      .map(({ message }) => message.id)
      .toSorted()
      .join(),
  )
    .toString("hex")
    .slice(0, 32);

/** Sends deferred messages as one mail. Messages that are no longer needed already have an outcome. */
async function sendTogether(letters: (Letter | Ended)[]): Promise<Ended[]> {
  const [first, ...others] = letters.filter(hasPart);
  const without = letters.filter((one): one is Ended => !isLetter(one));
  if (!first) return without;
  if (others.length === 0) return [...without, await sendAlone(first)];
  const parts = others.map(({ part }) => part);
  const judge = await handOver(idOf([first, ...others]), await mergedMail(first.part, parts));
  return [...without, ...[first, ...others].map((letter) => endedBy(judge, letter))];
}

const recipientOf = ({ to }: Part): string => digest(normalizeEmailAddress(to.address)).toString("hex");

/** Lists the messages whose mails count toward the limits, with their recipients. */
const countedOf = (letters: (Letter | Ended)[]): Counted[] =>
  letters.filter(hasPart).flatMap(({ message, part }) => {
    const { organizationId } = message;
    return organizationId === null ? [] : [{ message, organizationId, recipient: recipientOf(part) }];
  });

/** Sends a merged mail. The result of its first claimed message carries the results of the messages that were added. */
function sendGroup(
  group: Counted[],
  letters: Map<string, Letter | Ended>,
  inHand: Set<string>,
): [string, Promise<Ended>][] {
  const [leader] = group;
  if (!leader) return [];
  // The address may have been corrected since the message was deferred: then it is not needed, or belongs to another
  // mail.
  const members = group.flatMap(({ message }) => letters.get(message.id) ?? []);
  const own = members.filter((one) => !hasPart(one) || recipientOf(one.part) === leader.recipient);
  const sent = sendTogether(own);
  return group
    .filter(({ message }) => inHand.has(message.id))
    .map(({ message }) => [
      message.id,
      sent.then((all) => {
        const one = all.find((each) => each.message.id === message.id);
        if (!one) throw new Error("A message got lost among those that it was merged with.");
        const others = all.filter((each) => !inHand.has(each.message.id));
        return message.id === leader.message.id ? { ...one, detail: { ...one.detail, others } } : one;
      }),
    ]);
}

/** Sends the mails that may be sent now; the others wait (lib/delivery/mail/limits.ts). */
async function attempt(messages: Claimed[]): Promise<Promise<Ended>[]> {
  const written = await lettersOf(messages);
  const { merged, held } = await admit(countedOf(written), LEASE_MS);
  const inHand = new Set(messages.map(({ id }) => id));
  const taken = merged.flat().filter(({ message }) => !inHand.has(message.id));
  const more = taken.length > 0 ? await lettersOf(taken.map(({ message }) => message)) : [];
  const letters = new Map([...written, ...more].map((one) => [one.message.id, one]));
  const ends = new Map<string, Promise<Ended>>(merged.flatMap((group) => sendGroup(group, letters, inHand)));
  for (const { message, nextAttemptAt, reason } of held) {
    const outcome: Outcome = { state: "due", nextAttemptAt, reason, counts: false };
    ends.set(message.id, Promise.resolve({ message, outcome, detail: undefined }));
  }
  return written.map(
    (one) => ends.get(one.message.id) ?? (isLetter(one) ? sendAlone(one) : Promise.resolve(one)),
  );
}

/** Splits the result of a merged mail into one for each of its messages. */
const partsOf = (one: Ended): Ended[] => [
  { ...one, detail: one.detail && { ...one.detail, others: [] } },
  ...(one.detail?.others ?? []).flatMap(partsOf),
];

/**
 * Writes outcomes, and the event of each sent mail, in one commit, so that neither exists without the other. A mail
 * that was not sent no longer counts toward the limits.
 */
async function settleMails(attempted: Ended[]): Promise<void> {
  const all = attempted.flatMap(partsOf);
  await transaction(async () => {
    const settled = await settle(all);
    const written = all.filter(({ message }) => settled.has(message.id));
    const unsent = written.filter(({ outcome }) => outcome.state !== "done");
    if (unsent.length > 0) await deleteSendings(unsent.map(({ message }) => message.id));
    await record(written.flatMap(({ detail }) => detail?.events ?? []));
    await noteInvitationsSent(written.flatMap(({ detail }) => detail?.invited ?? []));
  });
}

/** The job that sends mails. */
export const mailJob: Job = {
  kind: "mail",
  // Twice as many: while one half is being sent, the next mails are read and rendered.
  concurrency: CONNECTIONS * 2,
  perOrganization: CONNECTIONS,
  leaseMs: LEASE_MS,
  attempt,
  settle: (attempted) => settleMails(attempted as Ended[]),
  parts: (attempted) => partsOf(attempted as Ended),
};

/** Deletes records of sent mails that no limit counts any more. */
export async function forgetSendings(): Promise<void> {
  await deleteSendingsBefore(new Date(clock.now().getTime() - REMEMBERED_MS));
}
