import { NextIntlClientProvider } from "next-intl";
import { createElement, type ReactElement } from "react";
import { loadMessages } from "@/lib/platform/languages/messages";
import type { Locale } from "@/lib/kernel/locales";

/** Renders a page with the sentences that it needs in this language. */
export async function withMessages(view: ReactElement, locale: Locale = "en"): Promise<ReactElement> {
  const onError = (error: Error): never => {
    throw error;
  };
  const messages = await loadMessages(locale);
  const provided = { locale, messages, timeZone: "UTC", onError, children: view };
  return createElement(NextIntlClientProvider, provided);
}
