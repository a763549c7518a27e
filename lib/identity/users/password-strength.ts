import { ZxcvbnFactory, type ZxcvbnResult } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary as common } from "@zxcvbn-ts/language-common";
import { dictionary as english } from "@zxcvbn-ts/language-en";
import { PASSWORD_LENGTH, type PasswordFault, type PasswordStrength } from "./choices";

// Rates new passwords, in the browser and on the server. The dictionaries are large (0.8 MB compressed), so this
// module is loaded on demand in both.

/** How much of a long password is rated: the time grows with the length, to half a second at 256 characters. */
const RATED_LENGTH = 64;
/**
 * How many ways to read digits and signs as letters are tried. With the library's 100, one rating takes half a
 * second.
 */
const MAX_SUBSTITUTIONS = 5;

const MAX_TEXTS = 40;
const MAX_TEXT_LENGTH = 100;
const MAX_WORDS = 200;

/** Words that any attacker of this service knows. */
const PRODUCT_WORDS = ["badges", "badge", "credential", "credentials"];

const STRONG_SCORE = 3;
const FAIR_SCORE = 2;

const estimator = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  maxLength: RATED_LENGTH,
  l33tMaxSubstitutions: MAX_SUBSTITUTIONS,
});

/** The faults by the library's names of its warnings. */
const FAULT_BY_WARNING: Record<string, PasswordFault> = {
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

/** Removes accents and unifies the forms of characters: an attacker treats "José" and "jose" as the same. */
const normalizeText = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").normalize("NFC");

/** Checks whether a word is long enough. Shorter words occur in many passwords by chance. */
const isLongEnough = (word: string, least: number): boolean =>
  // A name in ideographs or syllables has few characters.
  word.length >= (/[^\p{Script=Latin}\P{L}]/u.test(word) ? 2 : least);

/** Lists the words of names and addresses: each text as a whole, without its blanks, and part by part. */
function listPersonalWords(texts: readonly string[]): string[] {
  const folded = texts
    .slice(0, MAX_TEXTS)
    .map((text) => normalizeText(text.slice(0, MAX_TEXT_LENGTH)).toLowerCase());
  const words = folded.flatMap((text) => {
    const parts = text.split(/[^\p{L}\p{N}]+/u);
    return [text, ...text.split("@"), parts.join(""), parts.toReversed().join(""), ...parts];
  });
  return [...new Set([...PRODUCT_WORDS, ...words])]
    .filter((word) => isLongEnough(word, 3))
    .slice(0, MAX_WORDS);
}

/** Removes the person's words from a password: disguised forms first, then the words themselves. */
function withoutWords(password: string, { sequence }: ZxcvbnResult, words: string[]): string {
  const disguised = sequence.flatMap((match) =>
    "dictionaryName" in match && match.dictionaryName === "userInputs" ? [match.token.toLowerCase()] : [],
  );
  return [...disguised, ...words.filter((word) => isLongEnough(word, 4))]
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, word) => rest.replaceAll(word, ""), password.toLowerCase());
}

type PasswordRating = { strength: PasswordStrength; fault: PasswordFault | null };

/**
 * Rates how hard a password is to guess for an attacker who knows `texts` of its owner: names, addresses,
 * organizations. The rest of the password without these words must be strong, because "Ada Lovelace" and a year is an
 * obvious guess.
 */
export function ratePassword(password: string, texts: readonly string[]): PasswordRating {
  if (password.length < PASSWORD_LENGTH.min) return { strength: "weak", fault: "short" };
  const ratedText = normalizeText(password.slice(0, RATED_LENGTH));
  const words = listPersonalWords(texts);
  const whole = estimator.check(ratedText, words);
  const rest = withoutWords(ratedText, whole, words);
  const restScore = rest.length < ratedText.length ? estimator.check(rest).score : whole.score;
  const score = Math.min(whole.score, restScore);
  if (score >= STRONG_SCORE) return { strength: "strong", fault: null };
  const isPersonal = whole.score >= STRONG_SCORE;
  const fault = isPersonal ? "personal" : (FAULT_BY_WARNING[whole.feedback.warning ?? ""] ?? "predictable");
  return { strength: score >= FAIR_SCORE ? "fair" : "weak", fault };
}
