import type { ListInput } from "@/lib/kernel/list/list-input";
import { assignUnclaimedRecords, lockUnclaimedRecords } from "@/lib/badges/issued/association";
import type { Earner } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { invalidField, notFound, tooManyRequests, unprocessable } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import type { Page } from "@/lib/kernel/list/page";
import { recordEvents } from "@/lib/platform/recording/record-events";
import { isPurposeToken } from "@/lib/kernel/secrets";
import { lockAddress, lockPerson, findAddressOwner } from "@/lib/identity/users/service";
import {
  countEmails,
  findEmail,
  findEmailByAddress,
  findEmailPage,
  findRecentMails,
  insertClaim,
  wasConfirmedSince,
  saveEmail,
} from "./queries";
import type { ConfirmationInput, OwnEmailInput } from "./schema";
import { linkTokenSubject, type EmailRow, type LinkPurpose } from "./serializer";

const MAX_ADDRESSES = 20;
const HOUR_MS = 3_600_000;
const MAX_MAILS_PER_HOUR = 10;
/** How long the link of a mail is valid. */
const LINK_LIFETIME_MS = 48 * HOUR_MS;

/** Lists the addresses of the signed-in person, the primary one first. */
export function listEmails({ userId }: Earner, input: ListInput): Promise<Page<EmailRow>> {
  return findEmailPage(userId, input.page);
}

/** Returns an address of the signed-in person. Throws 404 for another person's. */
export async function getOwnEmail({ userId }: Earner, id: string): Promise<EmailRow> {
  const row = isUuid(id) ? await findEmail(userId, id) : null;
  if (!row) throw notFound();
  return row;
}

/**
 * Queues the mail with the link. A person may name any address, so such mails are limited: 429 after ten an hour. The
 * person must be locked, so that concurrent requests cannot exceed the limit.
 */
async function queueConfirmationMail(userId: string, emailId: string): Promise<void> {
  const now = clock.now().getTime();
  const mails = await findRecentMails(userId, new Date(now - HOUR_MS), MAX_MAILS_PER_HOUR);
  const oldest = mails[MAX_MAILS_PER_HOUR - 1];
  if (oldest) {
    const seconds = Math.ceil((oldest.createdAt.getTime() + HOUR_MS - now) / 1000);
    throw tooManyRequests("Too many e-mails were requested. Try again later.", Math.max(1, seconds));
  }
  const payload = { template: "confirm_email", email_id: emailId };
  await recordEvents([], [{ kind: "mail", organizationId: null, subjectId: userId, payload }]);
}

const tooManyAddresses = () =>
  unprocessable("too_many_addresses", `An account has at most ${MAX_ADDRESSES} addresses.`);

/**
 * Adds an unconfirmed address, and mails it a link. Only the reader of that mail learns whether the address belongs
 * to an account. Throws 422 for an address that the person already added, and after twenty.
 */
export function addEmail({ userId }: Earner, body: OwnEmailInput): Promise<EmailRow> {
  return transaction(async () => {
    await lockPerson(userId);
    if (await findEmailByAddress(userId, body.email)) {
      throw invalidField("email", "already_added", "is already one of your addresses");
    }
    if ((await countEmails(userId)) >= MAX_ADDRESSES) throw tooManyAddresses();
    const row = await insertClaim(userId, body.email);
    await queueConfirmationMail(userId, row.id);
    return row;
  });
}

/** Finds the person's row for an address, or inserts an unconfirmed one. Throws 422 after twenty. */
async function findOrInsertClaim(userId: string, email: string): Promise<EmailRow> {
  const known = await findEmailByAddress(userId, email);
  if (known) return known;
  if ((await countEmails(userId)) >= MAX_ADDRESSES) throw tooManyAddresses();
  return insertClaim(userId, email);
}

/**
 * Adds an address that the person has proved by a link mailed there, and confirms it at once. When it belongs to
 * another account, which must be merged, or when the link is too old to prove it (`isProof` is false), mails a new
 * link instead and returns false. Throws 422 after twenty addresses, 429 after ten mails an hour.
 */
export function addProvenAddress({ userId }: Earner, email: string, isProof: boolean): Promise<boolean> {
  return transaction(async () => {
    await lockAddress(email);
    await lockUnclaimedRecords(email);
    await lockPerson(userId);
    const owner = await findAddressOwner(email);
    const row = await findOrInsertClaim(userId, email);
    if (owner === null ? !isProof : owner !== userId) {
      await queueConfirmationMail(userId, row.id);
      await saveEmail(row.id, { confirmationSentAt: clock.now() });
      return false;
    }
    // Links mailed before become invalid: there is nothing left to confirm or to merge.
    if (!row.confirmedAt) await saveEmail(row.id, { confirmedAt: clock.now(), confirmationSentAt: null });
    await assignUnclaimedRecords(userId);
    return true;
  });
}

const alreadyConfirmed = () => unprocessable("already_confirmed", "This address is already confirmed.");

