import { SpanKind } from "@opentelemetry/api";
import { recordInvitationsSent } from "@/lib/workforce/employees/invitations";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { normalizeEmailAddress } from "@/lib/kernel/email-address";
import type { ClaimedMessage } from "@/lib/kernel/outbox/claim";
import { inMessageSpan } from "@/lib/kernel/outbox/message-spans";
import { writeOutcomes, type Outcome } from "@/lib/kernel/outbox/outcomes";
import { recordEvents } from "@/lib/platform/recording/record-events";
import type { Job } from "@/lib/kernel/outbox/worker";
import { digest } from "@/lib/kernel/secrets";
import { mailAttempts } from "@/lib/platform/metrics/metrics";
import { withSpan } from "@/lib/kernel/tracing";
import { storeTestMail } from "@/lib/delivery/test-mails/service";
import { applyMailLimits, type LimitedMessage, HISTORY_MS } from "./limits";
import { isTask, type MailContent, type MailPart, type MailResult, type MailTask } from "./mail-task";
import { deleteSendings, deleteSendingsBefore } from "./queries";
import { MAX_CONNECTIONS, getMailTransport, type Mail, type SendResult } from "./transport";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

// After the last of these, every 12 hours.
const DELAYS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR];
const LAST_DELAY = 12 * HOUR;

/** A mail that cannot be sent for this long after its first attempt is given up. */
const RETRY_WINDOW_MS = 72 * HOUR;

/** When to retry after `failures` failed attempts; null when the three days have passed. */
export function nextMailAttempt(failures: number, firstAttemptAt: Date, now: Date): Date | null {
  const next = new Date(now.getTime() + (DELAYS[failures - 1] ?? LAST_DELAY));
  return next.getTime() - firstAttemptAt.getTime() <= RETRY_WINDOW_MS ? next : null;
}

const LEASE_MS = 60_000;

// Loaded for the first mail: the templates and react-email take 40 MB, which an idle process does not need.
const loadMailWriter = async () => ({
  ...(await import("./prepare-mails")),
  ...(await import("./mails/several")),
});

/** Converts the result of a mail to the outcome of each of its messages. */
type ToOutcome = (message: ClaimedMessage) => Outcome;

/** Stores the mail of a test organization, and sends every other one. */
async function deliver({ message, isTest }: MailTask, mail: Mail): Promise<SendResult> {
  if (isTest && message.organizationId !== null) {
    await storeTestMail(message.organizationId, mail);
    return { state: "sent" };
  }
  return withSpan("send mail", { kind: SpanKind.CLIENT }, async (span) => {
    const result = await getMailTransport().send(mail);
    span?.setAttribute("app.outcome", result.state);
    mailAttempts().inc({ outcome: result.state });
    return result;
  });
}

/** Sends a mail under an id that is the same at each attempt. `task` is its first message. */
async function sendMail(id: string, task: MailTask, content: MailContent): Promise<ToOutcome> {
  const delivery = await inMessageSpan(task.message, () => deliver(task, { ...content, id }));
  if (delivery.state === "sent") return () => ({ state: "done" });
  const { state, reason } = delivery;
  const now = clock.now();
  return (message) => {
    const next =
      state === "temporary"
        ? nextMailAttempt(message.attempts + 1, message.firstAttemptAt ?? now, now)
        : null;
    return next ? { state: "due", nextAttemptAt: next, reason } : { state: "failed", reason };
  };
}

const buildResult = (toOutcome: ToOutcome, { message, effects }: MailTask): MailResult => {
  const outcome = toOutcome(message);
  return { message, outcome, detail: outcome.state === "done" ? effects : undefined };
};

const shortDigest = (text: string): string => digest(text).toString("hex").slice(0, 32);

/** The id of a mail: the same for every message that says the same, also for one that is recorded again after a restore. */
const mailId = ({ message, repeatKey }: MailTask): string =>
  repeatKey === null ? message.id : shortDigest(repeatKey);

const sendAlone = async (task: MailTask): Promise<MailResult> =>
  buildResult(await sendMail(mailId(task), task, await task.write()), task);

type MergeableTask = MailTask & { part: MailPart };

const hasPart = (one: MailTask | MailResult): one is MergeableTask => isTask(one) && one.part !== null;

/**
 * The same id for the same messages, and another one for others: a mail program may hide a mail whose id it has seen
 * before.
 */
const mergedMailId = (tasks: MailTask[]): string => shortDigest(tasks.map(mailId).toSorted().join());

/** Sends deferred messages as one mail. Messages that are no longer needed already have an outcome. */
async function sendTogether(tasks: (MailTask | MailResult)[]): Promise<MailResult[]> {
  const [first, ...others] = tasks.filter(hasPart);
  const without = tasks.filter((one): one is MailResult => !isTask(one));
  if (!first) return without;
  if (others.length === 0) return [...without, await sendAlone(first)];
  const parts = others.map(({ part }) => part);
  const { buildMergedMail } = await loadMailWriter();
  const toOutcome = await sendMail(
    mergedMailId([first, ...others]),
    first,
    await buildMergedMail(first.part, parts),
  );
  return [...without, ...[first, ...others].map((task) => buildResult(toOutcome, task))];
}

