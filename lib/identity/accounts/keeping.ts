import { recordActivity } from "@/lib/identity/account-activity/service";
import { promptEmployments } from "@/lib/workforce/employees/connection";
import { lookAtLink, type LookedAt } from "@/lib/badges/issued/accept-link";
import { associateWaiting, lockWaiting } from "@/lib/badges/issued/association";
import { lookAtHolder } from "@/lib/badges/issued/link-account";
import type { Earner } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { checkNewPassword, personalTexts } from "@/lib/identity/users/password-choice";
import { hashPassword } from "@/lib/identity/users/passwords";
import type { SignInRow } from "@/lib/identity/users/serializer";
import {
  accountOfAddress,
  confirmOwnAddress,
  giveFirstPassword,
  lockAddress,
  lockPerson,
  noteOpened,
  ownerOfAddress,
} from "@/lib/identity/users/service";
import { addProvenAddress } from "./emails";
import { saveMe } from "./queries";
import type { KeepInput } from "./schema";

/** How long after the answer the link of the mail proves the address. */
const KEEP_MS = 24 * 3_600_000;

type Good = Extract<LookedAt, { badge: unknown }>;
type Link = { id: string; token: string };

/** How whoever opened the link of a badge stands to the account that the badge is in, or would come into. */
export type Keeping =
  /** Signed in to the very account. */
  | { standing: "own" }
  /** Signed in to another account, to which the address can be added. */
  | { standing: "other" }
  /** The badge waits in somebody's account, and the link is the issuer's: only its owner may answer. */
  | { standing: "owner_only" }
  /** The link is the issuer's, who learns nothing of the account. */
  | { standing: "shown" }
  /** The account has a password: only that proves who asks. */
  | { standing: "sign_in" }
  /** It has none, and this link does not open it (any more): a mail does. */
  | { standing: "mail" }
  /** Nobody has come into it yet, and the link of the mail opens it, once. */
  | {
      standing: "keep";
      firstName: string;
      lastName: string;
      /** What a password must do without (`personalTexts`). */
      personal: string[];
    };

const isRecent = ({ badge }: Good): boolean =>
  clock.now().getTime() - badge.stateUpdatedAt.getTime() <= KEEP_MS;

async function standingOfReader(looked: Good, account: SignInRow | null): Promise<Keeping> {
  if (!account || account.id !== looked.badge.userId || account.passwordHash !== null) {
    return { standing: "sign_in" };
  }
  const isUnopened = account.openedAt === null && account.memberships.length === 0;
  if (!isUnopened || !isRecent(looked)) return { standing: "mail" };
  const { firstName, lastName } = account;
  const personal = [...(await personalTexts(account.id)), looked.badge.organization.name];
  return { standing: "keep", firstName, lastName, personal };
}

async function beforeAnswer({ link, badge }: Good, personId: string | null): Promise<Keeping | null> {
  if (link === "mailed" && personId === null) return null;
  const { isOwn, isProven } = await lookAtHolder(badge, personId);
  if (isOwn) return { standing: "own" };
  if (link === "mailed") return { standing: "other" };
  return isProven ? { standing: "owner_only" } : null;
}

async function afterAnswer(looked: Good, personId: string | null): Promise<Keeping | null> {
  const { link, badge } = looked;
  // Its earner has deleted the account.
  if (badge.userId === null) return null;
  if (personId === badge.userId) return { standing: "own" };
  if (personId === null) {
    if (link === "shown") return { standing: "shown" };
    return standingOfReader(looked, await accountOfAddress(badge.recipientEmail));
  }
  return link === "mailed" ? { standing: "other" } : null;
}

/**
 * What can be offered to whoever opened the link of a badge; null when nothing is to be said. Only the link of the mail
 * proves the address: it adds the address to another account, and within a day after the badge was accepted opens an
 * account that nobody has come into yet, once.
 */
