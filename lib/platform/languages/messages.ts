import { readInstallationName } from "@/lib/kernel/env";
import type { Locale } from "@/lib/kernel/locales";
import type accept from "./messages/en/accept.json";
import type authorize from "./messages/en/authorize.json";
import type common from "./messages/en/common.json";
import type conformance from "./messages/en/conformance.json";
import type launch from "./messages/en/launch.json";
import type mail from "./messages/en/mail.json";
import type password from "./messages/en/password.json";
import type proof from "./messages/en/proof.json";
import type publicPages from "./messages/en/public.json";
import type signIn from "./messages/en/sign_in.json";
import type verify from "./messages/en/verify.json";
import type wallet from "./messages/en/wallet.json";

/**
 * All texts for earners and visitors, as ICU messages. The English files define the keys, and
 * tests/lib/platform/messages.test.ts checks the other languages against them. A namespace has the texts of one group
 * of pages.
 */
export type Messages = {
  accept: typeof accept;
  authorize: typeof authorize;
  common: typeof common;
  conformance: typeof conformance;
  launch: typeof launch;
  mail: typeof mail;
  password: typeof password;
  proof: typeof proof;
  public: typeof publicPages;
  sign_in: typeof signIn;
  verify: typeof verify;
  wallet: typeof wallet;
};
export type Namespace = keyof Messages;

declare module "use-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: Messages;
  }
}

export const NAMESPACES: readonly Namespace[] = [
  "accept",
  "authorize",
  "common",
  "conformance",
  "launch",
  "mail",
  "password",
  "proof",
  "public",
  "sign_in",
  "verify",
  "wallet",
];

/** Names the installation where texts name the product or the sender of e-mails. */
function withInstallationName(messages: Messages): Messages {
  const name = readInstallationName();
  if (name === null) return messages;
  return {
    ...messages,
    common: { ...messages.common, product: name },
    mail: { ...messages.mail, sender: name },
  };
}

const messagesByLocale = new Map<Locale, Promise<Messages>>();

async function importMessages(locale: Locale): Promise<Messages> {
  const files = await Promise.all(
    NAMESPACES.map(async (name) => {
      const file = (await import(`./messages/${locale}/${name}.json`)) as { default: unknown };
      return [name, file.default] as const;
    }),
  );
  return withInstallationName(Object.fromEntries(files) as Messages);
}

/** Loads the messages of a language, once per process. */
export function loadMessages(locale: Locale): Promise<Messages> {
  const known = messagesByLocale.get(locale);
  if (known) return known;
  const messages = importMessages(locale);
  messagesByLocale.set(locale, messages);
  return messages;
}
