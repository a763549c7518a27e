import { titleNameParameters } from "../mail-translator";
import { BadgeHead, LinkBelow, type BadgeProps } from "./badge-head";
import { ActionButton, Layout, Paragraph, SecondaryText } from "./layout";

export type ExpiringBadgeProps = BadgeProps & {
  /** The formatted day on which it expires. */
  date: string;
};

/** "Your badge expires soon": when, what that means, whom to ask. */
export const ExpiringBadgeMail = (badge: ExpiringBadgeProps) => {
  const { words, badgeName, issuer, address, earner, date } = badge;
  const { t, locale } = words;
  return (
    <Layout
      lang={locale}
      preview={t("expiring_badge.preview", { badge: badgeName, date })}
      sender={issuer}
      footer={<SecondaryText>{t("expiring_badge.reason", { issuer, address })}</SecondaryText>}
    >
      <BadgeHead {...badge} title={t("expiring_badge.title", titleNameParameters(earner))} />
      <Paragraph>{t("expiring_badge.fact", { date })}</Paragraph>
      <ActionButton href={badge.link} color={badge.issuerColor}>
        {t("expiring_badge.action")}
      </ActionButton>
      <Paragraph>{t("expiring_badge.advice", { issuer })}</Paragraph>
      <LinkBelow {...badge} />
    </Layout>
  );
};
