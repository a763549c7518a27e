import { translatorOf } from "@/lib/delivery/languages/translator";
import type { Locale } from "@/lib/kernel/locales";

/** The sentences of the mails in one language, with what writes its dates. */
export type Words = { locale: Locale } & Awaited<ReturnType<typeof translatorOf<"mail">>>;

/** The sentences of a language. */
export const wordsOf = async (locale: Locale): Promise<Words> => ({
  locale,
  ...(await translatorOf(locale, "mail")),
});

/** A day as people write it in their language. */
export const longDate = ({ format }: Words, date: Date): string =>
  format.dateTime(date, { dateStyle: "long", timeZone: "UTC" });

/** What a headline takes that calls somebody by name, when there is a name. */
export const called = (name: string | null) => ({ named: name ? "yes" : "no", name: name ?? "" });
