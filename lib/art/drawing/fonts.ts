import { readFileSync } from "node:fs";
import path from "node:path";
import { listCjkFontFiles } from "./cjk-fonts";
import { createFontChooser, isShaped, type Direction, type Weight } from "./script-fonts";
import { createShaper, type ShapedLine, type Shaper } from "./shaping";
import { readAdvances } from "./woff";

export type { Weight } from "./script-fonts";

/** One font file, in the format that satori takes. */
interface FontFile {
  name: string;
  data: Buffer;
  weight: Weight;
  style: "normal";
}

/** A font file with its advance widths, in em by code point. */
interface MeasuredFont extends FontFile {
  advances: Map<number, number>;
}

/**
 * What is needed to draw certain texts: the font files for satori (the first one with a glyph is used), and the
 * widths of their glyphs.
 */
export interface Face {
  files: FontFile[];
  /** The CSS font-family that lists all files. */
  family: string;
  /** The width of a character in em, undefined when no file has it. */
  advance: (character: string, weight: Weight) => number | undefined;
  /** Shapes the lines that need it. Null if no text does. */
  shaper: Shaper | null;
}

/** Inter's proportions in em (units per em 2048; hhea and OS/2 tables). */
export const CAP_HEIGHT = 0.727;
/** The position of the baseline in a line box of 1 em: half the leading above the ascender, then the ascender. */
export const BASELINE_IN_LINE = (1 - 0.96875 - 0.2412) / 2 + 0.96875;

const SUBSETS = ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "greek-ext", "vietnamese"];
const WEIGHTS: readonly Weight[] = [500, 600];

/**
 * Reads a font by path instead of import: bundlers rewrite or drop font imports, and the file exists in every set-up.
 */
function readFont(name: string, prefix: string, weight: Weight): MeasuredFont {
  const data = readFileSync(path.join(process.cwd(), `${prefix}-${weight}-normal.woff`));
  return { name, data, weight, style: "normal", advances: readAdvances(data) };
}

const readFonts = (name: string, prefix: string): MeasuredFont[] =>
  WEIGHTS.map((weight) => readFont(name, prefix, weight));

function buildFace(fonts: MeasuredFont[]): Face {
  const codePoint = (character: string): number => character.codePointAt(0) ?? 0;
  const fontFor = (character: string, weight: Weight) =>
    fonts.find((font) => font.weight === weight && font.advances.has(codePoint(character)));
  return {
    files: fonts.map(({ name, data, weight, style }) => ({ name, data, weight, style })),
    family: [...new Set(fonts.map(({ name }) => name))].join(", "),
    advance: (character, weight) => fontFor(character, weight)?.advances.get(codePoint(character)),
    shaper: null,
  };
}

/** What texts can be set in. Characters that a serif font lacks are drawn in Inter. */
export type Typeface = "inter" | "source-serif-4" | "eb-garamond";

const TYPEFACES: Record<Typeface, { name: string; subsets: readonly string[] }> = {
  inter: { name: "Inter", subsets: SUBSETS },
  "source-serif-4": { name: "Source Serif", subsets: SUBSETS.filter((subset) => subset !== "greek-ext") },
  "eb-garamond": { name: "EB Garamond", subsets: SUBSETS },
};

const loadedTypefaces = new Map<Typeface, MeasuredFont[]>();

const prefixOf = (typeface: Typeface, subset: string): string =>
  `node_modules/@fontsource/${typeface}/files/${typeface}-${subset}`;

/** Lists the files of a typeface up to the weight, and those of Inter for what it lacks. */
export function listPrefixes(typeface: Typeface): string[] {
  const own = TYPEFACES[typeface].subsets.map((subset) => prefixOf(typeface, subset));
  return typeface === "inter" ? own : [...own, ...listPrefixes("inter")];
}

/** Loads the files of a typeface once. */
function loadFonts(typeface: Typeface): MeasuredFont[] {
  const { name, subsets } = TYPEFACES[typeface];
  const fonts =
    loadedTypefaces.get(typeface) ??
    subsets.flatMap((subset) => readFonts(`${name} ${subset}`, prefixOf(typeface, subset)));
  loadedTypefaces.set(typeface, fonts);
  return fonts;
}

let interFace: Face | undefined;

/** Inter, for Latin, Greek and Cyrillic. It is built once: satori caches parsed fonts by the identity of the list of files. */
const getInterFace = (): Face => (interFace ??= buildFace(loadFonts("inter")));

