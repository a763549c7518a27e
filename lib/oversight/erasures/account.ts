import { deleteActivity } from "@/lib/access/account-activity/service";
import { endConnections } from "@/lib/applications/connected-applications/service";
import { endWalletAccess } from "@/lib/applications/wallet-applications/service";
import { disassociateEmployees } from "@/lib/workforce/employees/connection";
import { removeExternalBadges } from "@/lib/credentials/external-badges/service";
import { removeWalletData } from "@/lib/credentials/wallet-issuance/service";
import { removeCollections } from "@/lib/badges/collections/service";
import { hideEarnerBadges } from "@/lib/badges/issued/association";
import type { Earner } from "@/lib/access/callers/caller";
import { leaveOrganization } from "@/lib/accounts/memberships/service";
import { findTestOrganizationIds } from "@/lib/organizations/profile/mode";
import { lockMembersOfUsers, requireMembersLocked } from "@/lib/organizations/profile/service";
import { forgetSecondFactors } from "@/lib/identity/second-factors/service";
import { lockAddress, lockPeople } from "@/lib/identity/users/service";
import { deleteNotices } from "@/lib/organizations/notices/service";
import { forgetSessions } from "@/lib/identity/users/sessions";
import {
  deleteLearningData,
  deleteTraces,
  eraseAccount,
  findAddresses,
  lockBadgesAndEmployees,
  replaceCreatorNames,
} from "./queries";
import { requireUnchangedPassword, proveIdentity } from "@/lib/accounts/accounts/identity-proof";
import { clock } from "@/lib/kernel/clock";
import { runAsJob, transaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { continueErasure, recordErasure } from "./run";
import type { DeletionInput } from "./schema";

/**
 * Locks everything that the deletion of an account changes, before any change, in the order of decision 0067. Returns
 * the organizations that the person is a member of.
 */
export async function lockAccountData(userId: string): Promise<string[]> {
  const organizations = await lockMembersOfUsers([userId]);
  for (const address of await findAddresses(userId)) await lockAddress(address);
  await lockBadgesAndEmployees(userId);
  await lockPeople([userId]);
  await requireMembersLocked([userId], organizations);
  return organizations;
}

/**
 * Ends an account in the open transaction, after `lockAccountData`: everything but its badges, and what others wrote about
 * the person, which the steps of the erasure find by the account and its addresses. Employers and connected applications get
 * events that the badges are no longer visible and the connections ended. Throws 422 for the last administrator of an
 * organization.
 */
export async function endAccount(earner: Earner, organizations: string[]): Promise<void> {
  const { userId } = earner;
  // A person leaves a test organization with the real one.
  const tests = await findTestOrganizationIds(organizations);
  for (const organizationId of organizations.filter((id) => !tests.has(id))) {
    await leaveOrganization(earner, organizationId);
  }
  await hideEarnerBadges(userId);
  await endConnections(userId);
  await endWalletAccess(userId);
  await disassociateEmployees(userId);
  await removeWalletData(userId);
  await removeExternalBadges(userId);
  await removeCollections(userId);
  await deleteLearningData(userId);
  await deleteTraces(userId);
  await replaceCreatorNames(userId);
  await deleteActivity(userId);
  await deleteNotices(userId);
  await forgetSecondFactors(userId);
  await forgetSessions(userId);
  await eraseAccount(userId);
}

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
