import { moveActivity } from "@/lib/identity/account-activity/service";
import { audited } from "@/lib/access/audit/service";
import { mergeConnections } from "@/lib/access/connected-applications/service";
import { repointEmployments } from "@/lib/workforce/employees/connection";
import { moveExternalBadges } from "@/lib/credentials/external-badges/service";
import { associateWaiting, lockWaiting } from "@/lib/badges/issued/association";
import type { Earner } from "@/lib/access/callers/caller";
import { transaction } from "@/lib/kernel/db";
import { unprocessable } from "@/lib/kernel/errors";
import { record, type NewEvent } from "@/lib/delivery/recording/record";
import { lockMembersOfAll, requireLocked } from "@/lib/organizations/profile/service";
import { reachOwner, tellOwner } from "@/lib/identity/users/notices";
import { lockPeople, ownerOfAddress } from "@/lib/identity/users/service";
import { lockClaim, ownEmail, provenClaim } from "./emails";
import { findRelatedOrganizations, lockBelongings, moveBelongings } from "./merge-queries";
import type { MergeInput } from "./schema";
import type { MeRow } from "./serializer";
import { getMe } from "./service";

/** In the specification's terms, the source is merged into the destination, which survives. */
const mergedEvents = (organizations: string[], source: string, destination: string): NewEvent[] =>
  organizations.map((organizationId) => ({
    organizationId,
    eventType: "user.account_merged",
    subjectId: destination,
    data: { source_user_id: source },
  }));

/** Records in each organization's audit log that the survivor took the place of the merged member. */
async function enterMembers({ userId, actor }: Earner, organizations: string[]): Promise<void> {
  for (const organizationId of organizations) {
    await audited({ organizationId, actor }, "member.merge", userId, () => Promise.resolve());
  }
}

/** Finds the account that an address belongs to. Null when that is the survivor's. */
async function sourceOf(survivor: string, address: string): Promise<string | null> {
  const owner = await ownerOfAddress(address);
  return owner === survivor ? null : owner;
}

/**
 * Locks everything that a merge changes, in the common order of locks. The members of organizations are locked before
 * the address, which determines the source. The source is therefore looked up twice, and the second lookup, under the
 * lock, counts.
 */
async function lockBoth(earner: Earner, emailId: string) {
  const survivor = earner.userId;
  const before = await sourceOf(survivor, (await ownEmail(earner, emailId)).email);
  const organizations = await lockMembersOfAll(before ? [survivor, before] : [survivor]);
  const address = await lockClaim(earner, emailId);
  const source = await sourceOf(survivor, address);
  const both = source ? [survivor, source] : [survivor];
  await lockWaiting(address);
  await lockBelongings(both);
  await lockPeople(both);
  // The other account may have removed the address before it was locked.
  const isStill = source !== null && (await ownerOfAddress(address)) === source;
  return { source: isStill ? source : null, both, organizations };
}

/**
 * Merges the account that an address belongs to into the signed-in one, in one transaction: badges, addresses,
 * memberships (with the higher role), employees, external badges and connections. The other account's sessions and
 * password end. The proof is the session, and the link that was mailed to the other account's primary address.
 * Records `user.account_merged` for every organization related to either account and an audit entry for each that the
 * other account was a member of, and mails both primary addresses. Throws 404 for another person's address, and 422
 * for an invalid link and for an address that belongs to no other account.
 */
export function mergeAccounts(earner: Earner, body: MergeInput): Promise<MeRow> {
  const survivor = earner.userId;
  return transaction(async () => {
    const { source, both, organizations: locked } = await lockBoth(earner, body.email_id);
    // Before anything about the address is revealed: a caller without the link learns nothing.
    await provenClaim(earner, body.email_id, { purpose: "merge-accounts", token: body.token });
    if (!source) {
      throw unprocessable("nothing_to_merge", "This address belongs to no other account.");
    }
    await requireLocked(both, locked);
    const organizations = await findRelatedOrganizations(both);
    const added = await mergeConnections(source, survivor);
    await repointEmployments(source, survivor);
    await moveExternalBadges(source, survivor);
    await moveActivity(source, survivor);
    const [former, present] = [await reachOwner(source), await reachOwner(survivor)];
    await enterMembers(earner, await moveBelongings(source, survivor));
    await associateWaiting(survivor);
    await record([...mergedEvents(organizations, source, survivor), ...added]);
    await tellOwner(present, "merged");
    await tellOwner(former && { ...former, userId: survivor }, "merged");
    return getMe(earner);
  });
}
