import type { Author } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { log } from "@/lib/kernel/log";
import { claimDueDomains, type ClaimedDomain } from "./queries";
import { runIssuerDomainCheck, saveIssuerDomainCheck } from "./service";

const BATCH_SIZE = 20;
/** Far longer than a run takes. The domains of a run that crashed are taken again by the job of the next hour. */
const LEASE_MS = 10 * 60_000;

const buildSystemAuthor = (organizationId: string): Author => ({
  organizationId,
  actor: { type: "System", id: "issuer-domain-check", name: "Hourly check of the DID document" },
});

/** An error on our side does not stop the other checks. The domain is checked again in an hour. */
async function checkClaimedDomain(claimed: ClaimedDomain): Promise<void> {
  const { organizationId } = claimed;
  try {
    await saveIssuerDomainCheck(buildSystemAuthor(organizationId), await runIssuerDomainCheck(claimed));
  } catch (error) {
    log.warn({ err: error, organization: organizationId }, "a DID document could not be checked");
  }
}

/**
 * Checks the domains under which organizations issue, and which are due. One run takes up to 20, concurrently, and stores
 * each by itself. Returns true when more may be due.
 */
export async function checkIssuerDomains(): Promise<boolean> {
  const now = clock.now();
  const due = await claimDueDomains(now, new Date(now.getTime() + LEASE_MS), BATCH_SIZE);
  await Promise.all(due.map(checkClaimedDomain));
  return due.length === BATCH_SIZE;
}