/** Mails a new link, which invalidates the previous one. Throws 422 for a confirmed address. */
export function sendConfirmation(earner: Earner, emailId: string): Promise<EmailRow> {
  return transaction(async () => {
    await lockPerson(earner.userId);
    const row = await getOwnEmail(earner, emailId);
    if (row.confirmedAt) throw alreadyConfirmed();
    await queueConfirmationMail(earner.userId, row.id);
    return saveEmail(row.id, { confirmationSentAt: clock.now() });
  });
}

/** Checks whether the token is that of the newest mail for this purpose, of any age. */
const isNewestToken = ({ id, confirmationSentAt }: EmailRow, purpose: LinkPurpose, token: string): boolean =>
  confirmationSentAt !== null && isPurposeToken(token, purpose, linkTokenSubject(id, confirmationSentAt));

/**
 * Checks whether the token is that of the newest mail for this purpose, and no older than two days. A link that
 * merges accounts becomes invalid when the other account confirms the address after the mail was sent.
 */
async function isValidLink(row: EmailRow, purpose: LinkPurpose, token: string): Promise<boolean> {
  const sentAt = row.confirmationSentAt;
  if (!sentAt || clock.now().getTime() - sentAt.getTime() > LINK_LIFETIME_MS) return false;
  if (!isNewestToken(row, purpose, token)) return false;
  return purpose === "confirm-email" || !(await wasConfirmedSince(row.email, sentAt));
}

/** Throws 422 unless the link is valid. */
async function requireValidLink(row: EmailRow, purpose: LinkPurpose, token: string): Promise<void> {
  if (!(await isValidLink(row, purpose, token))) {
    throw invalidField("token", "invalid_link", "is invalid or has expired");
  }
}

/** Locks the address of a claim and returns it. Throws 404 for another person's. Lock the people involved next. */
export async function lockClaim(earner: Earner, id: string): Promise<string> {
  const { email } = await getOwnEmail(earner, id);
  await lockAddress(email);
  return email;
}

/** Returns the claim that a link proves. Throws 422 when it is already confirmed, and for an invalid link. */
export async function requireProvenClaim(
  earner: Earner,
  id: string,
  link: { purpose: LinkPurpose; token: string },
): Promise<EmailRow> {
  const row = await getOwnEmail(earner, id);
  if (row.confirmedAt) throw alreadyConfirmed();
  await requireValidLink(row, link.purpose, link.token);
  return row;
}

/** The status of a mailed link for the signed-in person. `email` is null when the claim is not theirs. */
export type ClaimLinkStatus = {
  status: "ready" | "confirmed" | "merged" | "old" | "of_another" | "no_account" | "not_yours";
  email: string | null;
};

/**
 * Checks whether a merge confirmed the address: then its newest mail was one to merge. Adding the address by another
 * link invalidates that mail.
 */
const wasConfirmedByMerge = (
  row: EmailRow,
  { purpose, token }: { purpose: LinkPurpose; token: string },
): boolean => purpose === "merge-accounts" && isNewestToken(row, purpose, token);

const NO_CLAIM: ClaimLinkStatus = { status: "not_yours", email: null };

/**
 * Returns the status of a mailed link without changing anything, so that a page can ask for confirmation first. Only
 * a valid link reveals whether the address belongs to another account.
 */
export async function inspectClaimLink(
  earner: Earner,
  id: string,
  link: { purpose: LinkPurpose; token: string },
): Promise<ClaimLinkStatus> {
  const row = isUuid(id) ? await findEmail(earner.userId, id) : null;
  if (!row) return NO_CLAIM;
  const { email } = row;
  if (row.confirmedAt) return { status: wasConfirmedByMerge(row, link) ? "merged" : "confirmed", email };
  if (!(await isValidLink(row, link.purpose, link.token))) return { status: "old", email };
  const owner = await findAddressOwner(email);
  const belongsToOther = owner !== null && owner !== earner.userId;
  if (link.purpose === "confirm-email") return { status: belongsToOther ? "of_another" : "ready", email };
  return { status: belongsToOther ? "ready" : "no_account", email };
}

/**
 * Confirms an address by the link of its mail, and moves the badges that wait for it to the account. Throws 422 for
 * an invalid link, for an address that is already confirmed, and for one that belongs to another account, which must
 * be merged.
 */
export function confirmEmail(earner: Earner, id: string, body: ConfirmationInput): Promise<EmailRow> {
  return transaction(async () => {
    await lockUnclaimedRecords(await lockClaim(earner, id));
    await lockPerson(earner.userId);
    const row = await requireProvenClaim(earner, id, { purpose: "confirm-email", token: body.token });
    const owner = await findAddressOwner(row.email);
    if (owner !== null && owner !== earner.userId) {
      throw unprocessable(
        "belongs_to_another_account",
        "This address belongs to another account. Request a new e-mail to merge that account into this one.",
      );
    }
    const confirmed = await saveEmail(row.id, { confirmedAt: clock.now() });
    await assignUnclaimedRecords(earner.userId);
    return confirmed;
  });
}
