import { FAMILIAR_WORDS, LETTER_CONTEXTS } from "./familiar-names";
import { HEADINGS } from "./headings";

/**
 * Costs of a character beyond ASCII: about how many bits it takes to tell it to somebody who expects names. The reading of the
 * same bytes that costs least is the likeliest. tests/lib/platform/encodings.test.ts measures what follows from these estimates.
 */
const COST = {
  /** A letter between two letters that surround it in a familiar word. */
  familiar: 2,
  /** Both neighbours are known, though not together. */
  known: 7,
  /** One neighbour is known. */
  unusual: 10,
  /** The letter is known, beside other letters. */
  strange: 13,
  /** No familiar word has the letter. */
  foreign: 16,
  /** A symbol where none belongs. */
  misplaced: 18,
  punctuation: 3,
  kana: 4,
  frequentCharacter: 6,
  character: 11,
  rareCharacter: 15,
  /** Added for a capital inside a word, or for a small letter between capitals. */
  wrongCase: 10,
  /** Added beside a letter of another script. */
  mixedScripts: 10,
  /** Added for a small letter at the start of a word. */
  smallStart: 3,
  /** Added for a letter that the languages of an encoding do without. */
  otherLanguage: 4,
} as const;

export type Script =
  "latin" | "cyrillic" | "greek" | "hangul" | "han" | "kana" | "halfWidth" | "wide" | "other";

const SCRIPTS: readonly (readonly [Script, RegExp])[] = [
  ["latin", /^\p{Script=Latin}$/u],
  ["cyrillic", /^\p{Script=Cyrillic}$/u],
  ["greek", /^\p{Script=Greek}$/u],
  ["halfWidth", /^[\uff61-\uff9f]$/u],
  ["kana", /^[\p{Script=Hiragana}\p{Script=Katakana}ー・]$/u],
  ["han", /^[\p{Script=Han}々〆]$/u],
  ["hangul", /^\p{Script=Hangul}$/u],
  ["wide", /^[\u3000-\u303f\uff00-\uff60]$/u],
];

const scriptOf = (character: string): Script =>
  SCRIPTS.find(([, pattern]) => pattern.test(character))?.[0] ?? "other";

/** The Turkish dotted capital has no small letter of one character. */
const toSmall = (text: string): string => text.replace(/[^İ]+/g, (part) => part.toLowerCase());

type Familiar = { letters: Set<string>; pairs: Set<string>; triples: Set<string> };

/** Collects the letters of words with those beside them. A space stands for the edge of a word. */
function learnWords(text: string): Familiar {
  const familiar: Familiar = { letters: new Set(), pairs: new Set(), triples: new Set() };
  for (const [word] of toSmall(text).matchAll(/\p{Letter}+/gu)) {
    const letters = Array.from(` ${word} `);
    for (let place = 1; place < letters.length - 1; place += 1) {
      const [before = "", letter = "", after = ""] = letters.slice(place - 1, place + 2);
      familiar.letters.add(letter);
      familiar.pairs.add(before + letter).add(letter + after);
      familiar.triples.add(before + letter + after);
    }
  }
  return familiar;
}

function learnContexts({ letters, pairs, triples }: Familiar): void {
  const loneLetters = new Set([...letters].filter((letter) => triples.has(` ${letter} `)));
  for (const line of LETTER_CONTEXTS.trim().replaceAll("_", "\u00a0").split("\n")) {
    const [lefts = "", letter = "", rights = ""] = line
      .split(" ")
      .map((part) => part.replaceAll("\u00a0", " "));
    letters.add(letter);
    for (const left of lefts) pairs.add(left + letter);
    for (const right of rights) pairs.add(letter + right);
    for (const left of lefts) for (const right of rights) triples.add(left + letter + right);
    // A letter alone is no word of these languages, except for those among the familiar words.
    if (!loneLetters.has(letter)) triples.delete(` ${letter} `);
  }
}

let learned: Familiar | null = null;

/** Learns at the first file that needs it: most files are UTF-8. */
function familiarWords(): Familiar {
  if (learned) return learned;
  learned = learnWords(`${FAMILIAR_WORDS} ${Object.values(HEADINGS).flat().join(" ")}`);
  learnContexts(learned);
  return learned;
}

/** What a reading of a file expects: frequent characters of East Asia, and how usual any other one is in the encoding. */
export type Expectation = {
  frequent: ReadonlySet<string>;
  isUsual: (character: string) => boolean;
  /** Letters that the languages of the encoding do without. */
  others: RegExp | null;
};

/** A character with those beside it, and the one before these. */
type Place = { first: string; before: string; character: string; after: string; script: Script };

const isLetter = (character: string): boolean => /^\p{Letter}$/u.test(character);
const isCapital = (character: string): boolean => /^\p{Lu}$/u.test(character);
const isSmall = (character: string): boolean => /^\p{Ll}$/u.test(character);