/**
 * Loads the fonts for all of these texts: Inter, and the few files that have the Chinese, Japanese and Korean
 * characters in them. Those are read for each drawing, because all of them together are about 30 MB. Texts in scripts
 * that have to be shaped also get a shaper.
 */
export const loadFace = (...texts: string[]): Promise<Face> => loadTypeface("inter", texts);

/** Loads the same with a typeface whose characters are used before those of Inter. */
export async function loadTypeface(typeface: Typeface, texts: string[]): Promise<Face> {
  const face = loadUnshapedFace(typeface, texts);
  if (!texts.some(isShaped)) return face;
  const shaper = await createShaper(createFontChooser(listPrefixes(typeface), texts.join("")));
  return { ...face, shaper };
}

function loadUnshapedFace(typeface: Typeface, texts: string[]): Face {
  const face = getInterFace();
  const text = texts.join("").normalize("NFC");
  const isMissing = (character: string): boolean => toPlainForm(character, face) === null;
  const cjkFiles = listCjkFontFiles(text, Array.from(new Set(text)).filter(isMissing));
  if (cjkFiles.length === 0 && typeface === "inter") return face;
  const own = typeface === "inter" ? [] : loadFonts(typeface);
  const characters = Array.from(text + text.toUpperCase() + "…-", (one) => one.codePointAt(0) ?? 0);
  const used = [...own, ...loadFonts("inter")].filter(({ advances }) =>
    characters.some((code) => advances.has(code)),
  );
  return buildFace([...used, ...cjkFiles.flatMap(({ name, prefix }) => readFonts(name, prefix))]);
}

/**
 * Returns the text with single spaces between words and without the characters that the face cannot draw (emoji,
 * control characters). Compatibility forms (full-width letters, circled digits) become their plain forms where Inter
 * has those.
 */
export function toDrawableText(text: string, face: Face = getInterFace()): string {
  const drawn =
    face.shaper && isShaped(text) ? keepShapedText(text, face, face.shaper) : keepPlainText(text, face);
  const joined = drawn.replace(/ +/g, " ").trim();
  // Brackets and dashes left over around dropped characters are not a name.
  return /[\p{L}\p{N}]/u.test(joined) ? joined : "";
}

/** Keeps what the shaper has a font for, in plain forms as below. */
function keepShapedText(text: string, face: Face, shaper: Shaper): string {
  const plain = Array.from(text.normalize("NFC"), (character) => {
    if (shaper.keepDrawable(character) !== "") return toPlainForm(character, getInterFace()) ?? character;
    return /[\p{M}\p{C}]/u.test(character) ? character : character.normalize("NFKC");
  });
  return shaper.keepDrawable(plain.join(""));
}

function keepPlainText(text: string, face: Face): string {
  const drawn = Array.from(text.normalize("NFC").replace(/\s+/gu, " "), (character) => {
    const plain = toPlainForm(character, getInterFace());
    if (plain !== null) return plain;
    if (hasGlyph(character, face)) return character;
    return Array.from(character.normalize("NFKC"))
      .filter((part) => hasGlyph(part, face))
      .join("");
  });
  return drawn.join("");
}

/** Returns the character, or its plain form, if the face can draw it. Null if not. */
function toPlainForm(character: string, face: Face): string | null {
  if (hasGlyph(character, face)) return character;
  const parts = Array.from(character.normalize("NFKC"));
  return parts.every((part) => hasGlyph(part, face)) ? parts.join("") : null;
}

function hasGlyph(character: string, face: Face): boolean {
  return (
    /[\p{L}\p{N}\p{P}\p{S}\p{M} ]/u.test(character) &&
    WEIGHTS.every((weight) => face.advance(character, weight) !== undefined)
  );
}

/** Returns the width of a line in px. Kerning is ignored: it only ever makes a line one or two percent shorter. */
export function textWidth(
  text: string,
  size: number,
  weight: Weight,
  { tracking = 0, face = getInterFace() }: { tracking?: number; face?: Face } = {},
): number {
  const shaped = shapeLine(text, weight, face);
  if (shaped) return shaped.width * size;
  let em = 0;
  for (const character of text) em += (face.advance(character, weight) ?? 0.6) + tracking;
  return em * size;
}

/**
 * Shapes a line of drawable text. Null for a line that needs no shaping. `direction` is that of the whole text: a line
 * broken off it may begin with other letters. Letters of a shaped line are never spaced, which would part joined ones.
 */
export const shapeLine = (
  line: string,
  weight: Weight,
  { shaper }: Face,
  direction: Direction = "ltr",
): ShapedLine | null =>
  shaper && (direction === "rtl" || isShaped(line)) ? shaper.shape(line, weight, direction) : null;
