import { called } from "../words";
import { BadgeHead, type BadgeProps } from "./badge-head";
import { Layout, Paragraph, Quiet } from "./layout";

export type RevokedBadgeProps = Omit<BadgeProps, "link"> & { reason: string | null };

/** "Your badge was revoked": what that means, the issuer's reason, whom to ask. */
export const RevokedBadgeMail = (badge: RevokedBadgeProps) => {
  const { words, badgeName, issuer, address, earner } = badge;
  const { t, locale } = words;
  return (
    <Layout
      lang={locale}
      preview={t("revoked_badge.preview", { badge: badgeName, issuer })}
      sender={issuer}
      footer={<Quiet>{t("revoked_badge.reason", { issuer, address })}</Quiet>}
    >
      <BadgeHead {...badge} title={t("revoked_badge.title", called(earner))} />
      <Paragraph>{t("revoked_badge.fact", { issuer })}</Paragraph>
      {badge.reason ? (
        <>
          <Quiet>{t("revoked_badge.reason_given")}</Quiet>
          <Paragraph>{badge.reason}</Paragraph>
        </>
      ) : null}
      <Paragraph>{t("revoked_badge.advice", { issuer })}</Paragraph>
    </Layout>
  );
};
