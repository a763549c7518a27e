import { assignUnclaimedRecords } from "@/lib/badges/issued/association";
import { rememberDevice, readKnownDevice, type DeviceOwner } from "@/lib/identity/users/devices";
import { recordAccountOpened } from "@/lib/identity/users/service";
import { promptEmployments } from "@/lib/workforce/employees/connection";
import type { SignInProof } from "@/lib/identity/users/sessions";
import { buildSessionCookie } from "./session";
import { isUnknownOrigin, recordActivity } from "@/lib/access/account-activity/service";
import { recordNotices } from "@/lib/organizations/notices/record";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { describeCurrentOrigin } from "@/lib/kernel/request-origin";

/**
 * Whether this sign-in is from a device that the account was not used on: the browser has no cookie of an earlier sign-in,
 * and there was none from this address with this browser. The first sign-in of an account is not from a new device.
 */
const isNewDevice = async (owner: DeviceOwner): Promise<boolean> =>
  readKnownDevice(owner) === null && (await isUnknownOrigin(owner.id));

/** Records a sign-in, with a notice to a member of an organization who signs in from a new device. */
const recordSignIn = (owner: DeviceOwner): Promise<void> =>
  transaction(async () => {
    const isNew = await isNewDevice(owner);
    await recordActivity(owner.id, "sign_in");
    if (!isNew) return;
    const { address, browser } = describeCurrentOrigin();
    const now = clock.now();
    await recordNotices([
      {
        kind: "new_sign_in",
        organizationId: null,
        userId: owner.id,
        key: `sign_in:${now.getTime()}:${address}`,
        data: {
          address: address || null,
          browser: browser || null,
          signed_in_at: now.toISOString(),
        },
      },
    ]);
  });

type Person = { id: string; sessionVersion: number };

/** What every sign-in of a person changes, in whatever way they proved who they are. */
export async function recordOpening(person: Person): Promise<void> {
  await recordAccountOpened(person.id);
  await recordSignIn({ id: person.id, sessionVersion: person.sessionVersion });
  // Badges issued between the confirmation of the address and this sign-in, or before the admin command confirmed it, are
  // associated now.
  await assignUnclaimedRecords(person.id);
  // Employers' requests to connect become pending at the sign-in (specification, "employee enters pending").
  await promptEmployments(person.id);
  rememberDevice(person);
}

/** Opens a session in the browser of this request, for a sign-in outside next-auth. Returns its `Set-Cookie` header. */
export async function openSession(person: Person, proof: SignInProof): Promise<Record<string, string>> {
  await recordOpening(person);
  return buildSessionCookie(person, proof);
}
