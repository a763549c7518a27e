import { titleNameParameters } from "../mail-translator";
import { BadgeHead, LinkBelow, type BadgeProps } from "./badge-head";
import { ActionButton, Layout, Paragraph, SecondaryText } from "./layout";

export type ReplacedBadgeProps = BadgeProps & { message: string; isPending: boolean };

/** "Your badge was replaced": the issuer's own message, and the new badge to accept. */
export const ReplacedBadgeMail = (badge: ReplacedBadgeProps) => {
  const { words, badgeName, issuer, address, earner, isPending } = badge;
  const { t, locale } = words;
  return (
    <Layout
      lang={locale}
      preview={t("replaced_badge.preview", { badge: badgeName, issuer })}
      sender={issuer}
      footer={<SecondaryText>{t("replaced_badge.reason", { issuer, address })}</SecondaryText>}
    >
      <BadgeHead {...badge} title={t("replaced_badge.title", titleNameParameters(earner))} />
      <SecondaryText>{t("replaced_badge.message_of", { issuer })}</SecondaryText>
      <Paragraph>{badge.message}</Paragraph>
      <ActionButton href={badge.link} color={badge.issuerColor}>
        {t(isPending ? "pending_badge.action" : "replaced_badge.action")}
      </ActionButton>
      {isPending ? <Paragraph>{t("replaced_badge.choice")}</Paragraph> : null}
      <LinkBelow {...badge} />
    </Layout>
  );
};
