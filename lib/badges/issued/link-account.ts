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

/** The account in which a badge waits, or to which its address belongs; null while there is none. */
async function holderOf({ userId, recipientEmail }: Addressed): Promise<SignInRow | null> {
  const holder = userId === null ? null : await personOf(userId);
  return holder ?? accountOfAddress(recipientEmail);
}

/** How somebody with the link of a pending badge stands to the account in which it waits. */
export type Holding = {
  /** It is the account that is signed in. */
  isOwn: boolean;
  /** Somebody has proved to own it. */
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
  // A replacement may name nobody: then the address says how its owner calls themselves.
  firstName: badge.issuedToFirstName ?? (badge.issuedTo || badge.recipientEmail.replace(/@.*$/, "")),
  middleName: badge.issuedToMiddleName,
  lastName: badge.issuedToLastName ?? "",
});

/** Whoever holds the link of the mail holds the address. */
async function accountOfReader(badge: BadgeRow): Promise<string> {
  const person = { email: badge.recipientEmail, ...nameOf(badge), locale: badge.locale };
  const { id } = await ensureConfirmedUser(person);
  await associateWaiting(id);
  return id;
}

/** The issuer holds this link too: it answers for nobody who can answer for themselves, and confirms no address. */
async function accountOfShown(badge: BadgeRow, personId: string | null): Promise<string> {
  await lockAddress(badge.recipientEmail);
  const holder = await holderOf(badge);
  if (!holder) {
    return makeUnprovenUser({ email: badge.recipientEmail, ...nameOf(badge), locale: badge.locale });
  }
  if (holder.id !== personId && isProven(holder)) {
    const message = "Sign in to the account of this address, or use the link of the mail to it.";
    throw forbidden(message, "sign_in_needed");
  }
  return holder.id;
}

/**
 * The account for which a link of a badge answers (decision 0026). `personId` is who is signed
 * in. Call it in the transaction of the answer. 403 when only the person themselves may answer.
 */
export const accountOfLink = (badge: BadgeRow, link: AcceptLink, personId: string | null): Promise<string> =>
  link === "mailed" ? accountOfReader(badge) : accountOfShown(badge, personId);
