import { readKnownDevice } from "@/lib/identity/users/devices";
import { tryPassword } from "@/lib/identity/users/password-attempts";
import type { SignInRow } from "@/lib/identity/users/serializer";
import { findPersonByPassword, findConfirmedPerson } from "@/lib/identity/users/service";
import { requireNoProvider, requireOwnSignIn } from "@/lib/accounts/accounts/required-provider";
import { refundFailure, countFailure } from "@/lib/platform/limits/request-limit";

// Longer values cannot be ours, and hashing them would be slow.
const MAX_ADDRESS_LENGTH = 254;
const MAX_PASSWORD_LENGTH = 1_000;

/**
 * Returns the person with this confirmed address and password. Returns null, after the same time, when either is
 * wrong. Throws 429 for a client or account with too many wrong ones (`tryPassword`), and 403 `provider_required` where the
 * organization requires its own sign-in.
 */
export async function signInByPassword(email: string, password: string): Promise<SignInRow | null> {
  if (email.length > MAX_ADDRESS_LENGTH || password.length > MAX_PASSWORD_LENGTH || email.includes("\0"))
    return null;
  await requireOwnSignIn(email);
  const person = await findConfirmedPerson(email);
  // A known device is not limited by the failures of others who share its address.
  const isUnknownDevice = person === null || readKnownDevice(person) === null;
  if (isUnknownDevice) await countFailure();
  const refundUnknownDevice = async (): Promise<void> => {
    if (isUnknownDevice) await refundFailure();
  };
  const check = (): Promise<SignInRow | null> =>
    findPersonByPassword(email, password).catch(async (error: unknown) => {
      // The password was not checked, so an outage of the database uses up no attempt.
      await refundUnknownDevice();
      throw error;
    });
  const found = await tryPassword(person ?? { email }, check);
  if (!found) return null;
  await refundUnknownDevice();
  await requireNoProvider(found);
  return found;
}
