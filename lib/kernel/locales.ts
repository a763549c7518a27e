/** The languages of the specification, in which the service speaks and writes to people. */
export const LOCALES = [
  "en",
  "fr",
  "de",
  "ko",
  "ja",
  "zh-CN",
  "pt",
  "es-ES",
  "es-US",
  "fr-CA",
  "pt-BR",
] as const;
export type Locale = (typeof LOCALES)[number];

export const isLocale = (text: unknown): text is Locale => LOCALES.some((locale) => locale === text);

/** The language where nobody says another one. */
export const DEFAULT_LOCALE = "en" satisfies Locale;

/** Returns the language that a text names, or the default one. */
export const knownLocale = (text: unknown): Locale => (isLocale(text) ? text : DEFAULT_LOCALE);

/** Each language by the name that those who speak it look for. */
export const LANGUAGE_NAMES: Record<Locale, string> = {
  en: "English",
  fr: "Français",
  de: "Deutsch",
  ko: "한국어",
  ja: "日本語",
  "zh-CN": "简体中文",
  pt: "Português",
  "es-ES": "Español (España)",
  "es-US": "Español (Estados Unidos)",
  "fr-CA": "Français (Canada)",
  "pt-BR": "Português (Brasil)",
};

/** An address of ours, with the language that its page shall speak (lib/http/server/language.ts). */
export function inLanguage(address: string, locale: Locale): string {
  const url = new URL(address);
  url.searchParams.set("lang", locale);
  return url.href;
}

/** The cookie that keeps the language that somebody chose. */
export const LANGUAGE_COOKIE = "language";
