import type { Words } from "../words";
import { LinkBelow } from "./badge-head";
import { Action, Layout, Paragraph, Quiet, Title } from "./layout";

export type PasswordProps = {
  words: Words;
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
          <Quiet>{t("password.reason", { address })}</Quiet>
          <Quiet>{t("password.not_yours")}</Quiet>
        </>
      }
    >
      <Title>{t("password.title")}</Title>
      <Paragraph>{t("password.fact", { address })}</Paragraph>
      <Paragraph>{t("password.consequence")}</Paragraph>
      <Action href={link} color={null}>
        {t("password.action")}
      </Action>
      <LinkBelow words={words} link={link} />
    </Layout>
  );
};
