import { createFormatter, createTranslator } from "use-intl/core";
import type { Locale } from "@/lib/kernel/locales";
import { loadMessages, type Namespace } from "./messages";

/** Loads the messages of a namespace for use outside of pages: mails, documents, images. A missing one throws. */
export async function loadTranslator<Name extends Namespace>(locale: Locale, namespace: Name) {
  const messages = await loadMessages(locale);
  const onError = (error: Error): never => {
    throw error;
  };
  return {
    t: createTranslator({ locale, messages, namespace, timeZone: "UTC", onError }),
    format: createFormatter({ locale, timeZone: "UTC", onError }),
  };
}