function contextCost({ before, character, after }: Place): number {
  const { letters, pairs, triples } = familiarWords();
  const [left, letter, right] = [before, character, after].map((one) =>
    isLetter(one) ? toSmall(one) : " ",
  ) as [string, string, string];
  if (triples.has(left + letter + right)) return COST.familiar;
  if (left === " " && right === " ") return COST.strange;
  const known = [left + letter, letter + right].filter((pair) => pairs.has(pair)).length;
  if (known > 0) return known === 2 ? COST.known : COST.unusual;
  return letters.has(letter) ? COST.strange : COST.foreign;
}

/** Whether a capital stands inside a word that is not written in capitals, or a small letter in one that is. */
const isWrongCase = ({ before, character, after }: Place): boolean =>
  isCapital(character)
    ? isSmall(before) || (isCapital(before) && isSmall(after))
    : isCapital(before) && isCapital(after);

function caseCost(place: Place): number {
  if (isWrongCase(place)) return COST.wrongCase;
  return isSmall(place.character) && !isLetter(place.before) ? COST.smallStart : 0;
}

/** Scripts that stand beside each other in a word. */
const isSameWord = (one: Script, other: Script): boolean =>
  one === other || [one, other].every((script) => script === "han" || script === "kana");

const mixedCost = ({ before, after, script }: Place): number =>
  [before, after].some((one) => isLetter(one) && !isSameWord(scriptOf(one), script)) ? COST.mixedScripts : 0;

/** Where typography puts a mark that ASCII lacks: the characters before and after it. */
const MARKS: readonly (readonly [marks: RegExp, around: RegExp])[] = [
  [/^’$/, /^([^\p{Letter}]\p{Letter}.\p{Letter}|.\p{Letter}.\p{Lu}|.[\p{Letter}].[\s,;.])/u],
  [/^[“„«‘‚¿¡]$/, /^.[\s,;("].[\p{Letter}\p{Number}]/u],
  [/^[”»]$/, /^.[\p{Letter}\p{Number}.!?].[\s,;.)"]/u],
  [/^[–—\u00a0]$/, /^.([\s\p{Number}].[\s\p{Number}])/u],
  [/^…$/, /^.[\p{Letter}\s].[\s,;"]/u],
  [/^[€£¥§©®™°º²³½±×•·&]$/u, /^.[\s\d,;"N].\P{Letter}/u],
];

const markCost = ({ first, before, character, after }: Place): number =>
  MARKS.some(([marks, around]) => marks.test(character) && around.test(first + before + character + after))
    ? COST.punctuation
    : COST.misplaced;

const isMisplacedSymbol = (place: Place): boolean =>
  place.script === "other" &&
  (isLetter(place.before) || isLetter(place.after)) &&
  markCost(place) === COST.misplaced;

function asianCost(place: Place, { frequent, isUsual }: Expectation): number {
  const { character } = place;
  if (frequent.has(character)) return COST.frequentCharacter;
  return isUsual(character) ? COST.character : COST.rareCharacter;
}

const halfWidthCost = ({ before, after }: Place): number =>
  [before, after].some((one) => scriptOf(one) === "halfWidth") ? COST.frequentCharacter : COST.misplaced;

const wideCost = ({ before, after }: Place, { frequent }: Expectation): number =>
  frequent.size > 0 && ![before, after].some((one) => scriptOf(one) === "latin") ? COST.kana : COST.misplaced;

function characterCost(place: Place, expected: Expectation): number {
  const { script } = place;
  if (script === "other") return markCost(place);
  if (script === "wide") return wideCost(place, expected);
  if (script === "halfWidth") return halfWidthCost(place) + mixedCost(place);
  if (script === "kana") return COST.kana + mixedCost(place);
  if (script === "han" || script === "hangul") return asianCost(place, expected) + mixedCost(place);
  // The encodings of East Asia have these letters too. Nobody who uses such an encoding writes a name in them.
  if (expected.frequent.size > 0) return COST.misplaced;
  const other = expected.others?.test(place.character) ? COST.otherLanguage : 0;
  return contextCost(place) + caseCost(place) + mixedCost(place) + other;
}

/** Characters that no file of a spreadsheet has: controls, private use, unassigned ones, and the mark of undecodable bytes. */
const IMPOSSIBLE = /[\p{Cc}\p{Co}\p{Cn}\ufffd]/u;
const ALLOWED_CONTROLS = /[\t\n\r\f]/g;

export type Likelihood = { cost: number; count: number; misplaced: number };

/**
 * Estimates how likely a text is a table of people: the cost of its characters beyond ASCII in all, how
 * many they are, and how many of them are symbols beside a letter, where no name has one. Null
 * for a text that cannot be one.
 */
export function estimateLikelihood(text: string, expected: Expectation): Likelihood | null {
  if (IMPOSSIBLE.test(text.replace(ALLOWED_CONTROLS, ""))) return null;
  const characters = Array.from(text);
  let [cost, count, misplaced] = [0, 0, 0];
  characters.forEach((character, index) => {
    if (character <= "\u007f") return;
    const [first, before, after] = [index - 2, index - 1, index + 1].map((other) => characters[other] ?? " ");
    const place = { first, before, character, after, script: scriptOf(character) } as Place;
    cost += characterCost(place, expected);
    count += 1;
    if (isMisplacedSymbol(place)) misplaced += 1;
  });
  return { cost, count, misplaced };
}
