import { isUnknownOrigin, recordActivity } from "@/lib/access/account-activity/service";
import { readKnownDevice, type DeviceOwner } from "@/lib/identity/users/devices";
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
export const recordSignIn = (owner: DeviceOwner): Promise<void> =>
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
