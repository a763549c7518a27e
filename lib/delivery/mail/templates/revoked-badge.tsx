import { titleNameParameters } from "../mail-translator";
import { BadgeHead, type BadgeProps } from "./badge-head";
import { Layout, Paragraph, SecondaryText } from "./layout";

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
      footer={<SecondaryText>{t("revoked_badge.reason", { issuer, address })}</SecondaryText>}
    >
      <BadgeHead {...badge} title={t("revoked_badge.title", titleNameParameters(earner))} />
      <Paragraph>{t("revoked_badge.fact", { issuer })}</Paragraph>
      {badge.reason ? (
        <>
          <SecondaryText>{t("revoked_badge.reason_given")}</SecondaryText>
          <Paragraph>{badge.reason}</Paragraph>
        </>
      ) : null}
      <Paragraph>{t("revoked_badge.advice", { issuer })}</Paragraph>
    </Layout>
  );
};
