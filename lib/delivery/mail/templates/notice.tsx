import type { MailTranslator } from "../mail-translator";
import { LinkBelow } from "./badge-head";
import { ActionButton, Layout, Paragraph, SecondaryText, MailTitle } from "./layout";

export type NoticeProps = {
  words: MailTranslator;
  /** The organization, or null for a notice about the account. */
  organization: string | null;
  color: string | null;
  subject: string;
  fact: string;
  reason: string;
  link: string;
};

/** A notice to a member: what happened, what to do, and where. */
export const NoticeMail = ({ words, organization, color, ...texts }: NoticeProps) => (
  <Layout
    lang={words.locale}
    preview={texts.fact}
    sender={organization ?? words.t("sender")}
    footer={<SecondaryText>{texts.reason}</SecondaryText>}
  >
    <MailTitle>{texts.subject}</MailTitle>
    <Paragraph>{texts.fact}</Paragraph>
    <ActionButton href={texts.link} color={color}>
      {words.t("notice.action")}
    </ActionButton>
    <LinkBelow words={words} link={texts.link} />
  </Layout>
);
