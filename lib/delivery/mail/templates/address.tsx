import type { Words } from "../words";
import { LinkBelow } from "./badge-head";
import { Action, Layout, Paragraph, Quiet, Title } from "./layout";

export type AddressProps = {
  words: Words;
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
          <Quiet>{t(`${kind}.reason`, { account })}</Quiet>
          <Quiet>{t(`${kind}.not_yours`)}</Quiet>
        </>
      }
    >
      <Title>{t(`${kind}.title`)}</Title>
      <Paragraph>{t(`${kind}.fact`, { address, account })}</Paragraph>
      <Paragraph>{t(`${kind}.consequence`)}</Paragraph>
      <Action href={link} color={null}>
        {t(`${kind}.action`)}
      </Action>
      <LinkBelow words={words} link={link} />
    </Layout>
  );
};
