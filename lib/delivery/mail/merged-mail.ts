import type { MailPart, MailContent } from "./mail-task";
import { renderMergedMail } from "./render";
import { toLocale } from "@/lib/kernel/locales";
import { loadMailTranslator } from "./mail-translator";

/** Builds one mail of several parts to the same address, in the language and with the sender of the first part. */
export async function buildMergedMail(first: MailPart, others: MailPart[]): Promise<MailContent> {
  const parts = [first, ...others];
  const locale = toLocale(first.locale);
  const words = await loadMailTranslator(locale);
  const content = await renderMergedMail(locale, {
    organization: first.sender,
    address: first.to.address,
    areAllNewBadges: parts.every(({ isNewBadge }) => isNewBadge),
    items: parts.map(({ line, note, link }) => ({
      line: line(words),
      note,
      link: link && { href: link.href, label: link.label(words) },
    })),
  });
  return { ...content, fromName: first.fromName ?? null, to: first.to, replyTo: first.replyTo };
}
