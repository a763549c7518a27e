import { createFormatter, createTranslator } from "use-intl/core";
import type { Locale } from "@/lib/kernel/locales";
import { loadMessages, type Namespace } from "./messages";

/** The sentences of a namespace outside of pages: mails, documents, pictures. A missing one throws. */
export async function translatorOf<Name extends Namespace>(locale: Locale, namespace: Name) {
  const messages = await loadMessages(locale);
  const onError = (error: Error): never => {
    throw error;
  };
  return {
    t: createTranslator({ locale, messages, namespace, timeZone: "UTC", onError }),
    format: createFormatter({ locale, timeZone: "UTC", onError }),
  };
}
