import {
  associateEmployees,
  collectEmploymentBadgeEvents,
  lockEmployments,
} from "@/lib/workforce/employees/connection";
import { transaction } from "@/lib/kernel/db";
import { recordEvents } from "@/lib/platform/recording/record-events";
import { listConfirmedAddresses } from "@/lib/identity/users/service";
import { attachBadges, detachPendingBadges, lockPendingBadges, lockUnclaimedBadges } from "./queries";

/**
 * Locks the badges and employees without an account at an address that is about to be confirmed. Call it before
 * locking the account (decision 0067).
 */
export const lockUnclaimedRecords = async (address: string): Promise<void> => {
  await lockUnclaimedBadges([address]);
  await lockEmployments(null, address);
};

/**
 * Locks the pending badges at an address that is about to be removed from this account. Lock employees and account
 * after it (decision 0067).
 */
export const lockPendingBadgesAtAddress = async (userId: string, address: string): Promise<void> => {
  await lockPendingBadges(userId, address);
};

/**
 * Assigns to the account what was sent to its confirmed addresses before: pending badges, so that the duplicate rule,
 * the lists and the employers know their owner (specification, "user.id", "duplicate badges"), and employments.
 * Records events for employers who can now see a badge. Call it in the transaction that confirms an address.
 */
export async function assignUnclaimedRecords(userId: string): Promise<void> {
  await transaction(async () => {
    const addresses = await listConfirmedAddresses(userId);
    const unclaimedCount = await lockUnclaimedBadges(addresses);
    await associateEmployees(userId);
    if (unclaimedCount === 0) return;
    const badges = await attachBadges(userId, addresses);
    await recordEvents(
      await collectEmploymentBadgeEvents(
        badges.map((badge) => ({ badge, before: { ...badge, userId: null }, after: badge })),
      ),
    );
  });
}

/**
 * Removes the account from its pending badges at an address that is removed from the account: they belong to no account
 * until one confirms the address again. Records events for employers who can no longer see a badge. Call it in
 * the transaction of the removal, while the employers are still connected.
 */
export async function unassignPendingBadges(userId: string, address: string): Promise<void> {
  await transaction(async () => {
    const badges = await detachPendingBadges(userId, address);
    if (badges.length === 0) return;
    await recordEvents(
      await collectEmploymentBadgeEvents(
        badges.map((badge) => ({ badge, before: { ...badge, userId }, after: badge })),
      ),
    );
  });
}
