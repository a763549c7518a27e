import { recordActivity } from "@/lib/identity/account-activity/service";
import { promptEmployments } from "@/lib/workforce/employees/connection";
import { lookAtLink, type LookedAt } from "@/lib/badges/issued/accept-link";
import { associateWaiting, lockWaiting } from "@/lib/badges/issued/association";
import { lookAtHolder } from "@/lib/badges/issued/link-account";
import type { Earner } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { requireStrongPassword, personalTexts } from "@/lib/identity/users/password-choice";
import { hashPassword } from "@/lib/identity/users/passwords";
import type { SignInRow } from "@/lib/identity/users/serializer";
import {
  accountOfAddress,
  confirmOwnAddress,
  setFirstPassword,
  lockAddress,
  lockPerson,
  recordAccountOpened,
  ownerOfAddress,
} from "@/lib/identity/users/service";
import { addProvenAddress } from "./emails";
import { saveMe } from "./queries";
import type { KeepInput } from "./schema";

/** How long after the badge was accepted the link of its mail proves the address. */
const LINK_PROOF_MS = 24 * 3_600_000;

type ValidLink = Extract<LookedAt, { badge: unknown }>;
type Link = { id: string; token: string };

/** What can be offered to the person who opened the link of a badge, by their relation to the badge's account. */
export type AccountOffer =
  /** Signed in to the badge's account. */
  | { standing: "own" }
  /** Signed in to another account, to which the address can be added. */
  | { standing: "other" }
  /**
   * The badge is pending in another person's account, and the link is the issuer's: only the account's owner may
   * accept it.
   */
  | { standing: "owner_only" }
  /** The link is the issuer's, to whom nothing about the account is revealed. */
  | { standing: "shown" }
  /** The account has a password, so the person must sign in. */
  | { standing: "sign_in" }
  /** The account has no password, and this link does not open it (any more). A new mail does. */
  | { standing: "mail" }
  /** The account has never been opened, and the link of the mail opens it, once. */
  | {
      standing: "keep";
      firstName: string;
      lastName: string;
      /** Texts that the password must not be based on (`personalTexts`). */
      personal: string[];
    };

const isRecentlyAccepted = ({ badge }: ValidLink): boolean =>
  clock.now().getTime() - badge.stateUpdatedAt.getTime() <= LINK_PROOF_MS;

async function findReaderOffer(badgeLink: ValidLink, account: SignInRow | null): Promise<AccountOffer> {
  if (!account || account.id !== badgeLink.badge.userId || account.passwordHash !== null) {
    return { standing: "sign_in" };
  }
  const isNeverOpened = account.openedAt === null && account.memberships.length === 0;
  if (!isNeverOpened || !isRecentlyAccepted(badgeLink)) return { standing: "mail" };
  const { firstName, lastName } = account;
  const personal = [...(await personalTexts(account.id)), badgeLink.badge.organization.name];
  return { standing: "keep", firstName, lastName, personal };
}

async function findOfferWhilePending(
  { link, badge }: ValidLink,
  personId: string | null,
): Promise<AccountOffer | null> {
  if (link === "mailed" && personId === null) return null;
  const { isOwn, isProven } = await lookAtHolder(badge, personId);
  if (isOwn) return { standing: "own" };
  if (link === "mailed") return { standing: "other" };
  return isProven ? { standing: "owner_only" } : null;
}

async function findOfferAfterAcceptance(
  badgeLink: ValidLink,
  personId: string | null,
): Promise<AccountOffer | null> {
  const { link, badge } = badgeLink;
  // Its earner has deleted the account.
  if (badge.userId === null) return null;
  if (personId === badge.userId) return { standing: "own" };
  if (personId === null) {
    if (link === "shown") return { standing: "shown" };
    return findReaderOffer(badgeLink, await accountOfAddress(badge.recipientEmail));
  }
  return link === "mailed" ? { standing: "other" } : null;
}

/**
 * Returns what can be offered to the person who opened the link of a badge, or null for nothing. Only the mailed link
 * proves the address. It allows adding the address to another account and, within a day after the badge was accepted,
 * opening an account that was never opened, once.
 */
