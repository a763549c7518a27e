import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { describe, expect, it } from "vitest";
import { LOCALES, type Locale } from "@/lib/kernel/locales";
import { loadMessages, NAMESPACES } from "@/lib/platform/languages/messages";

type Tree = { [key: string]: string | Tree };

const sentences = (tree: Tree, path = ""): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[`${path}${key}`, value] as [string, string]]
      : sentences(value, `${path}${key}.`),
  );

/** The names of a sentence's placeholders, in any of its branches, and of its tags. */
function placeholders(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        return [];
      case TYPE.tag:
        return [`<${element.value}>`, ...placeholders(element.children)];
      case TYPE.plural:
      case TYPE.select:
        return [element.value, ...Object.values(element.options).flatMap(({ value }) => placeholders(value))];
      case TYPE.argument:
      case TYPE.number:
      case TYPE.date:
      case TYPE.time:
        return [element.value];
    }
  });
}

const namesIn = (sentence: string): string[] => [...new Set(placeholders(parse(sentence)))].sort();

const english = await loadMessages("en");

describe.each(LOCALES)("the messages of %s", (locale) => {
  it.each(NAMESPACES)("have the same keys and placeholders as the English ones: %s", async (namespace) => {
    const messages = await loadMessages(locale);
    const expected = sentences(english[namespace] as Tree);
    const given = new Map(sentences(messages[namespace] as Tree));
    expect([...given.keys()].sort()).toEqual(expected.map(([key]) => key).sort());
    for (const [key, sentence] of expected) {
      const own = given.get(key) ?? "";
      expect(own.trim(), key).not.toBe("");
      expect(namesIn(own), key).toEqual(namesIn(sentence));
    }
  });

  it.each(NAMESPACES)("have the plural forms that the language needs: %s", async (namespace) => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    const messages = await loadMessages(locale);
    const missing: string[] = [];
    const checkPluralForms = (key: string, elements: MessageFormatElement[]): void => {
      for (const element of elements) {
        if (element.type === TYPE.tag) checkPluralForms(key, element.children);
        if (element.type !== TYPE.plural && element.type !== TYPE.select) continue;
        for (const { value } of Object.values(element.options)) checkPluralForms(key, value);
        // `many` of French, Spanish and Portuguese is for millions; `other` covers it.
        const needed = forms.filter((form) => form !== "many");
        if (element.type === TYPE.plural && element.pluralType === "cardinal") {
          missing.push(
            ...needed.filter((form) => !(form in element.options)).map((form) => `${key}: ${form}`),
          );
        }
      }
    };
    for (const [key, sentence] of sentences(messages[namespace] as Tree))
      checkPluralForms(key, parse(sentence));
    expect(missing).toEqual([]);
  });
});

/** Typographic errors of each language, searched in a sentence without its placeholders. */
const MISPRINTS: Partial<Record<Locale, RegExp>> = {
  fr: /[^\u202F][;!?]|[^\u00A0]:(?!\/)|«(?!\u00A0)|(?<!\u00A0)»|courriel/u,
  "fr-CA":
    /\s[;!?]|[^\u00A0]:(?!\/)|«(?!\u00A0)|(?<!\u00A0)»|e-mail|\b[ld]’courriel|nouvel courriel|cet courriel/iu,
  de: /\b(?:der|den|diese[rn]|einen|kein(?:e[nr])) Badge\b(?!-)|\S…/u,
  "es-ES": /\b(?:agreg|venc)/iu,
  "es-US": /añad|caduc|«/iu,
  pt: /você|\b(?:arquivo|senha|usuário|tela)\b/iu,
  "pt-BR": /«|\b(?:ficheiro|palavra-passe|ligação|utilizador|ecrã)\b/iu,
  ja: /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}] | [\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]|[,:;!?]|サインイン/u,
  ko: /(?:은|는|이|가|을|를|와|과)\((?:은|는|이|가|을|를|와|과)\)/u,
  "zh-CN": /\p{sc=Han}[,:;!?()]|[,:;!?()]\p{sc=Han}|[，。：；！？、] /u,
};

/** The words of a sentence, with one character for each placeholder and each address. */
const joinWords = (elements: MessageFormatElement[]): string =>
  elements
    .map((element) => {
      if (element.type === TYPE.literal) return element.value.replace(/ ?\S*(?:https:\/\/|@)\S* ?/g, "◦");
      if (element.type === TYPE.tag) return joinWords(element.children) || "◦";
      if (element.type !== TYPE.plural && element.type !== TYPE.select) return "◦";
      return Object.values(element.options)
        .map(({ value }) => joinWords(value))
        .join("\n");
    })
    .join("");

/** Whether a sentence has as many words as none that is the same in two languages ("Status", "{moment} (UTC)"). */
const isPhrase = (sentence: string): boolean =>
  (joinWords(parse(sentence)).match(/\p{L}{2,}/gu) ?? []).length >= MIN_PHRASE_WORDS;
const MIN_PHRASE_WORDS = 4;

describe.each(LOCALES.filter((locale) => locale !== "en"))("the messages of %s", (locale) => {
  it.each(NAMESPACES)("are translated: %s", async (namespace) => {
    const messages = await loadMessages(locale);
    const englishSentences = new Map(sentences(english[namespace] as Tree));
    const untranslated = sentences(messages[namespace] as Tree).filter(
      ([key, sentence]) => isPhrase(sentence) && englishSentences.get(key) === sentence,
    );
    expect(untranslated).toEqual([]);
  });
});

describe.each(LOCALES)("the sentences of %s", (locale) => {
  it.each(NAMESPACES)("follow the typographic rules of the language: %s", async (namespace) => {
    const messages = await loadMessages(locale);
    const misprint = MISPRINTS[locale];
    const wrong = sentences(messages[namespace] as Tree)
      .map(([key, sentence]) => [key, joinWords(parse(sentence))] as const)
      // Straight quotation marks, three dots, and unintended spaces are errors in every language.
      .filter(([, words]) => /["']|\.\.\.| {2}|\s$/u.test(words) || misprint?.test(words))
      .map(([key, words]) => `${key}: ${words}`);
    expect(wrong).toEqual([]);
  });
});
