import type { MailTranslator } from "../mail-translator";
import { ActionButton, Layout, Paragraph, SecondaryText, MailTitle } from "./layout";

export type DomainLostProps = {
  words: MailTranslator;
  organization: string;
  color: string | null;
  domain: string;
  link: string;
};

/** "Your domain is no longer verified": which one and whose, what that means, what to do. */
export const DomainLostMail = ({ words, organization, color, domain, link }: DomainLostProps) => {
  const { t, locale } = words;
  return (
    <Layout
      lang={locale}
      preview={t("domain_lost.preview")}
      sender={organization}
      footer={<SecondaryText>{t("domain_lost.reason", { organization })}</SecondaryText>}
    >
      <MailTitle>{t("domain_lost.title")}</MailTitle>
      <Paragraph>{t("domain_lost.fact", { domain, organization })}</Paragraph>
      <Paragraph>{t("domain_lost.advice")}</Paragraph>
      <ActionButton href={link} color={color}>
        {t("domain_lost.action")}
      </ActionButton>
    </Layout>
  );
};
