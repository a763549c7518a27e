import { z } from "zod";
import { noticePath } from "@/lib/organizations/notices/choices";
import { publicUrl } from "@/lib/kernel/env";
import { toLocale, withLanguage } from "@/lib/kernel/locales";
import type { MailContent, MailPart } from "./mail-task";
import type { MailedNotice } from "./notice-queries";
import { writeNotice, type NoticeFacts } from "./notice-texts";
import { renderNotice } from "./render";

/** The mail of a notice, which is the subject of the message. */
export const NoticePayload = z.object({ template: z.literal("notice") });

const toFacts = (notice: MailedNotice): NoticeFacts => ({
  ...notice,
  address: notice.email,
  link:
    notice.vanitySlug === null
      ? withLanguage(publicUrl("/wallet/account"), toLocale(notice.locale))
      : publicUrl(`/console/${notice.vanitySlug}${noticePath(notice.kind, notice.data)}`),
});

const mailAddress = ({ name, email }: MailedNotice) => ({ name, address: email });

/** Builds the mail of a notice to its reader. */
export async function buildNoticeMail(notice: MailedNotice): Promise<MailContent> {
  const content = await renderNotice(toLocale(notice.locale), toFacts(notice));
  return { ...content, to: mailAddress(notice), replyTo: null };
}

/** Builds the part of a merged mail; none for a notice about an account, which must not wait. */
export function buildNoticePart(notice: MailedNotice): MailPart | null {
  if (notice.organization === null) return null;
  const facts = toFacts(notice);
  return {
    locale: toLocale(notice.locale),
    to: mailAddress(notice),
    replyTo: null,
    sender: notice.organization,
    color: notice.color,
    isNewBadge: false,
    line: (words) => writeNotice(facts, words).subject,
    link: { href: facts.link, label: ({ t }) => t("notice.action") },
    note: null,
  };
}
