import { truncateAtGrapheme } from "@/lib/kernel/truncate-text";
import { titleNameParameters } from "../mail-translator";
import { BadgeHead, LinkBelow, type BadgeProps } from "./badge-head";
import { ActionButton, Layout, Paragraph, SecondaryText } from "./layout";

export type PendingBadgeProps = BadgeProps & { description: string };

const MAX_LENGTH = 420;

/** Shortens a long description at the end of a word. The page has the rest. */
function shortenDescription(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  return `${truncateAtGrapheme(text, MAX_LENGTH).replace(/\s+\S*$/u, "")} …`;
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
          <SecondaryText>{t("pending_badge.reason", { issuer, address })}</SecondaryText>
          <SecondaryText>{t("pending_badge.not_yours")}</SecondaryText>
        </>
      }
    >
      <BadgeHead {...badge} title={t("pending_badge.title", titleNameParameters(earner))} />
      <Paragraph>{shortenDescription(badge.description)}</Paragraph>
      <ActionButton href={link} color={badge.issuerColor}>
        {t("pending_badge.action")}
      </ActionButton>
      <Paragraph>{t("pending_badge.choice")}</Paragraph>
      <LinkBelow {...badge} />
    </Layout>
  );
};
