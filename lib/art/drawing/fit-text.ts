import { splitGraphemes } from "@/lib/kernel/truncate-text";
import { textWidth } from "./fonts";
import type { Face, Weight } from "./fonts";

export interface FittedText {
  lines: string[];
  /** Font size in px. */
  size: number;
}

interface FitOptions {
  weight: Weight;
  maxSize: number;
  minSize: number;
  maxLines: number;
  /** Extra space after each letter, in em. */
  tracking: number;
  /** Distance between baselines, in em. */
  leading: number;
  /** Height of the area in px; the block is centred in it. */
  height: number;
  /** The free width in px over an interval of heights, given as offsets from the middle of the area (downwards). */
  widthBetween: (top: number, bottom: number) => number;
  face?: Face;
}

/** A part of a text that is never broken, and what follows it: within a line, and at the end of one. */
interface Token {
  text: string;
  within: "" | " ";
  atEnd: "" | "-";
}

const SIZE_STEP = 2;
/** A hyphen is shown where a word is broken between two such letters. */
const HYPHENATED_LETTER =
  /(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul})\p{L}/u;
/** Leaves room at the sides for kerning pairs that widen a line and for anti-aliasing. */
const TOLERANCE = 0.98;

/**
 * Sets text as large as the area allows, with lines of lengths as even as possible. Only words too long for a line at
 * the smallest size are hyphenated (anywhere: there is no dictionary). Text that still does not fit is cut and ends
 * in an ellipsis. Never returns a line wider than its part of the area.
 */
export function fitText(text: string, options: FitOptions): FittedText {
  const { maxSize, minSize } = options;
  return (
    fitLargest(tokenize(text), maxSize, options) ??
    // With broken words, use a modest size: in a large size there would be only fragments.
    fitLargest(tokenizeWithHyphens(text, options), minSize + 3 * SIZE_STEP, options) ??
    fitTruncated(text, options)
  );
}

function fitLargest(tokens: Token[], from: number, options: FitOptions): FittedText | undefined {
  for (let size = Math.min(from, options.maxSize); size >= options.minSize; size -= SIZE_STEP) {
    const lines = breakLines(tokens, size, options);
    if (lines) return { lines, size };
  }
  return undefined;
}

function fitTruncated(text: string, options: FitOptions): FittedText {
  const characters = splitGraphemes(text);
  let fitting: string[] = ["…"];
  let low = 0;
  let high = characters.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const cut = trimToWholeWords(characters, middle);
    const lines = breakLines(tokenizeWithHyphens(`${cut}…`, options), options.minSize, options);
    if (lines) {
      fitting = lines;
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return { lines: fitting, size: options.minSize };
}

/** Returns the first `count` characters without the word that this cuts, unless that word is most of the text. */
function trimToWholeWords(characters: string[], count: number): string {
  const start = characters.slice(0, count).join("");
  const cutsWord = count < characters.length && characters[count] !== " ";
  const lastSpace = start.lastIndexOf(" ");
  const trimmed = cutsWord && lastSpace > start.length / 2 ? start.slice(0, lastSpace) : start;
  return trimmed.replace(/[\s\p{P}]+$/u, "");
}

/** Scripts without spaces between words. Hangul has spaces. */
const UNSPACED_SCRIPTS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/u;
const OPENING_MARK = /[\p{Ps}\p{Pi}]$/u;
/** What must not begin a line: closing marks, and in Japanese inflections and particles of the word before. */
const NOT_AT_LINE_START = /^[-/\p{Pe}\p{Pf}\p{Po}\u3005\u30fc]|^\p{Script=Hiragana}+$/u;

let segmenter: Intl.Segmenter | undefined;

/** Splits a text without spaces into words, with the runtime's dictionary of Chinese and Japanese. */
function segmentWords(text: string): string[] {
  segmenter ??= new Intl.Segmenter("ja", { granularity: "word" });
  const words: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = words.at(-1);
    if (last !== undefined && (OPENING_MARK.test(last) || NOT_AT_LINE_START.test(segment)))
      words.push(words.pop() + segment);
    else words.push(segment);
  }
  return words;
}

const splitWord = (word: string): string[] =>
  UNSPACED_SCRIPTS.test(word) ? segmentWords(word) : (word.match(/[^-/]*[-/]+(?=[^-/])|.+$/gu) ?? [word]);

