/** The languages of the specification, in which the service writes to people. */
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
