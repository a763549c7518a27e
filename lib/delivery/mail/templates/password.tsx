import type { MailTranslator } from "../mail-translator";
import { LinkBelow } from "./badge-head";
import { ActionButton, Layout, Paragraph, SecondaryText, MailTitle } from "./layout";

export type PasswordProps = {
  words: MailTranslator;
  /** The entered address, which belongs to the account. */
  address: string;
  link: string;
};

/**
 * "Choose a new password": how long the link works, what happens next. It contains no name, because others may have
 * written it.
 */
export const PasswordMail = ({ words, address, link }: PasswordProps) => {
  const { t, locale } = words;
  return (
    <Layout
      lang={locale}
      preview={t("password.preview")}
      sender={t("sender")}
      footer={
        <>
          <SecondaryText>{t("password.reason", { address })}</SecondaryText>
          <SecondaryText>{t("password.not_yours")}</SecondaryText>
        </>
      }
    >
      <MailTitle>{t("password.title")}</MailTitle>
      <Paragraph>{t("password.fact", { address })}</Paragraph>
      <Paragraph>{t("password.consequence")}</Paragraph>
      <ActionButton href={link} color={null}>
        {t("password.action")}
      </ActionButton>
      <LinkBelow words={words} link={link} />
    </Layout>
  );
};
