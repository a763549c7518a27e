import { associateEmployees, disassociateEmployees } from "@/lib/employees/connection";
import type { Earner } from "@/lib/kernel/caller";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { invalidField, notFound, tooManyRequests, unprocessable } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import { parsePage, type Page } from "@/lib/kernel/list/page";
import { record } from "@/lib/kernel/outbox/record";
import { isPurposeToken } from "@/lib/kernel/secrets";
import { lockAddress, lockPerson, ownerOfAddress } from "@/lib/users/service";
import {
  countEmails,
  deleteSecondary,
  findEmail,
  findEmailByAddress,
  findEmailPage,
  findRecentMails,
  insertClaim,
  movePrimary,
  saveEmail,
} from "./queries";
import type { ConfirmationInput, OwnEmailChange, OwnEmailInput } from "./schema";
import { linkSubject, type EmailRow, type LinkPurpose } from "./serializer";

const MOST_ADDRESSES = 20;
const HOUR_MS = 3_600_000;
const MAILS_AN_HOUR = 10;
/** How long the link of a mail holds. */
const LINK_MS = 48 * HOUR_MS;

type Params = { params: Record<string, string> };

/** The addresses of the signed-in person, the primary one first. */
export function listEmails(
  { userId }: Earner,
  { query }: { query: URLSearchParams },
): Promise<Page<EmailRow>> {
  return findEmailPage(userId, parsePage(query));
}

async function ownEmail({ userId }: Earner, id: string): Promise<EmailRow> {
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

/**
 * Adds an address, unconfirmed, and mails it a link. Whether it belongs to somebody already is told to nobody but the
 * one who reads that mail. 422 for an address that is there already, and after twenty.
 */
export function addEmail({ userId }: Earner, { body }: { body: OwnEmailInput }): Promise<EmailRow> {
  return transaction(async () => {
    await lockPerson(userId);
    if (await findEmailByAddress(userId, body.email)) {
      throw invalidField("email", "already_added", "is one of your addresses already");
    }
    if ((await countEmails(userId)) >= MOST_ADDRESSES) {
      throw unprocessable("too_many_addresses", `An account has at most ${MOST_ADDRESSES} addresses.`);
    }
    const row = await insertClaim(userId, body.email);
    await askForMail(userId, row.id);
    return row;
  });
}

const confirmedAlready = () => unprocessable("already_confirmed", "This address is confirmed already.");

/** Mails the link anew; the one before it holds no longer. 422 for an address that is confirmed. */
export function sendConfirmation(earner: Earner, { params }: Params): Promise<EmailRow> {
  return transaction(async () => {
    await lockPerson(earner.userId);
    const row = await ownEmail(earner, params.email_id ?? "");
    if (row.confirmedAt) throw confirmedAlready();
    await askForMail(earner.userId, row.id);
    return saveEmail(row.id, { confirmationSentAt: clock.now() });
  });
}

/** 422 unless the token is that of the newest mail for this purpose, and no older than two days. */
function checkLink({ id, confirmationSentAt }: EmailRow, purpose: LinkPurpose, token: string): void {
  const isFresh =
    confirmationSentAt !== null && clock.now().getTime() - confirmationSentAt.getTime() <= LINK_MS;
  if (!isFresh || !isPurposeToken(token, purpose, linkSubject(id, confirmationSentAt))) {
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
  checkLink(row, link.purpose, link.token);
  return row;
}

/**
 * Confirms an address by the link of its mail; badges that wait there are the earner's from then on. 422 for a link
 * that does not hold, an address that is confirmed, and one that belongs to another account, which must be merged.
 */
export function confirmEmail(
  earner: Earner,
  { params, body }: Params & { body: ConfirmationInput },
): Promise<EmailRow> {
  const id = params.email_id ?? "";
  return transaction(async () => {
    await lockClaim(earner, id);
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
    await associateEmployees(earner.userId);
    return confirmed;
  });
}

/** Makes a confirmed address the primary one; 422 for one that is not confirmed, and for `primary: false`. */
export function changeEmail(
  earner: Earner,
  { params, body }: Params & { body: OwnEmailChange },
): Promise<EmailRow> {
  return transaction(async () => {
    await lockPerson(earner.userId);
    const row = await ownEmail(earner, params.email_id ?? "");
    if (!body.primary && row.primary) {
      throw invalidField("primary", "primary_needed", "cannot be taken away; make another address primary");
    }
    if (body.primary === row.primary) return row;
    if (!row.confirmedAt) throw unprocessable("not_confirmed", "Confirm this address first.");
    await movePrimary(earner.userId, row.id);
    return ownEmail(earner, row.id);
  });
}

/** Removes an address; the account keeps its badges, but not the employments of that address. 422 for the primary one. */
export function removeEmail(earner: Earner, { params }: Params): Promise<void> {
  return transaction(async () => {
    await lockPerson(earner.userId);
    const row = await ownEmail(earner, params.email_id ?? "");
    if (!(await deleteSecondary(earner.userId, row.id))) {
      throw unprocessable("primary_address", "The primary address cannot be removed.");
    }
    if (row.confirmedAt) await disassociateEmployees(earner.userId, row.email);
  });
}
