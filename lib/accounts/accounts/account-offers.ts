import { recordActivity } from "@/lib/access/account-activity/service";
import { promptEmployments } from "@/lib/workforce/employees/connection";
import { readAcceptLink, type AcceptLinkResult } from "@/lib/badges/issued/accept-link";
import {
  assignUnclaimedRecords,
  lockUnclaimedRecords,
  readLinkAccount,
} from "@/lib/badges/issued/association";
import { updateEarnerBadge } from "@/lib/badges/issued/earner";
import type { Earner } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { forbidden, notFound } from "@/lib/kernel/errors";
import { joinNames } from "@/lib/kernel/names";
import { isProviderRequired } from "@/lib/organizations/identity-providers/service";
import { requireStrongPassword, listPersonalTexts } from "@/lib/identity/users/password-choice";
import { hashPassword } from "@/lib/identity/users/passwords";
import type { BadgeRow } from "@/lib/badges/issued/serializer";
import type { SignInRow } from "@/lib/identity/users/serializer";
import {
  findAccountByAddress,
  confirmPrimaryAddress,
  setFirstPassword,
  lockAddress,
  lockPerson,
  recordAccountOpened,
  findAddressOwner,
} from "@/lib/identity/users/service";
import { addProvenAddress } from "./emails";
import { saveMe } from "./queries";
import type { OpenAccountInput } from "./schema";

/** How long after the badge was accepted the link of its mail proves the address. */
const LINK_PROOF_MS = 24 * 3_600_000;

type ValidLink = Extract<AcceptLinkResult, { badge: unknown }>;
type Link = { id: string; token: string };

/** What can be offered to the person who opened the link of a badge, by their relation to the badge's account. */
export type AccountOffer =
  /** Signed in to the badge's account. */
  | { status: "own" }
  /** Signed in to another account, to which the address can be added. */
  | { status: "other" }
  /**
   * The badge is pending in another person's account, and the link is the issuer's: only the account's owner may
   * accept it.
   */
  | { status: "owner_only" }
  /** The link is the issuer's, to whom nothing about the account is revealed. */
  | { status: "shown" }
  /** The account has a password, or the domain has a required sign-in, so the person must sign in. */
  | { status: "sign_in" }
  /** The account has no password, and this link does not open it (any more). A new mail does. */
  | { status: "mail" }
  /** The account has never been opened, and the link of the mail opens it, once. */
  | {
      status: "keep";
      firstName: string;
      lastName: string;
      /** Texts that the password must not be based on (`listPersonalTexts`). */
      personalTexts: string[];
    };

const isRecentlyAccepted = ({ badge }: ValidLink): boolean =>
  clock.now().getTime() - badge.stateUpdatedAt.getTime() <= LINK_PROOF_MS;

async function findReaderOffer(badgeLink: ValidLink, account: SignInRow | null): Promise<AccountOffer> {
  if (!account || account.id !== badgeLink.badge.userId || account.passwordHash !== null) {
    return { status: "sign_in" };
  }
  const isNeverOpened = account.openedAt === null && account.memberships.length === 0;
  if (!isNeverOpened || !isRecentlyAccepted(badgeLink)) return { status: "mail" };
  if (await isProviderRequired(badgeLink.badge.recipientEmail)) return { status: "sign_in" };
  const { firstName, lastName } = account;
  const personalTexts = [...(await listPersonalTexts(account.id)), badgeLink.badge.organization.name];
  return { status: "keep", firstName, lastName, personalTexts };
}

async function findOfferWhilePending(
  { link, badge }: ValidLink,
  personId: string | null,
): Promise<AccountOffer | null> {
  if (link === "mailed" && personId === null) return null;
  const { isSignedInAccount: isOwn, isProven } = await readLinkAccount(badge, personId);
  if (isOwn) return { status: "own" };
  if (link === "mailed") return { status: "other" };
  return isProven ? { status: "owner_only" } : null;
}

