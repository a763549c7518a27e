import { recordActivity } from "@/lib/access/account-activity/service";
import { transaction } from "@/lib/kernel/db";
import type { DeviceOwner } from "@/lib/identity/users/devices";
import { findOwnerContact, notifyOwner } from "@/lib/identity/users/notices";
import { lockPerson } from "@/lib/identity/users/service";
import { tryCode } from "@/lib/identity/users/password-attempts";
import { countFailure } from "@/lib/platform/limits/request-limit";
import type { ChallengePurpose } from "./challenges";
import { checkAppCode, isAppCode, normalizeCode, useRecoveryCode } from "./one-time-codes";
import { verifyPasskeyAnswer } from "./passkeys";
import { findFactorKinds } from "./queries";
import type { PasskeyAnswer } from "./schema";

/** What a person sends as their second factor: a code of the app, a recovery code, or the answer of a passkey. */
export type GivenFactor = { code?: string | undefined; passkey?: PasskeyAnswer | undefined };

/** The ways in which a person can prove a second factor. Empty when the account has none. */
export async function listFactorMethods(userId: string): Promise<("passkey" | "code")[]> {
  const { hasPasskey, hasApp } = await findFactorKinds(userId);
  // A recovery code replaces a lost passkey, so a code is always possible.
  return hasPasskey ? ["passkey", "code"] : hasApp ? ["code"] : [];
}

/** Uses a recovery code, and notifies the owner, because a stranger may have found it. */
const useCodeAndNotify = (userId: string, code: string): Promise<boolean> =>
  transaction(async () => {
    await lockPerson(userId);
    if (!(await useRecoveryCode(userId, code))) return false;
    await recordActivity(userId, "recovery_code_used");
    await notifyOwner(await findOwnerContact(userId), "recovery_code");
    return true;
  });

const checkCode = (userId: string, text: string): Promise<boolean> => {
  const code = normalizeCode(text);
  return isAppCode(code) ? checkAppCode(userId, code) : useCodeAndNotify(userId, code);
};

/**
 * Verifies the answer of a passkey. Returns its account, or null. Throws 429 after too many wrong answers from one
 * address: each costs a query and a signature.
 */
export async function checkPasskey(
  answer: PasskeyAnswer,
  purpose: ChallengePurpose,
): Promise<{ userId: string } | null> {
  const found = await verifyPasskeyAnswer(answer, purpose);
  if (!found) await countFailure();
  return found;
}

/**
 * Checks the second factor of a person. A code and an answer are accepted once. Throws 429 after too many wrong codes of
 * the account (`tryCode`), and after too many wrong answers from one address.
 */
export async function checkSecondFactor(
  person: DeviceOwner,
  { code, passkey }: GivenFactor,
  purpose: ChallengePurpose,
): Promise<boolean> {
  if (passkey) return (await checkPasskey(passkey, purpose))?.userId === person.id;
  return code ? tryCode(person, () => checkCode(person.id, code)) : false;
}
