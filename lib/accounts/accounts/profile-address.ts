import { recordActivity } from "@/lib/access/account-activity/service";
import { lockPerson } from "@/lib/identity/users/service";
import { clock } from "@/lib/kernel/clock";
import { invalidField } from "@/lib/kernel/errors";
import { takePoint, type RateLimitPolicy } from "@/lib/platform/limits/rate-limit";
import { isAddressName, isReservedName } from "./address-names";
import { findAddressState, insertAddress, isAddressOwned, saveAddress } from "./queries";

const MAX_CHANGES = 3;
const WINDOW_MS = 30 * 24 * 3_600_000;
/** Limits how many addresses a person can try, which prevents listing the taken ones. */
const ATTEMPT_POLICY: RateLimitPolicy = { name: "profile-addresses", points: 20, seconds: 3_600 };

const field = "profile_address";

/** Counts an attempt to choose an address. Throws 429 above the limit. */
export async function takeAddressAttempt(userId: string): Promise<void> {
  await takePoint(ATTEMPT_POLICY, userId, "Too many addresses were tried. Try again later.");
}

/** Throws the same 422 for a reserved, a used and a formerly used address. */
const throwTaken = () => invalidField(field, "address_taken", "is taken");

/**
 * Changes the address of a person's public profile, in the caller's transaction. The former one keeps leading to the
 * profile. Throws 422 for an invalid or taken address, and after three changes in 30 days.
 */
export async function changeProfileAddress(userId: string, text: string): Promise<void> {
  const address = text.toLowerCase();
  await lockPerson(userId);
  const before = await findAddressState(userId);
  if (address === before.vanitySlug) return;
  if (!isAddressName(address)) throw invalidField(field, "address_invalid", "is not a valid address");
  const now = clock.now();
  const recent = before.profileAddressChanges.filter((at) => at.getTime() > now.getTime() - WINDOW_MS);
  if (recent.length >= MAX_CHANGES) {
    throw invalidField(field, "address_changes", "can be changed 3 times in 30 days");
  }
  if (isReservedName(address)) throw throwTaken();
  await insertAddress(userId, address, now);
  // Only after the insert, which waits for others who choose or erase the same address.
  if (!(await isAddressOwned(userId, address))) throw throwTaken();
  await insertAddress(userId, before.vanitySlug, now);
  await saveAddress(userId, address, [...recent, now]);
  await recordActivity(userId, "profile_address_changed");
}
