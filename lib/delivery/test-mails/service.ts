import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { notFound } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { parseFilter } from "@/lib/kernel/list/filter";
import { listKeys } from "@/lib/kernel/list/keys";
import type { ListInput } from "@/lib/kernel/list/list-input";
import type { Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import {
  deleteTestMailsBefore,
  filters,
  findTestMail,
  findTestMailPage,
  insertTestMail,
  sorts,
} from "./queries";
import type { TestMailDetailRow, TestMailRow } from "./serializer";

/** How long mails are kept. */
const KEPT_MS = 30 * 24 * 3_600_000;
const DELETED_AT_ONCE = 1_000;

export const testMailListKeys = listKeys(filters, sorts);

type NewTestMail = {
  id: string;
  to: { name: string; address: string };
  subject: string;
  html: string;
  text: string;
};

/** Stores a mail of a test organization instead of sending it. The same mail is stored once. */
export async function storeTestMail(organizationId: string, mail: NewTestMail): Promise<void> {
  const { id: mailId, to, subject, html, text } = mail;
  await insertTestMail({
    id: newId(),
    organizationId,
    mailId,
    toName: to.name,
    toAddress: to.address,
    subject,
    html,
    text,
    sentAt: clock.now(),
  });
}

/** Lists the mails of a test organization, newest first unless sorted. A real one has none. */
export function listTestMails(caller: Caller, input: ListInput): Promise<Page<TestMailRow>> {
  const where = parseFilter(input.filter, filters);
  const order = parseSort(input.sort, sorts, [{ sentAt: "desc" }]);
  return findTestMailPage(caller.organizationId, where, order, input.page);
}

/** Returns a mail with its contents. Throws 404 when the organization has none with this id. */
export async function getTestMail(caller: Caller, id: string): Promise<TestMailDetailRow> {
  const row = await findTestMail(caller.organizationId, id);
  if (!row) throw notFound();
  return row;
}

/** Deletes mails after 30 days: a limited number. Returns true when more may be left. */
export async function deleteOldTestMails(): Promise<boolean> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  return (await deleteTestMailsBefore(before, DELETED_AT_ONCE)) === DELETED_AT_ONCE;
}
