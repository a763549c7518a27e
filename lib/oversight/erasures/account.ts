import { deleteActivity } from "@/lib/access/account-activity/service";
import { endConnections } from "@/lib/applications/connected-applications/service";
import { endWalletAccess } from "@/lib/applications/wallet-applications/service";
import { disassociateEmployees } from "@/lib/workforce/employees/connection";
import { removeExternalBadges } from "@/lib/credentials/external-badges/service";
import { removeWalletData } from "@/lib/credentials/wallet-issuance/service";
import { removeCollections } from "@/lib/badges/collections/service";
import { hideEarnerBadges } from "@/lib/badges/issued/account-removal";
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
