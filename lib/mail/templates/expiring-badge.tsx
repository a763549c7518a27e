import { BadgeHead, LinkBelow, type BadgeProps } from "./badge-head";
import { Action, Layout, Paragraph, Quiet } from "./layout";

export type ExpiringBadgeProps = BadgeProps & { expiresOn: string };

/** "Your badge expires soon": when, what that means, whom to ask. */
export const ExpiringBadgeMail = (badge: ExpiringBadgeProps) => {
  const words = badge.messages.expiringBadge;
  return (
    <Layout
      lang={badge.lang}
      preview={words.preview(badge.badgeName, badge.expiresOn)}
      sender={badge.issuer}
      footer={<Quiet>{words.reason(badge.issuer, badge.address)}</Quiet>}
    >
      <BadgeHead {...badge} title={words.title(badge.earner)} />
      <Paragraph>{words.fact(badge.expiresOn)}</Paragraph>
      <Action href={badge.link} color={badge.issuerColor}>
        {words.action}
      </Action>
      <Paragraph>{words.advice(badge.issuer)}</Paragraph>
      <LinkBelow {...badge} />
    </Layout>
  );
};
