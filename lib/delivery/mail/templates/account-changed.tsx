import type { AccountChange } from "@/lib/identity/users/notices";
import type { Words } from "../words";
import { LinkBelow } from "./badge-head";
import { Action, Layout, Paragraph, Quiet, Title } from "./layout";

export type AccountChangedProps = {
  words: Words;
  change: AccountChange;
  /** The address that is told. */
  address: string;
  /** The page for forgotten passwords. */
  link: string;
};

/** "Your password was set": what was done to an account, for an owner who did not do it. It quotes no name of anybody. */
export const AccountChangedMail = ({ words, change, address, link }: AccountChangedProps) => {
  const { t, locale } = words;
  // An address that the account has no longer opens it no longer.
  const isWayBack = change !== "gone";
  return (
    <Layout
      lang={locale}
      preview={t("account_changed.preview")}
      sender={t("sender")}
      footer={<Quiet>{t("account_changed.reason", { address })}</Quiet>}
    >
      <Title>{t("account_changed.subject", { change })}</Title>
      <Paragraph>{t("account_changed.fact", { change, address })}</Paragraph>
      <Paragraph>{t("account_changed.was_you")}</Paragraph>
      <Paragraph>{t("account_changed.not_you", { change })}</Paragraph>
      {isWayBack ? (
        <>
          <Action href={link} color={null}>
            {t("account_changed.action")}
          </Action>
          <LinkBelow words={words} link={link} />
        </>
      ) : null}
    </Layout>
  );
};