export async function lookAtKeeping(
  badgeLink: ValidLink,
  personId: string | null,
): Promise<AccountOffer | null> {
  if (badgeLink.badge.state === "pending") return findOfferWhilePending(badgeLink, personId);
  return badgeLink.badge.state === "accepted" ? findOfferAfterAcceptance(badgeLink, personId) : null;
}

/** The account and version that a new session needs. */
type NewSession = { id: string; sessionVersion: number };

/**
 * Returns the account that a link opens, after locking its address and the account. Null when the link does not open
 * it (any more).
 */
async function lockNeverOpenedAccount({ id, token }: Link, email: string): Promise<SignInRow | null> {
  await lockAddress(email);
  await lockWaiting(email);
  const found = await accountOfAddress(email);
  if (!found) return null;
  await lockPerson(found.id);
  const badgeLink = await lookAtLink(id, token);
  const offer = "badge" in badgeLink ? await lookAtKeeping(badgeLink, null) : null;
  if (offer?.standing !== "keep") return null;
  // A badge accepted inside an LMS can be in an account whose address is still unproved.
  await confirmOwnAddress(email);
  await associateWaiting(found.id);
  return accountOfAddress(email);
}

async function openLockedAccount(
  account: SignInRow,
  input: KeepInput,
  hash: string | null,
): Promise<NewSession | null> {
  const session = hash === null ? account : await setFirstPassword(account.id, hash);
  if (!session) return null;
  await saveMe(account.id, { firstName: input.first_name, lastName: input.last_name });
  await recordAccountOpened(account.id);
  await recordActivity(account.id, "sign_in");
  await promptEmployments(account.id);
  return { id: session.id, sessionVersion: session.sessionVersion };
}

async function hashCheckedPassword({ first_name, last_name, password }: KeepInput, personal: string[]) {
  if (password === null) return null;
  await requireStrongPassword(password, [`${first_name} ${last_name}`, ...personal]);
  return hashPassword(password);
}

/**
 * Opens the account of an accepted badge by the link of its mail, once, with the given name and an optional first
 * password. Returns null when the link does not open it (any more); `lookAtKeeping` explains why. Of two concurrent
 * calls one succeeds. Throws 422 for a password that is easy to guess.
 */
export async function keepBadges(link: Link, input: KeepInput): Promise<NewSession | null> {
  const badgeLink = await lookAtLink(link.id, link.token);
  const offer = "badge" in badgeLink ? await lookAtKeeping(badgeLink, null) : null;
  if (!("badge" in badgeLink) || offer?.standing !== "keep") return null;
  // Hashing is slow, so it is done only for a valid link.
  const hash = await hashCheckedPassword(input, offer.personal);
  return transaction(async () => {
    const account = await lockNeverOpenedAccount(link, badgeLink.badge.recipientEmail);
    return account && openLockedAccount(account, input, hash);
  });
}

/** The result of adding the address of a badge. Null when the link does not allow it (any more). */
export type AddedAddress = "added" | "merge_mailed" | "confirm_mailed" | null;

async function addAddressOfOtherAccount(earner: Earner, badgeLink: ValidLink): Promise<AddedAddress> {
  const isProof = badgeLink.badge.state === "pending" || isRecentlyAccepted(badgeLink);
  if (await addProvenAddress(earner, badgeLink.badge.recipientEmail, isProof)) return "added";
  return isProof ? "merge_mailed" : "confirm_mailed";
}

/**
 * Adds the address that a badge was mailed to to the signed-in account, by the link of that mail, so that a pending
 * badge moves into this account. When the address belongs to another account, that account is asked to merge
 * (`addProvenAddress`). A day after the badge was accepted the link proves nothing any more, because mails are
 * forwarded. The address is then mailed a link to confirm it, as for any claim.
 */
export function addAddressOfBadge(earner: Earner, { id, token }: Link): Promise<AddedAddress> {
  return transaction(async () => {
    const badgeLink = await lookAtLink(id, token);
    if (!("badge" in badgeLink) || badgeLink.link !== "mailed") return null;
    const offer = await lookAtKeeping(badgeLink, earner.userId);
    if (offer?.standing === "other") return addAddressOfOtherAccount(earner, badgeLink);
    const isAlreadyAdded =
      offer?.standing === "own" && (await ownerOfAddress(badgeLink.badge.recipientEmail)) === earner.userId;
    return isAlreadyAdded ? "added" : null;
  });
}