async function findOfferAfterAcceptance(
  badgeLink: ValidLink,
  personId: string | null,
): Promise<AccountOffer | null> {
  const { link, badge } = badgeLink;
  // Its earner has deleted the account.
  if (badge.userId === null) return null;
  if (personId === badge.userId) return { status: "own" };
  if (personId === null) {
    if (link === "shown") return { status: "shown" };
    return findReaderOffer(badgeLink, await findAccountByAddress(badge.recipientEmail));
  }
  return link === "mailed" ? { status: "other" } : null;
}

/**
 * Returns what can be offered to the person who opened the link of a badge, or null for nothing. Only the mailed link
 * proves the address. It allows adding the address to another account and, within a day after the badge was accepted,
 * opening an account that was never opened, once.
 */
export async function findAccountOffer(
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
  await lockUnclaimedRecords(email);
  const found = await findAccountByAddress(email);
  if (!found) return null;
  await lockPerson(found.id);
  const badgeLink = await readAcceptLink(id, token);
  const offer = "badge" in badgeLink ? await findAccountOffer(badgeLink, null) : null;
  if (offer?.status !== "keep") return null;
  // A badge accepted inside an LMS can be in an account whose address is still unproved.
  await confirmPrimaryAddress(email);
  await assignUnclaimedRecords(found.id);
  return findAccountByAddress(email);
}

async function openLockedAccount(
  account: SignInRow,
  input: OpenAccountInput,
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

async function hashCheckedPassword(
  { first_name, last_name, password }: OpenAccountInput,
  personal: string[],
) {
  if (password === null) return null;
  await requireStrongPassword(password, [joinNames(first_name, last_name), ...personal]);
  return hashPassword(password);
}

/**
 * Opens the account of an accepted badge by the link of its mail, once, with the given name and an optional first
 * password. Returns null when the link does not open it (any more); `findAccountOffer` explains why. Of two concurrent
 * calls one succeeds. Throws 422 for a password that is easy to guess.
 */
export async function openAccount(link: Link, input: OpenAccountInput): Promise<NewSession | null> {
  const badgeLink = await readAcceptLink(link.id, link.token);
  const offer = "badge" in badgeLink ? await findAccountOffer(badgeLink, null) : null;
  if (!("badge" in badgeLink) || offer?.status !== "keep") return null;
  // Hashing is slow, so it is done only for a valid link.
  const hash = await hashCheckedPassword(input, offer.personalTexts);
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
export function addBadgeAddress(earner: Earner, { id, token }: Link): Promise<AddedAddress> {
  return transaction(async () => {
    const badgeLink = await readAcceptLink(id, token);
    if (!("badge" in badgeLink) || badgeLink.link !== "mailed") return null;
    const offer = await findAccountOffer(badgeLink, earner.userId);
    if (offer?.status === "other") return addAddressOfOtherAccount(earner, badgeLink);
    const isAlreadyAdded =
      offer?.status === "own" && (await findAddressOwner(badgeLink.badge.recipientEmail)) === earner.userId;
    return isAlreadyAdded ? "added" : null;
  });
}

/**
 * Makes a badge public that was accepted privately: for its owner, or by the link of the mail while it could open the
 * account anyway. Throws 403 for anyone else, who must sign in, 404 for a wrong link, 422 naming any other state.
 */
export function publishBadge({ id, token }: Link, personId: string | null): Promise<BadgeRow> {
  return transaction(async () => {
    const badgeLink = await readAcceptLink(id, token);
    if (!("badge" in badgeLink)) throw notFound();
    const offer = await findAccountOffer(badgeLink, personId);
    const { userId } = badgeLink.badge;
    if ((offer?.status !== "own" && offer?.status !== "keep") || userId === null) {
      throw forbidden("Sign in to make this badge public.");
    }
    return updateEarnerBadge({ userId }, id, { public: true });
  });
}
