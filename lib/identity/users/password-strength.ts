import { ZxcvbnFactory, type ZxcvbnResult } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary as common } from "@zxcvbn-ts/language-common";
import { dictionary as english } from "@zxcvbn-ts/language-en";
import { PASSWORD_LENGTH, type PasswordFault, type PasswordStrength } from "./choices";

// The judge of new passwords, in the browser and on the server. The dictionaries are large (0.8 MB compressed), so
// it is loaded on demand in both.

/** What is judged of a long password: the time grows with the length, to half a second at 256 characters. */
const JUDGED_LENGTH = 64;
/** Ways to read digits and signs as letters that are tried. With the library's 100 one judgement takes half a second. */
const MOST_SUBSTITUTIONS = 5;

const MOST_TEXTS = 40;
const TEXT_LENGTH = 100;
const MOST_WORDS = 200;

/** Known by everybody who attacks this service. */
const PRODUCT = ["badges", "badge", "credential", "credentials"];

const STRONG_SCORE = 3;
const FAIR_SCORE = 2;

const estimator = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  maxLength: JUDGED_LENGTH,
  l33tMaxSubstitutions: MOST_SUBSTITUTIONS,
});

/** By the library's names of its warnings. */
const FAULTS: Record<string, PasswordFault> = {
  straightRow: "keyboard",
  keyPattern: "keyboard",
  simpleRepeat: "repeated",
  extendedRepeat: "repeated",
  sequences: "sequence",
  recentYears: "date",
  dates: "date",
  topTen: "common",
  topHundred: "common",
  common: "common",
  similarToCommon: "similar",
  wordByItself: "word",
  namesByThemselves: "name",
  commonNames: "name",
  userInputs: "personal",
};

/** Without accents, and each character in one form: "José" and "jose" are the same to whoever guesses. */
const fold = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").normalize("NFC");

/** A shorter word says nothing: it stands in many passwords by chance. */
const isTelling = (word: string, least: number): boolean =>
  // A name in ideographs or syllables has few characters.
  word.length >= (/[^\p{Script=Latin}\P{L}]/u.test(word) ? 2 : least);

/** The words of names and addresses: each text as a whole, without its blanks, and part by part. */
function wordsOf(texts: readonly string[]): string[] {
  const folded = texts.slice(0, MOST_TEXTS).map((text) => fold(text.slice(0, TEXT_LENGTH)).toLowerCase());
  const words = folded.flatMap((text) => {
    const parts = text.split(/[^\p{L}\p{N}]+/u);
    return [text, ...text.split("@"), parts.join(""), parts.toReversed().join(""), ...parts];
  });
  return [...new Set([...PRODUCT, ...words])].filter((word) => isTelling(word, 3)).slice(0, MOST_WORDS);
}

/** What is left of a password without the words of its person, which are tried first: as they are, or disguised. */
function withoutWords(password: string, { sequence }: ZxcvbnResult, words: string[]): string {
  const disguised = sequence.flatMap((match) =>
    "dictionaryName" in match && match.dictionaryName === "userInputs" ? [match.token.toLowerCase()] : [],
  );
  return [...disguised, ...words.filter((word) => isTelling(word, 4))]
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, word) => rest.replaceAll(word, ""), password.toLowerCase());
}

type Judged = { strength: PasswordStrength; fault: PasswordFault | null };

/**
 * Judges how hard a password is to guess for somebody who knows `texts` of its person: names, addresses, organizations.
 * What is left without their words must be strong by itself, because "Ada Lovelace" and a year is a first guess.
 */
export function judgePassword(password: string, texts: readonly string[]): Judged {
  if (password.length < PASSWORD_LENGTH.least) return { strength: "weak", fault: "short" };
  const judged = fold(password.slice(0, JUDGED_LENGTH));
  const words = wordsOf(texts);
  const whole = estimator.check(judged, words);
  const rest = withoutWords(judged, whole, words);
  const restScore = rest.length < judged.length ? estimator.check(rest).score : whole.score;
  const score = Math.min(whole.score, restScore);
  if (score >= STRONG_SCORE) return { strength: "strong", fault: null };
  const isPersonal = whole.score >= STRONG_SCORE;
  const fault = isPersonal ? "personal" : (FAULTS[whole.feedback.warning ?? ""] ?? "predictable");
  return { strength: score >= FAIR_SCORE ? "fair" : "weak", fault };
}
