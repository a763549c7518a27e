import { readFile } from "node:fs/promises";
import { createTranslator } from "use-intl/core";
import type { Locale } from "@/lib/kernel/locales";
import { NAMESPACES, type Messages, type Namespace } from "@/lib/platform/languages/messages";

// Playwright loads modules with Node, which needs more than a path to import JSON
// (lib/platform/languages/messages.ts).
async function readMessages(locale: Locale): Promise<Messages> {
  const read = async (name: Namespace) => {
    const file = new URL(`../../../lib/platform/languages/messages/${locale}/${name}.json`, import.meta.url);
    return [name, JSON.parse(await readFile(file, "utf8"))] as const;
  };
  return Object.fromEntries(await Promise.all(NAMESPACES.map(read))) as Messages;
}

/** The sentences of a language as its pages and mails show them. A missing one is an error. */
export async function readTranslators(locale: Locale) {
  const messages = await readMessages(locale);
  const onError = (error: Error): never => {
    throw error;
  };
  const of = <Name extends Namespace>(namespace: Name) =>
    createTranslator({ locale, messages, namespace, timeZone: "UTC", onError });
  return {
    accept: of("accept"),
    authorize: of("authorize"),
    mail: of("mail"),
    public: of("public"),
    signIn: of("sign_in"),
    wallet: of("wallet"),
  };
}

export type Translators = Awaited<ReturnType<typeof readTranslators>>;
