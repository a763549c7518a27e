import { BadgeHead, LinkBelow, type BadgeProps } from "./badge-head";
import { Action, Layout, Paragraph, Quiet } from "./layout";

export type PendingBadgeProps = BadgeProps & { description: string };

const LONGEST = 420;

/** The beginning of a long description, up to the end of a word: the page has the rest. */
function beginning(text: string): string {
  if (text.length <= LONGEST) return text;
  return `${text.slice(0, LONGEST).replace(/\s+\S*$/u, "")} …`;
}

/** "You have earned a badge": the art, what it is, and one way on. */
export const PendingBadgeMail = (badge: PendingBadgeProps) => {
  const words = badge.messages.pendingBadge;
  return (
    <Layout
      lang={badge.lang}
      preview={words.preview(badge.badgeName, badge.issuer)}
      sender={badge.issuer}
      footer={
        <>
          <Quiet>{words.reason(badge.issuer, badge.address)}</Quiet>
          <Quiet>{words.notYours}</Quiet>
        </>
      }
    >
      <BadgeHead {...badge} title={words.title(badge.earner)} />
      <Paragraph>{beginning(badge.description)}</Paragraph>
      <Action href={badge.link} color={badge.issuerColor}>
        {words.action}
      </Action>
      <Paragraph>{words.choice}</Paragraph>
      <LinkBelow {...badge} />
    </Layout>
  );
};
