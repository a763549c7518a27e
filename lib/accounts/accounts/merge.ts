import { moveActivity } from "@/lib/access/account-activity/service";
import { withAuditEntry } from "@/lib/access/audit/service";
import { mergeConnections } from "@/lib/applications/connected-applications/service";
import { endWalletAccess } from "@/lib/applications/wallet-applications/service";
import { moveEmployments } from "@/lib/workforce/employees/connection";
import { moveCollections } from "@/lib/badges/collections/service";
import { moveExternalBadges } from "@/lib/credentials/external-badges/service";
import { assignUnclaimedRecords, lockUnclaimedRecords } from "@/lib/badges/issued/association";
import type { Earner } from "@/lib/access/callers/caller";
import { transaction } from "@/lib/kernel/db";
import { unprocessable } from "@/lib/kernel/errors";
import { recordEvents, type NewEvent } from "@/lib/platform/recording/record-events";
import { lockMembersOfUsers, requireMembersLocked } from "@/lib/organizations/profile/service";
import { listFactorMethods } from "@/lib/identity/second-factors/check";
import { findOwnerContact, notifyOwner } from "@/lib/identity/users/notices";
import { lockPeople, findAddressOwner } from "@/lib/identity/users/service";
import { forgetSessions } from "@/lib/identity/users/sessions";
import { lockClaim, getOwnEmail, requireProvenClaim } from "./emails";
import { findRelatedOrganizations, lockBadgesAndEmployees, moveAccountData } from "./merge-queries";
import type { MergeInput } from "./schema";
import type { MeRow } from "./serializer";
import { requireMergeable } from "./required-provider";
import { getMe } from "./service";

/** In the specification's terms, the source is merged into the destination, which survives. */
const buildMergedEvents = (organizations: string[], source: string, destination: string): NewEvent[] =>
  organizations.map((organizationId) => ({
    organizationId,
    eventType: "user.account_merged",
    subjectId: destination,
    data: { source_user_id: source },
  }));

/** Records in each organization's audit log that the survivor took the place of the merged member. */
async function recordMemberMerges({ userId, actor }: Earner, organizations: string[]): Promise<void> {
  for (const organizationId of organizations) {
    await withAuditEntry({ organizationId, actor }, "member.merge", userId, () => Promise.resolve());
  }
}

/** Finds the account that an address belongs to. Null when that is the survivor's. */
async function findSourceAccount(survivor: string, address: string): Promise<string | null> {
  const owner = await findAddressOwner(address);
  return owner === survivor ? null : owner;
}

/**
 * Locks everything that a merge changes, in the order of decision 0067. The members of organizations are locked before
 * the address, which determines the source. The source is therefore looked up twice, and the second lookup, under the
 * lock, counts.
 */
async function lockAccounts(earner: Earner, emailId: string) {
  const survivor = earner.userId;
  const before = await findSourceAccount(survivor, (await getOwnEmail(earner, emailId)).email);
  const organizations = await lockMembersOfUsers(before ? [survivor, before] : [survivor]);
  const address = await lockClaim(earner, emailId);
  const source = await findSourceAccount(survivor, address);
  const accountIds = source ? [survivor, source] : [survivor];
  await lockUnclaimedRecords(address);
  await lockBadgesAndEmployees(accountIds);
  await lockPeople(accountIds);
  // The other account may have removed the address before it was locked.
  const isStillOwner = source !== null && (await findAddressOwner(address)) === source;
  return { source: isStillOwner ? source : null, both: accountIds, organizations };
}

/** Throws 422 when the other account has a second factor, which the link in its mail does not replace. */
async function requireNoSecondFactor(userId: string): Promise<void> {
  if ((await listFactorMethods(userId)).length === 0) return;
  throw unprocessable(
    "second_factor",
    "The other account has a second factor. Sign in to it and remove the second factor, then merge the accounts.",
  );
}

/**
 * Merges the account that an address belongs to into the signed-in one, in one transaction: badges, addresses,
 * memberships (with the higher role), employees, external badges and connections. The other account's sessions and
 * password end. The proof is the session, and the link that was mailed to the other account's primary address.
 * Records `user.account_merged` for every organization related to either account and an audit entry for each that the
 * other account was a member of, and mails both primary addresses. Throws 404 for another person's address, 422
 * for an invalid link, for an address that belongs to no other account, and for an account with a second factor, and 403
 * `provider_required` for one that an organization lets in only through its provider (`requireMergeable`).
 */
export function mergeAccounts(earner: Earner, body: MergeInput): Promise<MeRow> {
  const survivor = earner.userId;
  return transaction(async () => {
    const {
      source,
      both: accountIds,
      organizations: lockedOrganizations,
    } = await lockAccounts(earner, body.email_id);
    // Before anything about the address is revealed: a caller without the link learns nothing.
    await requireProvenClaim(earner, body.email_id, { purpose: "merge-accounts", token: body.token });
    if (!source) {
      throw unprocessable("nothing_to_merge", "This address does not belong to another account.");
    }
    await requireNoSecondFactor(source);
    await requireMergeable(source, earner.session?.provider?.domain ?? null);
    await requireMembersLocked(accountIds, lockedOrganizations);
    const organizations = await findRelatedOrganizations(accountIds);
    const connectionEvents = await mergeConnections(source, survivor);
    // Nobody allowed these applications to use the survivor's wallet.
    await endWalletAccess(source);
    await moveEmployments(source, survivor);
    await moveExternalBadges(source, survivor);
    await moveCollections(source, survivor);
    await moveActivity(source, survivor);
    await forgetSessions(source);
    const [sourceContact, survivorContact] = [
      await findOwnerContact(source),
      await findOwnerContact(survivor),
    ];
    await recordMemberMerges(earner, await moveAccountData(source, survivor));
    await assignUnclaimedRecords(survivor);
    await recordEvents([...buildMergedEvents(organizations, source, survivor), ...connectionEvents]);
    await notifyOwner(survivorContact, "merged");
    await notifyOwner(sourceContact && { ...sourceContact, userId: survivor }, "merged");
    return getMe(earner);
  });
}
