import { disassociateEmployees, lockEmployments } from "@/lib/workforce/employees/connection";
import { unassignPendingBadges, lockPendingBadgesAtAddress } from "@/lib/badges/issued/association";
import type { Earner } from "@/lib/access/callers/caller";
import { transaction } from "@/lib/kernel/db";
import { conflict, invalidField, unprocessable } from "@/lib/kernel/errors";
import { findOwnerContact, notifyOwner } from "@/lib/identity/users/notices";
import { findPerson, lockAddress, lockPeople, lockPerson } from "@/lib/identity/users/service";
import { listRequiredProviders } from "@/lib/organizations/identity-providers/service";
import { getOwnEmail } from "./emails";
import { requireUnchangedPassword, proveIdentity, type IdentityProof } from "./identity-proof";
import { deleteSecondaryEmail, setPrimaryEmail } from "./queries";
import type { OwnEmailChange, OwnEmailRemoval } from "./schema";
import type { EmailRow } from "./serializer";

/**
 * Checks whether the address must become the primary one. False when it already is. Throws 422 when it is not
 * confirmed, and for `primary: false` on the primary address.
 */
function shouldBecomePrimary(row: EmailRow, { primary }: OwnEmailChange): boolean {
  if (!primary && row.primary) {
    throw invalidField(
      "primary",
      "primary_needed",
      "cannot be removed. Make another address primary instead.",
    );
  }
  if (primary === row.primary) return false;
  if (!row.confirmedAt) throw unprocessable("not_confirmed", "Confirm this address first.");
  return true;
}

/**
 * Makes a confirmed address the primary one, and notifies the previous one by mail. Requires proof of identity
 * (`proveIdentity`). Throws 422 for an address that is not confirmed, and for `primary: false`.
 */
export async function changeEmail(earner: Earner, id: string, body: OwnEmailChange): Promise<EmailRow> {
  const before = await getOwnEmail(earner, id);
  if (!shouldBecomePrimary(before, body)) return before;
  const proof = await proveIdentity(earner, { field: "password", value: body.password });
  return transaction(async () => {
    await lockPerson(earner.userId);
    await requireUnchangedPassword(earner, proof);
    if (shouldBecomePrimary(await getOwnEmail(earner, id), body)) {
      await notifyOwner(await findOwnerContact(earner.userId), "primary");
      await setPrimaryEmail(earner.userId, id);
    }
    return getOwnEmail(earner, id);
  });
}

const primaryAddressError = () => unprocessable("primary_address", "The primary address cannot be removed.");

/**
 * Detaches the badges and employments of a confirmed address from the account, and notifies both that address and the
 * primary one.
 */
async function detachEmail({ userId }: Earner, { email }: EmailRow): Promise<void> {
  await unassignPendingBadges(userId, email);
  await disassociateEmployees(userId, email);
  const owner = await findOwnerContact(userId);
  await notifyOwner(owner, "removed");
  await notifyOwner(owner && { ...owner, address: email }, "gone");
}

async function removeWithLocks(earner: Earner, id: string, proof: IdentityProof | null): Promise<void> {
  const { userId } = earner;
  const { email } = await getOwnEmail(earner, id);
  // In the order of decision 0067.
  await lockAddress(email);
  await lockPendingBadgesAtAddress(userId, email);
  await lockEmployments(userId, email);
  // Against references, so that no membership begins while its requirement is looked for.
  await lockPeople([userId]);
  const row = await getOwnEmail(earner, id);
  if (row.confirmedAt) await requireFreeAddress(userId, row.email);
  if (!(await deleteSecondaryEmail(userId, id))) throw primaryAddressError();
  if (!row.confirmedAt) return;
  if (!proof) throw conflict("email_confirmed", "The address was confirmed by another request just now.");
  await requireUnchangedPassword(earner, proof);
  await detachEmail(earner, row);
}

/**
 * Throws 422 for an address by which an organization, of which the person is a member, requires its own sign-in. Without
 * it, the requirement would no longer reach them.
 */
async function requireFreeAddress(userId: string, email: string): Promise<void> {
  const required = await listRequiredProviders([email]);
  const memberships = required.length > 0 ? ((await findPerson(userId))?.memberships ?? []) : [];
  const holder = memberships.find(({ organization }) =>
    required.some(({ organizationId }) => organizationId === organization.id),
  );
  if (!holder) return;
  throw unprocessable(
    "sign_in_address",
    `${holder.organization.name} requires that you sign in with this address. Leave the organization first.`,
  );
}

/**
 * Removes an address. Badges that were accepted or rejected stay with the account. Badges pending for the address
 * wait for the next person who confirms it, and its employments are disassociated. A confirmed address requires proof
 * of identity (`proveIdentity`), and both it and the primary address are notified. Throws 422 for the primary
 * address, and for one by which an organization of the person requires its own sign-in.
 */
export async function removeEmail(earner: Earner, id: string, body: OwnEmailRemoval): Promise<void> {
  const { primary, confirmedAt, email } = await getOwnEmail(earner, id);
  if (primary) throw primaryAddressError();
  if (confirmedAt) await requireFreeAddress(earner.userId, email);
  const proof = confirmedAt ? await proveIdentity(earner, { field: "password", value: body.password }) : null;
  await transaction(() => removeWithLocks(earner, id, proof));
}
