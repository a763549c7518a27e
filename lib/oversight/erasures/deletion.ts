import { requireUnchangedPassword, proveIdentity } from "@/lib/accounts/accounts/identity-proof";
import type { Earner } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { runAsJob, transaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { endAccount, lockAccountData } from "./account";
import { continueErasure, recordErasure } from "./run";
import type { DeletionInput } from "./schema";

/** How long a request works on an erasure. A job does the rest. */
const REQUEST_MS = 5_000;

/** Does the batches that fit into a request. The account has ended already, so an error is left to the job. */
async function beginErasure(id: string): Promise<void> {
  const until = performance.now() + REQUEST_MS;
  try {
    while (performance.now() < until && (await continueErasure(id)));
  } catch (error) {
    log.warn({ err: error, erasure: id }, "erasure interrupted; the job continues it");
  }
}

/**
 * Deletes the account of the signed-in person and erases the person (decision 0126). The account ends in one transaction,
 * with the record of the erasure; the rest follows in batches, in this request or in the job `erase-persons`. Issuers keep
 * the fact that they issued badges, for a pseudonym. Throws 422 without the password, without a fresh session where there is
 * no password, and for the last administrator of an organization; 429 after too many wrong passwords; 409 when the password
 * was changed meanwhile.
 */
export async function deleteAccount(earner: Earner, body: DeletionInput): Promise<void> {
  const { userId } = earner;
  const proof = await proveIdentity(earner, { field: "password", value: body.password });
  const id = await transaction(async () => {
    const organizations = await lockAccountData(userId);
    await requireUnchangedPassword(earner, proof);
    const erasure = await recordErasure({ userIds: [userId], addresses: [] }, "person");
    await endAccount(earner, organizations);
    return erasure;
  });
  const limit = new AbortController();
  const erasing = runAsJob(() => beginErasure(id)).finally(() => limit.abort());
  // Also while all connections of jobs are in use.
  await Promise.race([erasing, clock.wait(REQUEST_MS, limit.signal).catch(() => undefined)]);
}