export async function lookAtKeeping(looked: Good, personId: string | null): Promise<Keeping | null> {
  if (looked.badge.state === "pending") return beforeAnswer(looked, personId);
  return looked.badge.state === "accepted" ? afterAnswer(looked, personId) : null;
}

/** A session that may begin. */
type Session = { id: string; sessionVersion: number };

/** The account that a link opens, with its address and itself locked; null when it opens none (any more). */
async function openedBy({ id, token }: Link, email: string): Promise<SignInRow | null> {
  await lockAddress(email);
  await lockWaiting(email);
  const found = await accountOfAddress(email);
  if (!found) return null;
  await lockPerson(found.id);
  const looked = await lookAtLink(id, token);
  const keeping = "badge" in looked ? await lookAtKeeping(looked, null) : null;
  if (keeping?.standing !== "keep") return null;
  // A badge that was accepted inside an LMS is in an account whose address nobody has proved.
  await confirmOwnAddress(email);
  await associateWaiting(found.id);
  return accountOfAddress(email);
}

async function open(account: SignInRow, input: KeepInput, hash: string | null): Promise<Session | null> {
  const session = hash === null ? account : await giveFirstPassword(account.id, hash);
  if (!session) return null;
  await saveMe(account.id, { firstName: input.first_name, lastName: input.last_name });
  await noteOpened(account.id);
  await recordActivity(account.id, "sign_in");
  await promptEmployments(account.id);
  return { id: session.id, sessionVersion: session.sessionVersion };
}

async function hashed({ first_name, last_name, password }: KeepInput, personal: string[]) {
  if (password === null) return null;
  await checkNewPassword(password, [`${first_name} ${last_name}`, ...personal]);
  return hashPassword(password);
}

/**
 * Opens the account that an accepted badge came into, by the link of its mail: with the name as its owner writes it, and
 * with its first password when one is given; once. Null when the link does not open it (any more), which `lookAtKeeping`
 * explains: of two at once one wins. 422 for a password that is easy to guess.
 */
export async function keepBadges(link: Link, input: KeepInput): Promise<Session | null> {
  const looked = await lookAtLink(link.id, link.token);
  const keeping = "badge" in looked ? await lookAtKeeping(looked, null) : null;
  if (!("badge" in looked) || keeping?.standing !== "keep") return null;
  // Only for a link that opens something: hashing costs.
  const hash = await hashed(input, keeping.personal);
  return transaction(async () => {
    const account = await openedBy(link, looked.badge.recipientEmail);
    return account && open(account, input, hash);
  });
}

/** What came of adding the address of a badge: null when the link offers it not (any more). */
export type Adding = "added" | "merge_mailed" | "confirm_mailed" | null;

async function addOther(earner: Earner, looked: Good): Promise<Adding> {
  const isProof = looked.badge.state === "pending" || isRecent(looked);
  if (await addProvenAddress(earner, looked.badge.recipientEmail, isProof)) return "added";
  return isProof ? "merge_mailed" : "confirm_mailed";
}

/**
 * Adds the address that a badge was mailed to to the signed-in account, by the link of that mail, so that a pending badge
 * comes into this account. When the address belongs to another account, that is asked to merge (`addProvenAddress`).
 * A day after the badge was accepted the link proves nothing any more: mails are passed on, and the address is mailed a
 * link to confirm it, as for any claim.
 */
export function addAddressOfBadge(earner: Earner, { id, token }: Link): Promise<Adding> {
  return transaction(async () => {
    const looked = await lookAtLink(id, token);
    if (!("badge" in looked) || looked.link !== "mailed") return null;
    const keeping = await lookAtKeeping(looked, earner.userId);
    if (keeping?.standing === "other") return addOther(earner, looked);
    const isSentTwice =
      keeping?.standing === "own" && (await ownerOfAddress(looked.badge.recipientEmail)) === earner.userId;
    return isSentTwice ? "added" : null;
  });
}
