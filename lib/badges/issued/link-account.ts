import { forbidden } from "@/lib/kernel/errors";
import { isProven, type SignInRow } from "@/lib/identity/users/serializer";
import {
  accountOfAddress,
  ensureConfirmedUser,
  lockAddress,
  makeUnprovenUser,
  personOf,
} from "@/lib/identity/users/service";
import type { AcceptLink } from "./accept-token";
import { associateWaiting } from "./association";
import type { BadgeRow } from "./serializer";

type Addressed = Pick<BadgeRow, "userId" | "recipientEmail">;

/** Returns the account that has the badge, or else the one with its address. Null when there is none. */
async function holderOf({ userId, recipientEmail }: Addressed): Promise<SignInRow | null> {
  const holder = userId === null ? null : await personOf(userId);
  return holder ?? accountOfAddress(recipientEmail);
}

/** The account of a pending badge, as it matters to a person who opens its link. */
export type Holding = {
  /** It is the signed-in account. */
  isOwn: boolean;
  /** Its owner has proved that the account is theirs. */
  isProven: boolean;
};

export async function lookAtHolder(badge: Addressed, personId: string | null): Promise<Holding> {
  const holder = await holderOf(badge);
  return {
    isOwn: holder !== null && holder.id === personId,
    isProven: holder !== null && isProven(holder),
  };
}

const nameOf = (badge: BadgeRow) => ({
  // A replacement may have no name. Then the first part of the address is used.
  firstName: badge.issuedToFirstName ?? (badge.issuedTo || badge.recipientEmail.replace(/@.*$/, "")),
  middleName: badge.issuedToMiddleName,
  lastName: badge.issuedToLastName ?? "",
});

/** Returns the account of the address, created if necessary: the link of the mail proves the address. */
async function accountOfReader(badge: BadgeRow): Promise<string> {
  const person = { email: badge.recipientEmail, ...nameOf(badge), locale: badge.locale };
  const { id } = await ensureConfirmedUser(person);
  await associateWaiting(id);
  return id;
}

/**
 * Returns the account for the link that the issuer knows too. This link does not confirm the address, and cannot act
 * for an account whose owner can sign in.
 */
async function accountOfShown(badge: BadgeRow, personId: string | null): Promise<string> {
  await lockAddress(badge.recipientEmail);
  const holder = await holderOf(badge);
  if (!holder) {
    return makeUnprovenUser({ email: badge.recipientEmail, ...nameOf(badge), locale: badge.locale });
  }
  if (holder.id !== personId && isProven(holder)) {
    const message = "Sign in to the account with this e-mail address, or use the link in the e-mail.";
    throw forbidden(message, "sign_in_needed");
  }
  return holder.id;
}

/**
 * Returns the account that accepts or declines a badge by a link (decision 0026). `personId` is the signed-in
 * account. Call it in the transaction that accepts or declines. Throws 403 when the account's owner has to sign in.
 */
export const accountOfLink = (badge: BadgeRow, link: AcceptLink, personId: string | null): Promise<string> =>
  link === "mailed" ? accountOfReader(badge) : accountOfShown(badge, personId);
