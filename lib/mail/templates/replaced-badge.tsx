import { BadgeHead, LinkBelow, type BadgeProps } from "./badge-head";
import { Action, Layout, Paragraph, Quiet } from "./layout";

export type ReplacedBadgeProps = BadgeProps & { message: string; isPending: boolean };

/** "Your badge was replaced": the issuer's own words, and the new badge to answer. */
export const ReplacedBadgeMail = (badge: ReplacedBadgeProps) => {
  const { replacedBadge: words, pendingBadge } = badge.messages;
  return (
    <Layout
      lang={badge.lang}
      preview={words.preview(badge.badgeName, badge.issuer)}
      sender={badge.issuer}
      footer={<Quiet>{words.reason(badge.issuer, badge.address)}</Quiet>}
    >
      <BadgeHead {...badge} title={words.title(badge.earner)} />
      <Quiet>{words.messageOf(badge.issuer)}</Quiet>
      <Paragraph>{badge.message}</Paragraph>
      <Action href={badge.link} color={badge.issuerColor}>
        {badge.isPending ? pendingBadge.action : words.action}
      </Action>
      {badge.isPending ? <Paragraph>{words.choice}</Paragraph> : null}
      <LinkBelow {...badge} />
    </Layout>
  );
};
