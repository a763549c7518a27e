import type { Author } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { log } from "@/lib/kernel/log";
import { claimDue, type Claimed } from "./queries";
import { lookForProof, saveSeen } from "./service";

const TURN = 20;
/** Far longer than a turn takes. Whoever dies in one leaves its domains to the job of the next hour. */
const LEASE_MS = 10 * 60_000;

const authorOf = (organizationId: string): Author => ({
  organizationId,
  actor: { type: "System", id: "domain-check", name: "Daily check of the domain" },
});

/** One that breaks by our fault stops none of the others; it is taken again in an hour. */
async function checkOne(claimed: Claimed): Promise<void> {
  try {
    await saveSeen(authorOf(claimed.organizationId), await lookForProof(claimed));
  } catch (error) {
    log.warn({ err: error, organization: claimed.organizationId }, "a domain could not be checked");
  }
}

/**
 * Checks the domains whose day is over. One turn takes up to 20, side by side and each stored by itself; true when more
 * may be left.
 */
export async function checkDomains(): Promise<boolean> {
  const now = clock.now();
  const due = await claimDue(now, new Date(now.getTime() + LEASE_MS), TURN);
  await Promise.all(due.map(checkOne));
  return due.length === TURN;
}
