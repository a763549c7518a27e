import type { Part, Written } from "./letter";
import { renderSeveral } from "./render";
import { knownLocale } from "@/lib/kernel/locales";
import { wordsOf } from "./words";

/** Builds one mail of several parts to the same address, in the language and with the sender of the first part. */
export async function mergedMail(first: Part, others: Part[]): Promise<Written> {
  const parts = [first, ...others];
  const locale = knownLocale(first.locale);
  const words = await wordsOf(locale);
  const content = await renderSeveral(locale, {
    organization: first.sender,
    address: first.to.address,
    isOfBadges: parts.every(({ isNewBadge }) => isNewBadge),
    items: parts.map(({ line, note, link }) => ({
      line: line(words),
      note,
      link: link && { href: link.href, label: link.label(words) },
    })),
  });
  return { ...content, to: first.to, replyTo: first.replyTo };
}
