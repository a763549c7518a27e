import type { AccountChange } from "@/lib/identity/users/choices";
import type { MailTranslator } from "../mail-translator";
import { LinkBelow } from "./badge-head";
import { ActionButton, Layout, Paragraph, SecondaryText, MailTitle } from "./layout";

export type AccountChangedProps = {
  words: MailTranslator;
  change: AccountChange;
  /** The notified address. */
  address: string;
  /** The page for forgotten passwords. */
  link: string;
};

/** "Your password was set": a change of an account, for an owner who may not have made it. It contains no names. */
export const AccountChangedMail = ({ words, change, address, link }: AccountChangedProps) => {
  const { t, locale } = words;
  // An address that was removed from the account cannot be used to get back into it.
  const canResetPassword = change !== "gone";
  return (
    <Layout
      lang={locale}
      preview={t("account_changed.preview")}
      sender={t("sender")}
      footer={<SecondaryText>{t("account_changed.reason", { address })}</SecondaryText>}
    >
      <MailTitle>{t("account_changed.subject", { change })}</MailTitle>
      <Paragraph>{t("account_changed.fact", { change, address })}</Paragraph>
      <Paragraph>{t("account_changed.was_you")}</Paragraph>
      <Paragraph>{t("account_changed.not_you", { change })}</Paragraph>
      {canResetPassword ? (
        <>
          <ActionButton href={link} color={null}>
            {t("account_changed.action")}
          </ActionButton>
          <LinkBelow words={words} link={link} />
        </>
      ) : null}
    </Layout>
  );
};
