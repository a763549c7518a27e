import type { MailTranslator } from "../mail-translator";
import { LinkBelow } from "./badge-head";
import { ActionButton, Layout, Paragraph, SecondaryText, MailTitle } from "./layout";

export type AddressProps = {
  words: MailTranslator;
  /** Confirmation of an address, or the merge of the account that it belongs to. */
  kind: "confirm_email" | "merge_accounts";
  /** The address that was added, and the primary address of the account that added it. */
  address: string;
  account: string;
  link: string;
};

/**
 * "Is this address yours?": who added it, what happens next, one action. It contains no text that the requester can
 * choose freely.
 */
export const AddressMail = ({ words, kind, address, account, link }: AddressProps) => {
  const { t, locale } = words;
  return (
    <Layout
      lang={locale}
      preview={t(`${kind}.preview`)}
      sender={t("sender")}
      footer={
        <>
          <SecondaryText>{t(`${kind}.reason`, { account })}</SecondaryText>
          <SecondaryText>{t(`${kind}.not_yours`)}</SecondaryText>
        </>
      }
    >
      <MailTitle>{t(`${kind}.title`)}</MailTitle>
      <Paragraph>{t(`${kind}.fact`, { address, account })}</Paragraph>
      <Paragraph>{t(`${kind}.consequence`)}</Paragraph>
      <ActionButton href={link} color={null}>
        {t(`${kind}.action`)}
      </ActionButton>
      <LinkBelow words={words} link={link} />
    </Layout>
  );
};
