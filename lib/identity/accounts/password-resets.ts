import { recordActivity } from "@/lib/identity/account-activity/service";
import { associateWaiting, lockWaiting } from "@/lib/badges/issued/association";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { invalidField, notFound } from "@/lib/kernel/errors";
import { isUuid, newId } from "@/lib/kernel/ids";
import { record } from "@/lib/delivery/recording/record";
import { reachOwner, tellOwner } from "@/lib/identity/users/notices";
import { rememberDevice } from "@/lib/identity/users/devices";
import { forgiveAccount } from "@/lib/identity/users/password-attempts";
import { checkNewPassword, personalTexts } from "@/lib/identity/users/password-choice";
import { hashPassword } from "@/lib/identity/users/passwords";
import { confirmOwnAddress, lockAddress } from "@/lib/identity/users/service";
import { findOwnedAddress, findPrimaryAddress, findResettable, saveResetPassword } from "./queries";
import type { NewPasswordInput } from "./schema";
import { isPasswordToken, passwordLink } from "./serializer";

/**
 * Asks for the mail whose link lets its reader choose a password. One message is written whether anybody has the address
 * or not, so that neither the answer nor its time tells; the runner finds nobody behind the id of a message that is for
 * nobody (lib/mail). It holds no address that was merely typed in.
 */
export async function requestPasswordReset(email: string): Promise<void> {
  const subjectId = (await findOwnedAddress(email))?.id ?? newId();
  await record([], [{ kind: "mail", organizationId: null, subjectId, payload: { template: "password" } }]);
}

/** The link of that mail, for the operator of the installation to hand on; 404 for an account without an address. */
export async function passwordResetLink(userId: string): Promise<{ email: string; link: string }> {
  const primary = await findPrimaryAddress(userId);
  const address = primary && (await findResettable(primary.id));
  if (!address) throw notFound();
  return { email: address.email, link: passwordLink(address, clock.now()) };
}

const voidLink = () => invalidField("token", "invalid_link", "is not that of a link that still holds");

type Link = { id: string; token: string };

/** The address that a link is for; null for a link that does not hold, whatever the reason. */
export async function resettableBy({ id, token }: Link) {
  const address = isUuid(id) ? await findResettable(id) : null;
  return address && isPasswordToken(token, address, clock.now()) ? address : null;
}

type Resettable = NonNullable<Awaited<ReturnType<typeof findResettable>>>;

/** Stores the password; of an account whose address nobody had proved, that proves it. False when the link died meanwhile. */
function save(address: Resettable, passwordHash: string): Promise<boolean> {
  if (address.confirmedAt) return saveResetPassword(address, passwordHash);
  return transaction(async () => {
    await lockAddress(address.email);
    await lockWaiting(address.email);
    if (!(await saveResetPassword(address, passwordHash))) return false;
    await confirmOwnAddress(address.email);
    await associateWaiting(address.userId);
    return true;
  });
}

/**
 * Sets the password of an account by the link of its mail, or its first one, and ends all its sessions, which its
 * owner is told by mail; returns the address. 422 for a link that does not hold, and for a password that is easy to
 * guess, after which the link still holds. The sessions' version is part of the token and of the condition of the write,
 * so of two uses at once one wins, and a link dies with any change of the password.
 */
export async function choosePassword(
  id: string,
  { token, password }: NewPasswordInput,
): Promise<{ email: string }> {
  const address = await resettableBy({ id, token });
  // Before the password is judged and hashed: both cost processor time, which a guessed link must not use.
  if (!address) throw voidLink();
  await checkNewPassword(password, await personalTexts(address.userId));
  const passwordHash = await hashPassword(password);
  await transaction(async () => {
    if (!(await save(address, passwordHash))) throw voidLink();
    await tellOwner(await reachOwner(address.userId), "password");
    await recordActivity(address.userId, "password_reset");
  });
  // The link proves that the person reads the account's mail: earlier wrong passwords no longer count.
  await forgiveAccount(address.userId);
  rememberDevice({ id: address.userId, sessionVersion: address.sessionVersion + 1 });
  return { email: address.email };
}
