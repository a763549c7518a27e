import type { ListInput } from "@/lib/kernel/list/list-input";
import { associateWaiting, lockWaiting } from "@/lib/badges/issued/association";
import type { Earner } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { invalidField, notFound, tooManyRequests, unprocessable } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import type { Page } from "@/lib/kernel/list/page";
import { record } from "@/lib/delivery/recording/record";
import { isPurposeToken } from "@/lib/kernel/secrets";
import { lockAddress, lockPerson, ownerOfAddress } from "@/lib/identity/users/service";
import {
  countEmails,
  findEmail,
  findEmailByAddress,
  findEmailPage,
  findRecentMails,
  insertClaim,
  isProvedSince,
  saveEmail,
} from "./queries";
import type { ConfirmationInput, OwnEmailInput } from "./schema";
import { linkSubject, type EmailRow, type LinkPurpose } from "./serializer";

const MOST_ADDRESSES = 20;
const HOUR_MS = 3_600_000;
const MAILS_AN_HOUR = 10;
/** How long the link of a mail holds. */
const LINK_MS = 48 * HOUR_MS;

/** The addresses of the signed-in person, the primary one first. */
export function listEmails({ userId }: Earner, input: ListInput): Promise<Page<EmailRow>> {
  return findEmailPage(userId, input.page);
}

/** An address of the signed-in person; 404 for others'. */
export async function ownEmail({ userId }: Earner, id: string): Promise<EmailRow> {
  const row = isUuid(id) ? await findEmail(userId, id) : null;
  if (!row) throw notFound();
  return row;
}

/**
 * Asks for the mail with the link. Anybody may name any address, so a person has a few such mails an hour: 429 after
 * them. The person must be locked, so that requests side by side cannot all slip through.
 */
async function askForMail(userId: string, emailId: string): Promise<void> {
  const now = clock.now().getTime();
  const mails = await findRecentMails(userId, new Date(now - HOUR_MS), MAILS_AN_HOUR);
  const oldest = mails[MAILS_AN_HOUR - 1];
  if (oldest) {
    const seconds = Math.ceil((oldest.createdAt.getTime() + HOUR_MS - now) / 1000);
    throw tooManyRequests("Too many mails were asked for. Try again later.", Math.max(1, seconds));
  }
  const payload = { template: "confirm_email", email_id: emailId };
  await record([], [{ kind: "mail", organizationId: null, subjectId: userId, payload }]);
}

const tooManyAddresses = () =>
  unprocessable("too_many_addresses", `An account has at most ${MOST_ADDRESSES} addresses.`);

/**
 * Adds an address, unconfirmed, and mails it a link. Whether it belongs to somebody already is told to nobody but the
 * one who reads that mail. 422 for an address that is there already, and after twenty.
 */
export function addEmail({ userId }: Earner, body: OwnEmailInput): Promise<EmailRow> {
  return transaction(async () => {
    await lockPerson(userId);
    if (await findEmailByAddress(userId, body.email)) {
      throw invalidField("email", "already_added", "is one of your addresses already");
    }
    if ((await countEmails(userId)) >= MOST_ADDRESSES) throw tooManyAddresses();
    const row = await insertClaim(userId, body.email);
    await askForMail(userId, row.id);
    return row;
  });
}

/** The person's row for an address, claimed when there was none; 422 after twenty. */
async function claimOf(userId: string, email: string): Promise<EmailRow> {
  const known = await findEmailByAddress(userId, email);
  if (known) return known;
  if ((await countEmails(userId)) >= MOST_ADDRESSES) throw tooManyAddresses();
  return insertClaim(userId, email);
}

/**
 * Adds an address that the person has just proved by a link that was mailed there: confirmed at once, unless it belongs
 * to another account, which has to be merged, or the link is too old to prove it (`isProof`). Then the link for that is
 * mailed, and the answer is false. 422 after twenty addresses, 429 after ten mails an hour.
 */
export function addProvenAddress({ userId }: Earner, email: string, isProof: boolean): Promise<boolean> {
  return transaction(async () => {
    await lockAddress(email);
    await lockWaiting(email);
    await lockPerson(userId);
    const owner = await ownerOfAddress(email);
    const row = await claimOf(userId, email);
    if (owner === null ? !isProof : owner !== userId) {
      await askForMail(userId, row.id);
      await saveEmail(row.id, { confirmationSentAt: clock.now() });
      return false;
    }
    // The links that were mailed before are void: there is nothing left to confirm or to merge.
    if (!row.confirmedAt) await saveEmail(row.id, { confirmedAt: clock.now(), confirmationSentAt: null });
    await associateWaiting(userId);
    return true;
  });
}

const confirmedAlready = () => unprocessable("already_confirmed", "This address is confirmed already.");

