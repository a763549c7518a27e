import {
  associateEmployees,
  collectEmploymentBadgeEvents,
  lockEmployments,
} from "@/lib/workforce/employees/connection";
import { transaction } from "@/lib/kernel/db";
import { recordEvents } from "@/lib/platform/recording/record-events";
import {
  listConfirmedAddresses,
  findAccountByAddress,
  ensureConfirmedUser,
  lockAddress,
  createUnprovenUser,
  findPerson,
} from "@/lib/identity/users/service";
import {
  attachBadges,
  detachPendingBadges,
  lockPendingBadges,
  lockUnclaimedBadges,
  hideBadges,
} from "./queries";
import { buildPrivacyChangeEvents } from "./effects";
import { forbidden } from "@/lib/kernel/errors";
import { isProven, type SignInRow } from "@/lib/identity/users/serializer";
import type { AcceptLink } from "./accept-token";
import type { BadgeRow } from "./serializer";

/** Badges per statement. */
const BATCH_SIZE = 500;

/**
 * Makes every public badge of an account that is being deleted private, with the same events as if the earner had
 * done it: `badge.privacy.changed`, and those for employers and connected applications. Call it while those are still
 * connected.
 */
export function hideEarnerBadges(userId: string): Promise<void> {
  return transaction(async () => {
    for (let hidden = BATCH_SIZE; hidden === BATCH_SIZE;) {
      const badges = await hideBadges(userId, BATCH_SIZE);
      hidden = badges.length;
      await recordEvents(
        await buildPrivacyChangeEvents(
          ...badges.map((after) => ({ before: { ...after, public: true }, after })),
        ),
      );
    }
  });
}

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

type BadgeRecipient = Pick<BadgeRow, "userId" | "recipientEmail">;

/** Returns the account that has the badge, or else the one with its address. Null when there is none. */
async function findBadgeAccount({ userId, recipientEmail }: BadgeRecipient): Promise<SignInRow | null> {
  const account = userId === null ? null : await findPerson(userId);
  return account ?? findAccountByAddress(recipientEmail);
}

/** The account of a pending badge, as it matters to a person who opens its link. */
type LinkAccount = {
  /** It is the signed-in account. */
  isSignedInAccount: boolean;
  /** Its owner has proved that the account is theirs. */
  isProven: boolean;
};

export async function readLinkAccount(badge: BadgeRecipient, personId: string | null): Promise<LinkAccount> {
  const account = await findBadgeAccount(badge);
  return {
    isSignedInAccount: account !== null && account.id === personId,
    isProven: account !== null && isProven(account),
  };
}

const recipientName = (badge: BadgeRow) => ({
  // A replacement may have no name. Then the first part of the address is used.
  firstName: badge.issuedToFirstName ?? (badge.issuedTo || badge.recipientEmail.replace(/@.*$/, "")),
  middleName: badge.issuedToMiddleName,
  lastName: badge.issuedToLastName ?? "",
});

/** Returns the account of the address, created if necessary: the link of the mail proves the address. */
async function ensureMailedLinkAccount(badge: BadgeRow): Promise<string> {
  const person = { email: badge.recipientEmail, ...recipientName(badge), locale: badge.locale };
  const { id } = await ensureConfirmedUser(person);
  await assignUnclaimedRecords(id);
  return id;
}

/**
 * Returns the account for the link that the issuer knows too. This link does not confirm the address, and cannot act
 * for an account whose owner can sign in.
 */
async function ensureIssuerLinkAccount(badge: BadgeRow, personId: string | null): Promise<string> {
  await lockAddress(badge.recipientEmail);
  const account = await findBadgeAccount(badge);
  if (!account) {
    return createUnprovenUser({ email: badge.recipientEmail, ...recipientName(badge), locale: badge.locale });
  }
  if (account.id !== personId && isProven(account)) {
    const message = "Sign in to the account with this e-mail address, or use the link in the e-mail.";
    throw forbidden(message, "sign_in_needed");
  }
  return account.id;
}

/**
 * Returns the account that accepts or declines a badge by a link (decision 0026). `personId` is the signed-in
 * account. Call it in the transaction that accepts or declines. Throws 403 when the account's owner has to sign in.
 */
export const ensureLinkAccount = (
  badge: BadgeRow,
  link: AcceptLink,
  personId: string | null,
): Promise<string> =>
  link === "mailed" ? ensureMailedLinkAccount(badge) : ensureIssuerLinkAccount(badge, personId);