const recipientDigest = ({ to }: MailPart): string =>
  digest(normalizeEmailAddress(to.address)).toString("hex");

/** Lists the messages whose mails count toward the limits, with their recipients. */
const listLimitedMessages = (tasks: (MailTask | MailResult)[]): LimitedMessage[] =>
  tasks.filter(hasPart).flatMap(({ message, part }) => {
    const { organizationId } = message;
    return organizationId === null ? [] : [{ message, organizationId, recipient: recipientDigest(part) }];
  });

/**
 * Sends a merged mail. Its first message is always a claimed one. The result of that message carries the results of the deferred
 * messages that were merged with it, because the worker knows only claimed messages.
 */
function sendGroup(
  group: LimitedMessage[],
  tasks: Map<string, MailTask | MailResult>,
  claimedIds: Set<string>,
): [string, Promise<MailResult>][] {
  const [firstMessage] = group;
  if (!firstMessage) return [];
  // The address may have been corrected since the message was deferred: then it is not needed, or belongs to another
  // mail.
  const members = group.flatMap(({ message }) => tasks.get(message.id) ?? []);
  const own = members.filter((one) => !hasPart(one) || recipientDigest(one.part) === firstMessage.recipient);
  const sent = sendTogether(own);
  return group
    .filter(({ message }) => claimedIds.has(message.id))
    .map(({ message }) => [
      message.id,
      sent.then((all) => {
        const one = all.find((each) => each.message.id === message.id);
        if (!one) throw new Error("A message got lost among those that it was merged with.");
        const others = all.filter((each) => !claimedIds.has(each.message.id));
        return message.id === firstMessage.message.id ? { ...one, detail: { ...one.detail, others } } : one;
      }),
    ]);
}

/** Sends the mails that may be sent now; the others wait (lib/delivery/mail/limits.ts). */
async function attemptMails(messages: ClaimedMessage[]): Promise<Promise<MailResult>[]> {
  const { prepareMails } = await loadMailWriter();
  const prepared = await prepareMails(messages);
  const { merged, deferred } = await applyMailLimits(listLimitedMessages(prepared), LEASE_MS);
  const claimedIds = new Set(messages.map(({ id }) => id));
  const taken = merged.flat().filter(({ message }) => !claimedIds.has(message.id));
  const more = taken.length > 0 ? await prepareMails(taken.map(({ message }) => message)) : [];
  const tasks = new Map([...prepared, ...more].map((one) => [one.message.id, one]));
  const results = new Map<string, Promise<MailResult>>(
    merged.flatMap((group) => sendGroup(group, tasks, claimedIds)),
  );
  for (const { message, nextAttemptAt, reason } of deferred) {
    const outcome: Outcome = { state: "due", nextAttemptAt, reason, countsAsAttempt: false };
    results.set(message.id, Promise.resolve({ message, outcome, detail: undefined }));
  }
  return prepared.map(
    (one) => results.get(one.message.id) ?? (isTask(one) ? sendAlone(one) : Promise.resolve(one)),
  );
}

/** Splits the result of a merged mail into one for each of its messages. */
const splitMergedResult = (one: MailResult): MailResult[] => [
  { ...one, detail: one.detail && { ...one.detail, others: [] } },
  ...(one.detail?.others ?? []).flatMap(splitMergedResult),
];

/**
 * Writes outcomes, and the event of each sent mail, in one commit, so that neither exists without the other. A mail
 * that was not sent no longer counts toward the limits.
 */
async function storeMailResults(attempted: MailResult[]): Promise<void> {
  const all = attempted.flatMap(splitMergedResult);
  await transaction(async () => {
    const settled = await writeOutcomes(all);
    const prepared = all.filter(({ message }) => settled.has(message.id));
    const unsent = prepared.filter(({ outcome }) => outcome.state !== "done");
    if (unsent.length > 0) await deleteSendings(unsent.map(({ message }) => message.id));
    await recordEvents(prepared.flatMap(({ detail }) => detail?.events ?? []));
    await recordInvitationsSent(prepared.flatMap(({ detail }) => detail?.invited ?? []));
  });
}

/** The job that sends mails. */
export const mailJob: Job = {
  kind: "mail",
  // Twice as many: while one half is being sent, the next mails are read and rendered.
  concurrency: MAX_CONNECTIONS * 2,
  perOrganization: MAX_CONNECTIONS,
  leaseMs: LEASE_MS,
  attempt: attemptMails,
  writeBatch: (attempted) => storeMailResults(attempted as MailResult[]),
  splitResult: (attempted) => splitMergedResult(attempted as MailResult),
};

/** Deletes records of sent mails that no limit counts any more. */
export async function deleteOldSendings(): Promise<void> {
  await deleteSendingsBefore(new Date(clock.now().getTime() - HISTORY_MS));
}
