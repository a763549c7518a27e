import { BadgeHead, type BadgeProps } from "./badge-head";
import { Layout, Paragraph, Quiet } from "./layout";

export type RevokedBadgeProps = Omit<BadgeProps, "link"> & { reason: string | null };

/** "Your badge was revoked": what that means, the issuer's reason, whom to ask. */
export const RevokedBadgeMail = (badge: RevokedBadgeProps) => {
  const words = badge.messages.revokedBadge;
  return (
    <Layout
      lang={badge.lang}
      preview={words.preview(badge.badgeName, badge.issuer)}
      sender={badge.issuer}
      footer={<Quiet>{words.reason(badge.issuer, badge.address)}</Quiet>}
    >
      <BadgeHead {...badge} title={words.title(badge.earner)} />
      <Paragraph>{words.fact(badge.issuer)}</Paragraph>
      {badge.reason ? (
        <>
          <Quiet>{words.reasonGiven}</Quiet>
          <Paragraph>{badge.reason}</Paragraph>
        </>
      ) : null}
      <Paragraph>{words.advice(badge.issuer)}</Paragraph>
    </Layout>
  );
};
