import { Link, Section } from "react-email";
import type { MailTranslator } from "../mail-translator";
import { Layout, Paragraph, SecondaryText, styles, MailTitle } from "./layout";

/** One of the merged mails: its content in one line, a person's message in it, and its link. */
export type MergedMailItem = {
  line: string;
  note: string | null;
  link: { href: string; label: string } | null;
};

export type MergedMailProps = {
  words: MailTranslator;
  subject: string;
  organization: string;
  address: string;
  items: MergedMailItem[];
};

const Item = ({ line, note, link }: MergedMailItem) => (
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

/** Several mails of one organization to one address in one: a line for each, with its own link. */
export const MergedMail = ({ words, subject, organization, address, items }: MergedMailProps) => {
  const { t, locale } = words;
  return (
    <Layout
      lang={locale}
      preview={t("several.preview", { organization })}
      sender={organization}
      footer={<SecondaryText>{t("several.reason", { organization, address })}</SecondaryText>}
    >
      <MailTitle>{subject}</MailTitle>
      <Paragraph>{t("several.fact", { organization })}</Paragraph>
      {items.map((item, index) => (
        <Item key={index} {...item} />
      ))}
    </Layout>
  );
};
