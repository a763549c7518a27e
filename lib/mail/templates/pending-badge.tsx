import { Img, Link, Text } from "react-email";
import type { Messages } from "../messages";
import { Action, Layout, Paragraph, Quiet, SERIF, styles, Title } from "./layout";

export type PendingBadgeProps = {
  lang: string;
  messages: Messages;
  earner: string;
  address: string;
  badgeName: string;
  description: string;
  imageUrl: string;
  issuer: string;
  issuerColor: string | null;
  link: string;
};

const LONGEST = 420;

/** The beginning of a long description, up to the end of a word: the page has the rest. */
function beginning(text: string): string {
  if (text.length <= LONGEST) return text;
  return `${text.slice(0, LONGEST).replace(/\s+\S*$/u, "")} …`;
}

/** "You have earned a badge": the art, what it is, and one way on. */
export const PendingBadgeMail = ({ messages, lang, ...badge }: PendingBadgeProps) => {
  const { pendingBadge: words, artOf } = messages;
  return (
    <Layout
      lang={lang}
      preview={words.preview(badge.badgeName, badge.issuer)}
      sender={badge.issuer}
      footer={
        <>
          <Quiet>{words.reason(badge.issuer, badge.address)}</Quiet>
          <Quiet>{words.notYours}</Quiet>
        </>
      }
    >
      <Img
        src={badge.imageUrl}
        alt={artOf(badge.badgeName)}
        width={208}
        height={208}
        style={{ margin: "0 0 28px -4px", display: "block", fontSize: 14, fontFamily: SERIF }}
      />
      <Title>{words.title(badge.earner)}</Title>
      <Text className="ink" style={{ ...styles.paragraph, margin: 0, fontSize: 19, fontWeight: 600 }}>
        {badge.badgeName}
      </Text>
      <Text className="quiet" style={{ ...styles.quiet, margin: "4px 0 16px", fontSize: 15 }}>
        {words.issuedBy(badge.issuer)}
      </Text>
      <Paragraph>{beginning(badge.description)}</Paragraph>
      <Action href={badge.link} color={badge.issuerColor}>
        {words.action}
      </Action>
      <Paragraph>{words.choice}</Paragraph>
      {/* The text part has the address below the action already. */}
      <div data-skip-in-text="true">
        <Quiet>
          {words.linkBelow}
          <br />
          <Link href={badge.link} className="quiet" style={{ color: "inherit", textDecoration: "underline" }}>
            {badge.link}
          </Link>
        </Quiet>
      </div>
    </Layout>
  );
};
