import { associateEmployees, badgeChangeEvents, lockEmployments } from "@/lib/workforce/employees/connection";
import { transaction } from "@/lib/kernel/db";
import { record } from "@/lib/delivery/recording/record";
import { confirmedAddresses } from "@/lib/identity/users/service";
import { attachBadges, detachPending, lockPendingBadges, lockWaitingBadges } from "./association-queries";

/**
 * Locks the badges and employees that wait at an address which is about to be confirmed. Whoever locks the account before the address
 * is confirmed calls this first (lib/identity/users/service.ts has the order of the locks).
 */
export const lockWaiting = async (address: string): Promise<void> => {
  await lockWaitingBadges([address]);
  await lockEmployments(null, address);
};

/** Locks what is pending at an address that is about to be removed from this account; employees and the account come next. */
export const lockPendingAt = async (userId: string, address: string): Promise<void> => {
  await lockPendingBadges(userId, address);
};

/**
 * Associates what waits for the person's confirmed addresses with the account: pending badges, so that the duplicate
 * rule, the lists and the employers know whose they are (specification, "user.id", "duplicate badges"), and
 * employments. Call it in the transaction that confirms an address. Employers who see a badge from then on are told.
 */
export async function associateWaiting(userId: string): Promise<void> {
  await transaction(async () => {
    const addresses = await confirmedAddresses(userId);
    const waiting = await lockWaitingBadges(addresses);
    await associateEmployees(userId);
    if (waiting === 0) return;
    const badges = await attachBadges(userId, addresses);
    await record(
      await badgeChangeEvents(
        badges.map((badge) => ({ badge, before: { ...badge, userId: null }, after: badge })),
      ),
    );
  });
}

/**
 * The reverse, for an address that is removed from the account: what is pending there waits again for whoever proves the
 * address. Employers who lose sight of a badge are told. Call it in the transaction of the removal, while they are connected.
 */
export async function dissociateWaiting(userId: string, address: string): Promise<void> {
  await transaction(async () => {
    const badges = await detachPending(userId, address);
    if (badges.length === 0) return;
    await record(
      await badgeChangeEvents(badges.map((badge) => ({ badge, before: { ...badge, userId }, after: badge }))),
    );
  });
}
