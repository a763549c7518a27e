import { transaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import type { ClaimedMessage } from "@/lib/kernel/outbox/claim";
import { inMessageSpan } from "@/lib/kernel/outbox/message-spans";
import { writeOutcomes } from "@/lib/kernel/outbox/outcomes";
import type { DetailedResult, Job } from "@/lib/kernel/outbox/worker";
import { findBackfill, findBackfillBatch, saveBackfill } from "./queries";
import { ensureSignedCredential } from "./service";

async function handleMessage(message: ClaimedMessage): Promise<DetailedResult> {
  const isSigned = await ensureSignedCredential(message.subjectId);
  return {
    message,
    outcome: isSigned ? { state: "done" } : { state: "done", reason: "not_needed" },
    detail: undefined,
  };
}

/** Signs the credentials of badges that were accepted. Signing takes a processor, so few are done at once. */
export const credentialJob: Job = {
  kind: "credential",
  concurrency: 4,
  perOrganization: 4,
  leaseMs: 20_000,
  attempt: (messages) =>
    Promise.resolve(messages.map((message) => inMessageSpan(message, () => handleMessage(message)))),
  writeBatch: async (attempted) => {
    await transaction(() => writeOutcomes(attempted));
  },
};

const BATCH_SIZE = 200;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * Signs badges that were accepted before credentials were stored: the next 200 badges, in the order of ids. The position is
 * stored after each batch, so a process that dies repeats at most one. Returns true while there may be more; does nothing
 * once all were read.
 */
export async function signEarlierBadges(): Promise<boolean> {
  const { position, signed, finishedAt } = (await findBackfill()) ?? {
    position: null,
    signed: 0,
    finishedAt: null,
  };
  if (finishedAt) return false;
  const { last, unsigned } = await findBackfillBatch(position ?? FIRST_ID, BATCH_SIZE);
  for (const badgeId of unsigned) await ensureSignedCredential(badgeId);
  const total = signed + unsigned.length;
  await saveBackfill({ position: last ?? position, signed: total, finishedAt: last ? null : new Date() });
  if (unsigned.length > 0 || !last) log.info({ signed: total, finished: !last }, "signed earlier badges");
  return last !== null;
}
