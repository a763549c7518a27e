import { deleteActivity } from "@/lib/identity/account-activity/service";
import { requireUnchangedPassword, proveIdentity } from "@/lib/identity/accounts/identity-proof";
import { endConnections } from "@/lib/access/connected-applications/service";
import { endWalletAccess } from "@/lib/access/wallet-applications/service";
import { disassociateEmployees } from "@/lib/workforce/employees/connection";
import { removeExternalBadges } from "@/lib/credentials/external-badges/service";
import { removeWalletData } from "@/lib/credentials/wallet-issuance/service";
import { removeCollections } from "@/lib/badges/collections/service";
import { hideEarnerBadges, detachEarnerBadges } from "@/lib/badges/issued/account-removal";
import type { Earner } from "@/lib/access/callers/caller";
import { transaction } from "@/lib/kernel/db";
import { leaveOrganization } from "@/lib/identity/memberships/service";
import { findTestOrganizationIds } from "@/lib/organizations/profile/mode";
import { lockMembersOfUsers, requireMembersLocked } from "@/lib/organizations/profile/service";
import { forgetSecondFactors } from "@/lib/identity/second-factors/service";
import { lockAddress, lockPeople } from "@/lib/identity/users/service";
import { forgetSessions } from "@/lib/identity/users/sessions";
import {
  deleteLearningData,
  deleteTraces,
  eraseAccount,
  findAddresses,
  lockBadgesAndEmployees,
  replaceCreatorNames,
} from "./queries";
import type { DeletionInput } from "./schema";

/**
 * Locks everything that a deletion changes, before any change, in the order of decision 0067. Returns
 * the organizations that the person is a member of.
 */
async function lockAccountData(userId: string): Promise<string[]> {
  const organizations = await lockMembersOfUsers([userId]);
  for (const address of await findAddresses(userId)) await lockAddress(address);
  await lockBadgesAndEmployees(userId);
  await lockPeople([userId]);
  await requireMembersLocked([userId], organizations);
  return organizations;
}

/**
 * Deletes the account of the signed-in person permanently, in one transaction. Employers and connected applications
 * get events that the badges are no longer visible and the connections ended. Issuers keep their badges, which become
 * private and belong to no account. Throws 422 without the password, without a fresh session where there is no
 * password, and for the last administrator of an organization; 429 after too many wrong passwords; 409 when the
 * password was changed meanwhile.
 */
export async function deleteAccount(earner: Earner, body: DeletionInput): Promise<void> {
  const { userId } = earner;
  const proof = await proveIdentity(earner, { field: "password", value: body.password });
  await transaction(async () => {
    const organizations = await lockAccountData(userId);
    await requireUnchangedPassword(earner, proof);
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
    await detachEarnerBadges(userId);
    await removeExternalBadges(userId);
    await removeCollections(userId);
    await deleteLearningData(userId);
    await deleteTraces(userId);
    await replaceCreatorNames(userId);
    await deleteActivity(userId);
    await forgetSecondFactors(userId);
    await forgetSessions(userId);
    await eraseAccount(userId);
  });
}
