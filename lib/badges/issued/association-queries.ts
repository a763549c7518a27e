import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";

/**
 * Locks the pending badges without an account at these addresses, in the common lock order of badges. Returns how
 * many.
 */
export async function lockUnclaimedBadges(addresses: string[]): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int FROM (
      SELECT id FROM issued_badges
      WHERE recipient_email = ANY (${addresses}::text[]) AND user_id IS NULL AND state = 'pending' AND deleted_at IS NULL
      ORDER BY id FOR UPDATE) AS locked`;
  return row?.count ?? 0;
}

const pendingAtAddress = (userId: string, address: string) =>
  ({ recipientEmail: address, userId, state: "pending", deletedAt: null }) as const;

/** Locks the pending badges of an account that were sent to this address, in the common lock order of badges. */
export const lockPendingBadges = (userId: string, address: string) =>
  db().$queryRaw`
    SELECT count(*)::int FROM (
      SELECT id FROM issued_badges
      WHERE recipient_email = ${address} AND user_id = ${userId}::uuid AND state = 'pending' AND deleted_at IS NULL
      ORDER BY id FOR UPDATE) AS locked`;

/** The columns needed for events about a changed owner or visibility. */
export const visibilitySelect = {
  id: true,
  organizationId: true,
  templateOrganizationId: true,
  recipientEmail: true,
  state: true,
  public: true,
  userId: true,
} as const;

/** Removes the account from its pending badges that were sent to this address. Returns the updated badges. */
export const detachPendingBadges = (userId: string, address: string) =>
  db().issuedBadge.updateManyAndReturn({
    where: pendingAtAddress(userId, address),
    data: { userId: null, updatedAt: clock.now() },
    select: visibilitySelect,
  });

/** Assigns the pending badges without an account at these addresses to this account. Returns the updated badges. */
export const attachBadges = (userId: string, addresses: string[]) =>
  db().issuedBadge.updateManyAndReturn({
    where: { recipientEmail: { in: addresses }, userId: null, state: "pending", deletedAt: null },
    data: { userId, updatedAt: clock.now() },
    select: visibilitySelect,
  });
