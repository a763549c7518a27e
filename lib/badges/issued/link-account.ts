import { forbidden } from "@/lib/kernel/errors";
import { isProven, type SignInRow } from "@/lib/identity/users/serializer";
import {
  findAccountByAddress,
  ensureConfirmedUser,
  lockAddress,
  createUnprovenUser,
  findPerson,
} from "@/lib/identity/users/service";
import type { AcceptLink } from "./accept-token";
import { assignUnclaimedRecords } from "./association";
import type { BadgeRow } from "./serializer";

type BadgeRecipient = Pick<BadgeRow, "userId" | "recipientEmail">;

/** Returns the account that has the badge, or else the one with its address. Null when there is none. */
async function findBadgeAccount({ userId, recipientEmail }: BadgeRecipient): Promise<SignInRow | null> {
  const account = userId === null ? null : await findPerson(userId);
  return account ?? findAccountByAddress(recipientEmail);
}

/** The account of a pending badge, as it matters to a person who opens its link. */
export type LinkAccount = {
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
