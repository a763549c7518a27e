import { loadTranslator } from "@/lib/platform/languages/translator";
import type { Locale } from "@/lib/kernel/locales";

/** The translator for mails in one language (`t`), with its date formatter. */
export type MailTranslator = { locale: Locale } & Awaited<ReturnType<typeof loadTranslator<"mail">>>;

/** Loads the translator of a language. */
export const loadMailTranslator = async (locale: Locale): Promise<MailTranslator> => ({
  locale,
  ...(await loadTranslator(locale, "mail")),
});

/** Formats a day in the long form of the language. */
export const formatLongDate = ({ format }: MailTranslator, date: Date): string =>
  format.dateTime(date, { dateStyle: "long", timeZone: "UTC" });

/** Formats a moment with its time in UTC. */
export const formatLongTime = ({ format }: MailTranslator, date: Date): string =>
  `${format.dateTime(date, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" })} UTC`;

/** The message parameters for a title that may contain a name. */
export const titleNameParameters = (name: string | null) => ({
  named: name ? "yes" : "no",
  name: name ?? "",
});
