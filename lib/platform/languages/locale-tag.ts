import { isLocale, LOCALES, type Locale } from "@/lib/kernel/locales";

/**
 * The supported language for a language tag of another system, such as `pt_BR` or `de-AT`: the same one, or else the
 * one of its first part; null when there is none.
 */
export function parseLocaleTag(tag: string | null): Locale | null {
  const [language = "", ...rest] = (tag ?? "").trim().toLowerCase().split(/[-_]/);
  const normalizedTag = [language, ...rest].join("-");
  const exact = LOCALES.find((locale) => locale.toLowerCase() === normalizedTag);
  if (exact) return exact;
  if (isLocale(language)) return language;
  return LOCALES.find((locale) => locale.toLowerCase().startsWith(`${language}-`) && language !== "") ?? null;
}
