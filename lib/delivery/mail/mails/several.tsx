import { Link, Section } from "react-email";
import { toLocale } from "@/lib/kernel/locales";
import { defineContent } from "../define-mail";
import { Layout, MailTitle, Paragraph, SecondaryText, styles } from "../layout";
import type { MailContent, MailItem, MailPart } from "../mail-task";
import type { MailTranslator } from "../mail-translator";
import { SAMPLE_RECIPIENT } from "../samples";
import { badgeMails } from "./badges";

const Item = ({ line, note, link }: MailItem) => (
  <Section style={{ margin: "0 0 12px" }}>
    <Paragraph>{line}</Paragraph>
    {note ? <SecondaryText>{note}</SecondaryText> : null}
    {link ? (
      <SecondaryText>
        <Link href={link.href} className="ink" style={{ ...styles.quiet, textDecoration: "underline" }}>
          {link.label}
        </Link>
      </SecondaryText>
    ) : null}
  </Section>
);

type Facts = {
  organization: string;
  address: string;
  areAllNewBadges: boolean;
  items: ((words: MailTranslator) => MailItem)[];
};

/**
 * Several mails of one organization to one address in one, "You have 6 new badges", or with other messages too: a line for
 * each, with its own link.
 */
export const several = defineContent({
  write: ({ organization, address, areAllNewBadges, items }: Facts, words) => {
    const { t, locale } = words;
    const kind = areAllNewBadges ? "badges" : "mixed";
    const subject = t("several.subject", { kind, count: items.length, organization });
    const body = (
      <Layout
        lang={locale}
        preview={t("several.preview", { organization })}
        sender={organization}
        footer={[t("several.reason", { organization, address })]}
      >
        <MailTitle>{subject}</MailTitle>
        <Paragraph>{t("several.fact", { organization })}</Paragraph>
        {items.map((writeItem, index) => (
          <Item key={index} {...writeItem(words)} />
        ))}
      </Layout>
    );
    return { subject, body };
  },
  sample: (sample, locale) => {
    const badge = badgeMails.pending_badge.sample(sample, locale);
    const writeItem = (words: MailTranslator) => badgeMails.pending_badge.writeItem(badge, words);
    return {
      organization: sample.name,
      address: SAMPLE_RECIPIENT.address,
      areAllNewBadges: true,
      items: [writeItem, writeItem],
    };
  },
});

/** Builds one mail of several parts to the same address, in the language and with the sender of the first part. */
export async function buildMergedMail(first: MailPart, others: MailPart[]): Promise<MailContent> {
  const parts = [first, ...others];
  const content = await several.render(toLocale(first.locale), {
    organization: first.organization,
    address: first.to.address,
    areAllNewBadges: parts.every(({ isNewBadge }) => isNewBadge),
    items: parts.map(({ writeItem }) => writeItem),
  });
  return { ...content, fromName: first.fromName ?? null, to: first.to, replyTo: first.replyTo };
}
