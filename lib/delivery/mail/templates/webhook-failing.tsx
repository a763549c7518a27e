import { Text } from "react-email";
import { LIGHT } from "@/lib/kernel/palette";
import type { MailTranslator } from "../mail-translator";
import { ActionButton, Layout, Paragraph, SecondaryText, styles, MailTitle } from "./layout";

export type WebhookFailingProps = {
  words: MailTranslator;
  organization: string;
  color: string | null;
  webhookUrl: string;
  /** The formatted day since which it fails. */
  date: string;
  link: string;
};

/** "Your webhook has failed for five days": where, since when, what happens next, what to do. */
export const WebhookFailingMail = ({ words, ...receiver }: WebhookFailingProps) => {
  const { t, locale } = words;
  const { organization, date } = receiver;
  return (
    <Layout
      lang={locale}
      preview={t("webhook_failing.preview")}
      sender={organization}
      footer={<SecondaryText>{t("webhook_failing.reason", { organization })}</SecondaryText>}
    >
      <MailTitle>{t("webhook_failing.title")}</MailTitle>
      <Paragraph>{t("webhook_failing.fact", { organization, date })}</Paragraph>
      <Text
        className="ink line"
        style={{
          ...styles.paragraph,
          padding: "12px 16px",
          border: `1px solid ${LIGHT.line}`,
          borderRadius: 6,
          fontFamily: "ui-monospace, Menlo, Consolas, monospace",
          fontSize: 14,
        }}
      >
        {receiver.webhookUrl}
      </Text>
      <Paragraph>{t("webhook_failing.consequence")}</Paragraph>
      <Paragraph>{t("webhook_failing.advice")}</Paragraph>
      <ActionButton href={receiver.link} color={receiver.color}>
        {t("webhook_failing.action")}
      </ActionButton>
    </Layout>
  );
};
