import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { Locale } from "@/lib/kernel/locales";

// Finds text on a page that is not in its language: sentences of the English message files, message keys, and words
// that are neither in the language's messages nor in the test's data.

type Tree = { [key: string]: string | Tree };
const flattenSentences = (tree: Tree): string[] =>
  Object.values(tree).flatMap((value) => (typeof value === "string" ? [value] : flattenSentences(value)));

const NAMESPACES = [
  "accept",
  "authorize",
  "common",
  "conformance",
  "launch",
  "mail",
  "password",
  "public",
  "sign_in",
  "verify",
  "wallet",
];

/** Returns all sentences of a language. Reads the files, because the runner does not import JSON. */
async function readSentences(locale: Locale): Promise<string[]> {
  const folder = `lib/platform/languages/messages/${locale}`;
  const trees = NAMESPACES.map(
    async (name) => JSON.parse(await readFile(`${folder}/${name}.json`, "utf8")) as Tree,
  );
  return (await Promise.all(trees)).flatMap(flattenSentences);
}

const LATIN = /\p{Script=Latin}[\p{Script=Latin}\p{M}]{2,}/gu;
const latinWords = (texts: string[]): string[] =>
  texts.flatMap((text) => text.match(LATIN) ?? []).map((word) => word.toLowerCase());

/** The words that Intl writes in dates: names of months and parts of the day. */
function dateWords(locale: Locale): string[] {
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1, 15)));
  const styles = [
    { dateStyle: "long" },
    { dateStyle: "medium", timeStyle: "short" },
    { dateStyle: "long", timeStyle: "long" },
  ] as const;
  return styles.flatMap((style) =>
    months.map((month) => new Intl.DateTimeFormat(locale, { ...style, timeZone: "UTC" }).format(month)),
  );
}

/** The fixed parts of a sentence, without placeholders and plural forms. */
const fixedParts = (sentence: string): string[] =>
  sentence
    .split(/[{}<>#]/)
    .map((piece) => piece.trim())
    .filter((piece) => piece.length > 10 && !/^\w+, (plural|select|number)/.test(piece));

export type LanguageWords = { locale: Locale; words: Set<string>; english: string[] };

/** Reads which words pages may use in a language besides `data`, the test's own words, and which text is English. */
export async function readLanguageWords(locale: Locale, data: string[]): Promise<LanguageWords> {
  const [own, english] = await Promise.all([readSentences(locale), readSentences("en")]);
  const all = own.join("\n");
  const words = new Set(latinWords([...own, ...data, ...dateWords(locale)]));
  const foreign = english.flatMap(fixedParts).filter((piece) => !all.includes(piece));
  return { locale, words, english: foreign };
}

type PageTexts = { lang: string; texts: string[]; whole: string };

/**
 * Runs in a page: returns the text of this page, or of the page that an HTML describes, including collapsed content, the title
 * and texts for screen readers.
 */
function readPageTexts(html: string | null): PageTexts {
  const shown = html === null ? document : new DOMParser().parseFromString(html, "text/html");
  const isInPageLanguage = (element: Element | null): boolean =>
    !element?.closest("script, style, noscript, textarea, pre, code, next-route-announcer") &&
    (element?.closest("[lang]") ?? shown.documentElement) === shown.documentElement;
  const texts: string[] = [shown.title];
  const walker = shown.createTreeWalker(shown.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (isInPageLanguage(node.parentElement)) texts.push(node.textContent ?? "");
  }
  const names = ["aria-label", "alt", "title", "placeholder", "aria-description", "aria-roledescription"];
  for (const element of shown.body.querySelectorAll(names.map((name) => `[${name}]`).join())) {
    if (isInPageLanguage(element)) texts.push(...names.map((name) => element.getAttribute(name) ?? ""));
  }
  const metas = shown.querySelectorAll<HTMLMetaElement>("meta[name=description]");
  texts.push(...[...metas].map(({ content }) => content));
  // The `innerText` of a page that is not displayed has its scripts, too.
  for (const code of html === null ? [] : shown.body.querySelectorAll("script, style")) code.remove();
  return {
    lang: shown.documentElement.lang,
    texts: texts.map((text) => text.trim()).filter(Boolean),
    whole: shown.body.innerText,
  };
}

/** Addresses and ids do not consist of words. */
const ADDRESS_OR_ID = /\S*(?:@|:\/\/|\.(?:example|org|test|invalid)\b)\S*|[\da-f]{8}-[\da-f-]{27}/g;
const KEY = new RegExp(`^(?:${NAMESPACES.join("|")})(?:\\.\\w+)+$`);

/** Lists the texts of the open page that are not in its language, or of another page's HTML. */
export async function listForeignTexts(
  page: Page,
  { locale, words, english }: LanguageWords,
  html: string | null = null,
): Promise<string[]> {
  const found = await page.evaluate(readPageTexts, html);
  if (found.lang !== locale) return [`lang is ${found.lang}`];
  const texts = found.texts.map((text) => text.replace(ADDRESS_OR_ID, " "));
  // A sentence may be spread over several elements.
  const whole = `${texts.join("\n")}\n${found.whole}`;
  const unknown = latinWords(texts).filter((word) => !words.has(word));
  return [
    ...texts.filter((text) => KEY.test(text)),
    ...(locale === "en" ? [] : english.filter((piece) => whole.includes(piece))),
    ...new Set(unknown),
  ];
}
