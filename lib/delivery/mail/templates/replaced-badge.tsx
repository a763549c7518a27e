import { called } from "../words";
import { BadgeHead, LinkBelow, type BadgeProps } from "./badge-head";
import { Action, Layout, Paragraph, Quiet } from "./layout";

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
      footer={<Quiet>{t("replaced_badge.reason", { issuer, address })}</Quiet>}
    >
      <BadgeHead {...badge} title={t("replaced_badge.title", called(earner))} />
      <Quiet>{t("replaced_badge.message_of", { issuer })}</Quiet>
      <Paragraph>{badge.message}</Paragraph>
      <Action href={badge.link} color={badge.issuerColor}>
        {t(isPending ? "pending_badge.action" : "replaced_badge.action")}
      </Action>
      {isPending ? <Paragraph>{t("replaced_badge.choice")}</Paragraph> : null}
      <LinkBelow {...badge} />
    </Layout>
  );
};
