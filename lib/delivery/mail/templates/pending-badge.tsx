import { cutShownText } from "@/lib/kernel/cut-text";
import { called } from "../words";
import { BadgeHead, LinkBelow, type BadgeProps } from "./badge-head";
import { Action, Layout, Paragraph, Quiet } from "./layout";

export type PendingBadgeProps = BadgeProps & { description: string };

const LONGEST = 420;

/** Shortens a long description at the end of a word. The page has the rest. */
function beginning(text: string): string {
  if (text.length <= LONGEST) return text;
  return `${cutShownText(text, LONGEST).replace(/\s+\S*$/u, "")} …`;
}

/** "You have earned a badge": the art, what it is, and one action. */
export const PendingBadgeMail = (badge: PendingBadgeProps) => {
  const { words, badgeName, issuer, address, earner, link } = badge;
  const { t, locale } = words;
  return (
    <Layout
      lang={locale}
      preview={t("pending_badge.preview", { badge: badgeName, issuer })}
      sender={issuer}
      footer={
        <>
          <Quiet>{t("pending_badge.reason", { issuer, address })}</Quiet>
          <Quiet>{t("pending_badge.not_yours")}</Quiet>
        </>
      }
    >
      <BadgeHead {...badge} title={t("pending_badge.title", called(earner))} />
      <Paragraph>{beginning(badge.description)}</Paragraph>
      <Action href={link} color={badge.issuerColor}>
        {t("pending_badge.action")}
      </Action>
      <Paragraph>{t("pending_badge.choice")}</Paragraph>
      <LinkBelow {...badge} />
    </Layout>
  );
};
