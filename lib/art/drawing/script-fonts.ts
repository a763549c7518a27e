import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { splitGraphemes } from "@/lib/kernel/truncate-text";
import { listCjkFontFiles } from "./cjk-fonts";
import { SHAPED_SCRIPTS } from "./scripts";
import { readCodePoints } from "./woff";

/** A script: its own characters, those that it shares with others (digits, marks, stops), and its font file. */
type ScriptFont = { own: RegExp; shared: RegExp; prefix: string };

const SCRIPT_FONTS: ScriptFont[] = Object.entries(SHAPED_SCRIPTS).map(([script, code]) => ({
  own: new RegExp(`\\p{Script=${script}}`, "u"),
  shared: new RegExp(`\\p{Script_Extensions=${script}}`, "u"),
  prefix: `node_modules/@fontsource/noto-sans-${code}/files/noto-sans-${code}-${code}`,
}));

/** Letters of these scripts, and marks that no single character has together with its letter. */
const SHAPED = new RegExp(
  `[${Object.keys(SHAPED_SCRIPTS)
    .map((script) => `\\p{Script=${script}}`)
    .join("")}]|[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}]\\p{M}`,
  "u",
);

/** Whether a list of widths and a renderer that only puts letters beside each other are not enough for a text. */
export const isShaped = (text: string): boolean => SHAPED.test(text.normalize("NFC"));

/** The weights that are drawn. */
export type Weight = 500 | 600;

export type Direction = "ltr" | "rtl";

/** Returns the direction of a text: that of its first letter (UAX #9, P2). */
export const readDirection = (text: string): Direction =>
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text) ? "rtl" : "ltr";

const knownCodePoints = new Map<string, Set<number>>();

/** Reads once for which code points a font has glyphs. All its weights have the same. */
function loadCodePoints(prefix: string): Set<number> {
  const file = path.join(process.cwd(), `${prefix}-500-normal.woff`);
  const found = knownCodePoints.get(prefix);
  if (found) return found;
  const points = existsSync(file) ? readCodePoints(readFileSync(file)) : new Set<number>();
  knownCodePoints.set(prefix, points);
  return points;
}

/**
 * Characters that are never drawn: controls, halves of surrogate pairs, and invisible ones. The two joiners stay,
 * because letters around them change. Controls of the direction would let a name show in another order than it has.
 */
const UNDRAWN = /(?![\u200c\u200d])[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns a text in composed characters, with single spaces and without characters that are never drawn. */
export const toVisibleText = (text: string): string =>
  text.normalize("NFC").replace(/\s+/gu, " ").replace(UNDRAWN, "").replace(/ +/g, " ");

/** A part of a text with the one font that has all of it, given as its path up to the weight. */
export type FontRun = { text: string; font: string };

/** Chooses the fonts for the parts of a text. */
export type FontChooser = {
  /** Splits a visible text. Characters without a font are left out. */
  split: (text: string) => FontRun[];
};

/**
 * Returns what chooses fonts. `typefaces` are those of Latin, Greek and Cyrillic, in order of preference. `whole`
 * decides which form of a Chinese character is drawn.
 */
export function createFontChooser(typefaces: string[], whole: string): FontChooser {
  const listCandidates = (grapheme: string, before: string | undefined): string[] => {
    const own = SCRIPT_FONTS.filter((script) => script.own.test(grapheme));
    if (own.length > 0) return own.map(({ prefix }) => prefix);
    const shared = SCRIPT_FONTS.filter((script) => script.shared.test(grapheme));
    return [
      ...typefaces,
      ...listCjkFontFiles(whole, Array.from(grapheme)).map(({ prefix }) => prefix),
      // A mark or a stop that several scripts use belongs to the letters before it.
      ...(before === undefined ? [] : [before]),
      ...shared.map(({ prefix }) => prefix),
    ];
  };
  const choose = (grapheme: string, before: string | undefined): string | undefined => {
    const points = Array.from(grapheme.replace(/[\u200c\u200d]/g, ""), (one) => one.codePointAt(0) ?? 0);
    if (points.length === 0) return before;
    return listCandidates(grapheme, before).find((prefix) => {
      const known = loadCodePoints(prefix);
      return points.every((point) => known.has(point));
    });
  };
  /** A grapheme has one font, so that no mark is parted from its letter, unless no font has all of it. */
  const chooseRuns = (grapheme: string, before: string | undefined): FontRun[] => {
    const font = choose(grapheme, before);
    if (font !== undefined) return [{ text: grapheme, font }];
    const characters = Array.from(grapheme);
    return characters.length === 1 ? [] : characters.flatMap((one) => chooseRuns(one, before));
  };
  return {
    split: (text) => {
      const runs: FontRun[] = [];
      for (const grapheme of splitGraphemes(text)) runs.push(...chooseRuns(grapheme, runs.at(-1)?.font));
      return runs;
    },
  };
}