/** Mails the link anew; the one before it holds no longer. 422 for an address that is confirmed. */
export function sendConfirmation(earner: Earner, emailId: string): Promise<EmailRow> {
  return transaction(async () => {
    await lockPerson(earner.userId);
    const row = await ownEmail(earner, emailId);
    if (row.confirmedAt) throw confirmedAlready();
    await askForMail(earner.userId, row.id);
    return saveEmail(row.id, { confirmationSentAt: clock.now() });
  });
}

/** True for the token of the newest mail for this purpose, however old. */
const isNewest = ({ id, confirmationSentAt }: EmailRow, purpose: LinkPurpose, token: string): boolean =>
  confirmationSentAt !== null && isPurposeToken(token, purpose, linkSubject(id, confirmationSentAt));

/**
 * True for the token of the newest mail for this purpose, no older than two days. A link that merges
 * accounts ends when the person of the other account confirms the address after the mail was sent.
 */
async function holds(row: EmailRow, purpose: LinkPurpose, token: string): Promise<boolean> {
  const sentAt = row.confirmationSentAt;
  if (!sentAt || clock.now().getTime() - sentAt.getTime() > LINK_MS) return false;
  if (!isNewest(row, purpose, token)) return false;
  return purpose === "confirm-email" || !(await isProvedSince(row.email, sentAt));
}

/** 422 unless the link holds. */
async function checkLink(row: EmailRow, purpose: LinkPurpose, token: string): Promise<void> {
  if (!(await holds(row, purpose, token))) {
    throw invalidField("token", "invalid_link", "is not that of a link that still holds");
  }
}

/** Locks the address of a claim and returns it; 404 for others'. The people whom it concerns are locked next. */
export async function lockClaim(earner: Earner, id: string): Promise<string> {
  const { email } = await ownEmail(earner, id);
  await lockAddress(email);
  return email;
}

/** The claim that a link proves: 422 when it was confirmed meanwhile, and for a link that does not hold. */
export async function provenClaim(
  earner: Earner,
  id: string,
  link: { purpose: LinkPurpose; token: string },
): Promise<EmailRow> {
  const row = await ownEmail(earner, id);
  if (row.confirmedAt) throw confirmedAlready();
  await checkLink(row, link.purpose, link.token);
  return row;
}

/** How the link of a mail stands for who is signed in; `email` is null when it is no claim of theirs. */
export type LinkLook = {
  standing: "ready" | "confirmed" | "merged" | "old" | "of_another" | "nobodys" | "not_yours";
  email: string | null;
};

/** When the newest mail for a confirmed address was one to merge, the merge confirmed it: adding it by another link makes those void. */
const isMergedBy = (row: EmailRow, { purpose, token }: { purpose: LinkPurpose; token: string }): boolean =>
  purpose === "merge-accounts" && isNewest(row, purpose, token);

const NOT_YOURS: LinkLook = { standing: "not_yours", email: null };

/** Looks at the link of a mail and changes nothing, so that a page can ask first. Only a link that holds tells of the address. */
export async function lookAtClaim(
  earner: Earner,
  id: string,
  link: { purpose: LinkPurpose; token: string },
): Promise<LinkLook> {
  const row = isUuid(id) ? await findEmail(earner.userId, id) : null;
  if (!row) return NOT_YOURS;
  const { email } = row;
  if (row.confirmedAt) return { standing: isMergedBy(row, link) ? "merged" : "confirmed", email };
  if (!(await holds(row, link.purpose, link.token))) return { standing: "old", email };
  const owner = await ownerOfAddress(email);
  const isOthers = owner !== null && owner !== earner.userId;
  if (link.purpose === "confirm-email") return { standing: isOthers ? "of_another" : "ready", email };
  return { standing: isOthers ? "ready" : "nobodys", email };
}

/**
 * Confirms an address by the link of its mail; badges that wait there are the earner's from then on. 422 for a link
 * that does not hold, an address that is confirmed, and one that belongs to another account, which must be merged.
 */
export function confirmEmail(earner: Earner, id: string, body: ConfirmationInput): Promise<EmailRow> {
  return transaction(async () => {
    await lockWaiting(await lockClaim(earner, id));
    await lockPerson(earner.userId);
    const row = await provenClaim(earner, id, { purpose: "confirm-email", token: body.token });
    const owner = await ownerOfAddress(row.email);
    if (owner !== null && owner !== earner.userId) {
      throw unprocessable(
        "belongs_to_another_account",
        "This address belongs to another account. Ask for a new mail to merge that account with this one.",
      );
    }
    const confirmed = await saveEmail(row.id, { confirmedAt: clock.now() });
    await associateWaiting(earner.userId);
    return confirmed;
  });
}
