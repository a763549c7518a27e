import { Text } from "react-email";
import type { Messages } from "../messages";
import { Action, Layout, Paragraph, Quiet, styles, Title } from "./layout";

export type WebhookFailingProps = {
  lang: string;
  messages: Messages;
  organization: string;
  color: string | null;
  webhookUrl: string;
  since: string;
  link: string;
};

/** "Your webhook has failed for five days": where, since when, what happens next, what to do. */
export const WebhookFailingMail = ({ messages, lang, ...receiver }: WebhookFailingProps) => {
  const { webhookFailing: words } = messages;
  return (
    <Layout
      lang={lang}
      preview={words.preview}
      sender={receiver.organization}
      footer={<Quiet>{words.reason(receiver.organization)}</Quiet>}
    >
      <Title>{words.title}</Title>
      <Paragraph>{words.fact(receiver.organization, receiver.since)}</Paragraph>
      <Text
        className="ink line"
        style={{
          ...styles.paragraph,
          padding: "12px 16px",
          border: "1px solid #e4e2dd",
          borderRadius: 6,
          fontFamily: "ui-monospace, Menlo, Consolas, monospace",
          fontSize: 14,
          overflowWrap: "anywhere",
        }}
      >
        {receiver.webhookUrl}
      </Text>
      <Paragraph>{words.consequence}</Paragraph>
      <Paragraph>{words.advice}</Paragraph>
      <Action href={receiver.link} color={receiver.color}>
        {words.action}
      </Action>
    </Layout>
  );
};
