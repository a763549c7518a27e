import { recordActivity } from "@/lib/access/account-activity/service";
import { assignUnclaimedRecords, lockUnclaimedRecords } from "@/lib/badges/issued/association";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { invalidField, notFound } from "@/lib/kernel/errors";
import { isUuid, newId } from "@/lib/kernel/ids";
import { recordEvents } from "@/lib/platform/recording/record-events";
import { listFactorMethods } from "@/lib/identity/second-factors/check";
import { findOwnerContact, notifyOwner } from "@/lib/identity/users/notices";
import { rememberDevice } from "@/lib/identity/users/devices";
import { clearWrongPasswords } from "@/lib/identity/users/password-attempts";
import { requireStrongPassword, listPersonalTexts } from "@/lib/identity/users/password-choice";
import { hashPassword } from "@/lib/identity/users/passwords";
import { confirmPrimaryAddress, lockAddress } from "@/lib/identity/users/service";
import { findOwnedAddress, findPrimaryAddress, findResettableAddress, saveResetPassword } from "./queries";
import type { NewPasswordInput } from "./schema";
import { isValidPasswordToken, buildPasswordLink } from "./serializer";

/**
 * Queues the mail with a link to choose a password. A message is written whether the address belongs to an account or
 * not, so that neither the response nor its time reveals it. The id of a message without an account matches no
 * address, so no mail is sent (lib/delivery/mail). The message does not contain the entered address.
 */
export async function requestPasswordReset(email: string): Promise<void> {
  const subjectId = (await findOwnedAddress(email))?.id ?? newId();
  await recordEvents(
    [],
    [{ kind: "mail", organizationId: null, subjectId, payload: { template: "password" } }],
  );
}

/**
 * Returns the link of that mail, for the operator of the installation to pass to its owner. Throws 404 for an account
 * without an address.
 */
export async function getPasswordResetLink(userId: string): Promise<{ email: string; link: string }> {
  const primary = await findPrimaryAddress(userId);
  const address = primary && (await findResettableAddress(primary.id));
  if (!address) throw notFound();
  return { email: address.email, link: buildPasswordLink(address, clock.now()) };
}

const invalidLink = () => invalidField("token", "invalid_link", "is invalid or has expired");

type Link = { id: string; token: string };

/** Returns the address that a link is for, or null for an invalid link. */
export async function findAddressByLink({ id, token }: Link) {
  const address = isUuid(id) ? await findResettableAddress(id) : null;
  return address && isValidPasswordToken(token, address, clock.now()) ? address : null;
}

type ResettableAddress = NonNullable<Awaited<ReturnType<typeof findResettableAddress>>>;

/**
 * Stores the password. An unproved address is confirmed by it. Returns false when the link became invalid meanwhile.
 */
function saveChosenPassword(address: ResettableAddress, passwordHash: string): Promise<boolean> {
  if (address.confirmedAt) return saveResetPassword(address, passwordHash);
  return transaction(async () => {
    await lockAddress(address.email);
    await lockUnclaimedRecords(address.email);
    if (!(await saveResetPassword(address, passwordHash))) return false;
    await confirmPrimaryAddress(address.email);
    await assignUnclaimedRecords(address.userId);
    return true;
  });
}

/**
 * Sets the password, or the first password, of an account by the link of its mail. Ends all its sessions, notifies
 * the owner by mail, and returns the address. Throws 422 for an invalid link, and for a password that is easy to
 * guess, after which the link is still valid. The session version is part of the token and of the condition of the
 * update: of two concurrent uses one succeeds, and any change of the password invalidates the link.
 */
export async function choosePassword(
  id: string,
  { token, password }: NewPasswordInput,
): Promise<{ email: string }> {
  const address = await findAddressByLink({ id, token });
  // Before the password is checked and hashed, which both cost processor time that a guessed link must not use.
  if (!address) throw invalidLink();
  await requireStrongPassword(password, await listPersonalTexts(address.userId));
  const passwordHash = await hashPassword(password);
  await transaction(async () => {
    if (!(await saveChosenPassword(address, passwordHash))) throw invalidLink();
    await notifyOwner(await findOwnerContact(address.userId), "password");
    await recordActivity(address.userId, "password_reset");
  });
  // The link proves that the person reads the account's mail: earlier wrong passwords no longer count.
  await clearWrongPasswords(address.userId);
  // Where there is a second factor, mail alone does not make the browser known, or it would get own attempts at codes.
  if ((await listFactorMethods(address.userId)).length === 0)
    rememberDevice({ id: address.userId, sessionVersion: address.sessionVersion + 1 });
  return { email: address.email };
}
