import type { AddressMessages, Messages } from "../messages";
import { LinkBelow } from "./badge-head";
import { Action, Layout, Paragraph, Quiet, Title } from "./layout";

export type AddressProps = {
  lang: string;
  messages: Messages;
  words: AddressMessages;
  /** The address that was added, and the primary address of the account that added it. */
  address: string;
  account: string;
  link: string;
};

/** "Is this address yours?": who named it, what follows, one way on. It quotes nothing that the asker may write freely. */
export const AddressMail = ({ messages, words, lang, address, account, link }: AddressProps) => (
  <Layout
    lang={lang}
    preview={words.preview}
    sender={words.sender}
    footer={
      <>
        <Quiet>{words.reason(account)}</Quiet>
        <Quiet>{words.notYours}</Quiet>
      </>
    }
  >
    <Title>{words.title}</Title>
    <Paragraph>{words.fact(address, account)}</Paragraph>
    <Paragraph>{words.consequence}</Paragraph>
    <Action href={link} color={null}>
      {words.action}
    </Action>
    <LinkBelow messages={messages} link={link} />
  </Layout>
);
