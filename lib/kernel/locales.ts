/** The languages that the service supports, among them all of the specification. */
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

/** The language when no other one is chosen. */
export const DEFAULT_LOCALE = "en" satisfies Locale;

/** Returns the locale if it is supported, otherwise the default one. */
export const toLocale = (text: unknown): Locale => (isLocale(text) ? text : DEFAULT_LOCALE);

/** The name of each language in that language. */
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

/** Adds the language of the page to one of our URLs (lib/http/server/language.ts). */
export function withLanguage(address: string, locale: Locale): string {
  const url = new URL(address);
  url.searchParams.set("lang", locale);
  return url.href;
}

/** The cookie that stores the chosen language. */
export const LANGUAGE_COOKIE = "language";