/**
 * Splits a text into words, compounds after their hyphens or slashes, and scripts without spaces into their words.
 */
function tokenize(text: string): Token[] {
  return text.split(" ").flatMap((word) => {
    const parts = splitWord(word);
    return parts.map((part, index): Token => ({
      text: part,
      within: index === parts.length - 1 ? " " : "",
      atEnd: "",
    }));
  });
}

/** Does the same, and splits words that are too long for the narrowest line into letters. */
function tokenizeWithHyphens(text: string, options: FitOptions): Token[] {
  const room = Math.min(...lineWidths(options.maxLines, options.minSize, options));
  return tokenize(text).flatMap((token) => {
    if (measureWidth(token.text, options.minSize, options) <= room) return [token];
    const letters = splitGraphemes(token.text);
    return letters.map((letter, index): Token => {
      if (index === letters.length - 1) return { ...token, text: letter };
      const isCut = [letter, letters[index + 1] ?? ""].every((one) => HYPHENATED_LETTER.test(one));
      return { text: letter, within: "", atEnd: isCut ? "-" : "" };
    });
  });
}

function measureWidth(text: string, size: number, { weight, tracking, face }: FitOptions): number {
  return textWidth(text, size, weight, face ? { tracking, face } : { tracking });
}

/** Returns the width of each of `count` lines of that size, or an empty list if they do not fit in the height. */
function lineWidths(count: number, size: number, { leading, height, widthBetween }: FitOptions): number[] {
  const pitch = size * leading;
  const block = pitch * count;
  if (block > height) return [];
  const top = -block / 2;
  return Array.from({ length: count }, (_, line) => {
    const y = top + line * pitch;
    return widthBetween(y, y + pitch) * TOLERANCE;
  });
}

function breakLines(tokens: Token[], size: number, options: FitOptions): string[] | undefined {
  const measured = tokens.map((token) => measureToken(token, size, options));
  const total = measured.reduce((sum, { width }) => sum + width, 0);
  for (let count = 1; count <= Math.min(options.maxLines, tokens.length); count++) {
    const room = lineWidths(count, size, options);
    if (room.length === 0) return undefined;
    if (room.reduce((sum, width) => sum + width, 0) < total) continue;
    const ends = computeEvenBreaks(measured, room);
    if (ends) return ends.map((end, line) => joinLine(tokens.slice(ends[line - 1] ?? 0, end)));
  }
  return undefined;
}

function joinLine(tokens: Token[]): string {
  const last = tokens.at(-1);
  const before = tokens.slice(0, -1).map(({ text, within }) => text + within);
  return before.join("") + (last ? last.text + last.atEnd : "");
}

interface MeasuredToken {
  width: number;
  within: number;
  atEnd: number;
}

function measureToken({ text, within, atEnd }: Token, size: number, options: FitOptions): MeasuredToken {
  const width = measureWidth(text, size, options);
  return { width, within: measureWidth(within, size, options), atEnd: measureWidth(atEnd, size, options) };
}

interface PartialLayout {
  cost: number;
  ends: number[];
}

/**
 * Finds the breaks with the smallest sum of squared relative slack, as TeX does for paragraphs: dynamic programming
 * over (line, tokens used).
 */
function computeEvenBreaks(tokens: MeasuredToken[], room: number[]): number[] | undefined {
  let reached = new Map<number, PartialLayout>([[0, { cost: 0, ends: [] }]]);
  for (const width of room) {
    const next = new Map<number, PartialLayout>();
    for (const [start, before] of reached) extendLayouts(next, tokens, width, { start, before });
    reached = next;
  }
  return reached.get(tokens.length)?.ends;
}

function extendLayouts(
  next: Map<number, PartialLayout>,
  tokens: MeasuredToken[],
  width: number,
  { start, before }: { start: number; before: PartialLayout },
): void {
  let used = 0;
  for (let end = start; end < tokens.length; end++) {
    const token = tokens[end];
    if (!token || used + token.width > width) return;
    const slack = 1 - (used + token.width + token.atEnd) / width;
    used += token.width + token.within;
    const cost = before.cost + slack ** 2;
    const known = next.get(end + 1);
    if (slack >= 0 && (!known || cost < known.cost))
      next.set(end + 1, { cost, ends: [...before.ends, end + 1] });
  }
}
