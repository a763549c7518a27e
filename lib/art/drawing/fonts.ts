import { readFileSync, existsSync } from "node:fs";
import path from "node:path";
import { inflateSync } from "node:zlib";

/** The files of Noto Sans for one language, split by its publisher into about a hundred pieces of characters each. */
interface LanguageFonts {
  name: string;
  /** The folder of `files/…-PIECE-WEIGHT-normal.woff`. */
  directory: string;
  code: string;
  /** The number of the piece by code point. */
  pieces: Map<number, string>;
}

const CODES = ["jp", "kr", "sc"] as const;
type Code = (typeof CODES)[number];

const loadedLanguages = new Map<Code, LanguageFonts>();

function getLanguageFonts(code: Code): LanguageFonts {
  const directory = `node_modules/@fontsource/noto-sans-${code}`;
  const found = loadedLanguages.get(code) ?? {
    name: `Noto Sans ${code.toUpperCase()}`,
    directory,
    code,
    pieces: readPieces(path.join(process.cwd(), directory, "unicode.json")),
  };
  loadedLanguages.set(code, found);
  return found;
}

/**
 * Reads the numbered pieces from `{"[7]": "U+4e00,U+4e03-4e05", …, "latin": …}`. Returns none when the package is not
 * installed.
 */
function readPieces(file: string): Map<number, string> {
  const pieces = new Map<number, string>();
  if (!existsSync(file)) return pieces;
  const ranges = Object.entries(JSON.parse(readFileSync(file, "utf8")) as Record<string, string>);
  for (const [name, text] of ranges) {
    const piece = /^\[(\d+)\]$/.exec(name)?.[1];
    if (piece === undefined) continue;
    for (const [, first = "", last = first] of text.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)) {
      for (let code = parseInt(first, 16); code <= parseInt(last, 16); code++) pieces.set(code, piece);
    }
  }
  return pieces;
}

/**
 * Returns the Han characters of a national standard: its rows in a two-byte encoding, decoded by the runtime's
 * tables.
 */
function readCharacterSet(encoding: "gbk" | "euc-jp", lastRow: number): Set<string> {
  const bytes: number[] = [];
  for (let row = 0xb0; row <= lastRow; row++)
    for (let cell = 0xa1; cell <= 0xfe; cell++) bytes.push(row, cell);
  return new Set(new TextDecoder(encoding).decode(Uint8Array.from(bytes)));
}

let characterSets: { chinese: Set<string>; japanese: Set<string> } | undefined;

/** Whether a text has characters that are not in GB 2312 (simplified characters) but in JIS X 0208. */
function isLikelyJapanese(text: string): boolean {
  characterSets ??= { chinese: readCharacterSet("gbk", 0xf7), japanese: readCharacterSet("euc-jp", 0xf4) };
  const { chinese, japanese } = characterSets;
  const han = text.match(/\p{Script=Han}/gu) ?? [];
  return !han.every((one) => chinese.has(one)) && han.every((one) => japanese.has(one) || one === "々");
}

/**
 * Orders the languages whose fonts are tried: many Han characters look different in each language but have one code
 * point. Kana are Japanese and Hangul is Korean. Han alone counts as simplified Chinese unless it has characters that
 * only Japanese uses.
 */
function rankLanguages(text: string): LanguageFonts[] {
  const order = (...codes: Code[]): LanguageFonts[] => codes.map(getLanguageFonts);
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return order("jp", "sc", "kr");
  if (/\p{Script=Hangul}/u.test(text)) return order("kr", "jp", "sc");
  return isLikelyJapanese(text) ? order("jp", "sc", "kr") : order("sc", "jp", "kr");
}

const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u30ff\uff00-\uffef]/u;

/**
 * Lists the files that have these characters of a text, in order of preference: a family name, and the path up to the
 * weight. Empty for characters of other scripts.
 */
function listCjkFontFiles(text: string, characters: string[]): { name: string; prefix: string }[] {
  const eastAsian = characters.filter((character) => EAST_ASIAN.test(character));
  if (eastAsian.length === 0) return [];
  const languages = rankLanguages(text);
  const files = new Map<string, { name: string; prefix: string; rank: number }>();
  for (const character of eastAsian) {
    const point = character.codePointAt(0) ?? 0;
    const rank = languages.findIndex(({ pieces }) => pieces.has(point));
    const { name, directory, code, pieces } = languages[rank] ?? {};
    const piece = pieces?.get(point);
    if (!piece) continue;
    const prefix = `${directory}/files/noto-sans-${code}-${piece}`;
    files.set(prefix, { name: `${name} ${piece}`, prefix, rank });
  }
  return [...files.values()].toSorted((one, other) => one.rank - other.rank);
}

/**
 * Reads the advance widths of a WOFF file, in em by code point. A code point missing here has no glyph in the file.
 */
function readAdvances(woff: Buffer): Map<number, number> {
  const tables = readTables(woff);
  const unitsPerEm = requireTable(tables, "head").readUInt16BE(18);
  const longMetrics = requireTable(tables, "hhea").readUInt16BE(34);
  const hmtx = requireTable(tables, "hmtx");
  const widths = new Map<number, number>();
  for (const [code, glyph] of readCharacterMap(requireTable(tables, "cmap"))) {
    widths.set(code, hmtx.readUInt16BE(Math.min(glyph, longMetrics - 1) * 4) / unitsPerEm);
  }
  return widths;
}

function requireTable(tables: Map<string, Buffer>, tag: string): Buffer {
  const found = tables.get(tag);
  if (!found) throw new Error(`The font has no ${tag} table`);
  return found;
}

/**
 * Reads the tables of a WOFF 1.0 file: a directory of 20-byte entries after a 44-byte header. A table is deflated if
 * that made it smaller.
 */
function readTables(woff: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>();
  const count = woff.readUInt16BE(12);
  for (let entry = 44; entry < 44 + count * 20; entry += 20) {
    const offset = woff.readUInt32BE(entry + 4);
    const stored = woff.subarray(offset, offset + woff.readUInt32BE(entry + 8));
    const deflated = stored.length < woff.readUInt32BE(entry + 12);
    tables.set(woff.toString("latin1", entry, entry + 4), deflated ? inflateSync(stored) : stored);
  }
  return tables;
}

/** Reads the format 4 subtable (segments of the basic plane), which fontsource's files have. */
function readCharacterMap(cmap: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const subtable = cmap.subarray(cmap.readUInt32BE(8 + index * 8));
    if (subtable.readUInt16BE(0) === 4) readSegments(subtable, glyphs);
  }
  return glyphs;
}

function readSegments(subtable: Buffer, glyphs: Map<number, number>): void {
  const doubled = subtable.readUInt16BE(6);
  for (let at = 0; at < doubled; at += 2) {
    const last = subtable.readUInt16BE(14 + at);
    const first = subtable.readUInt16BE(16 + doubled + at);
    const delta = subtable.readUInt16BE(16 + doubled * 2 + at);
    const rangeAt = 16 + doubled * 3 + at;
    const range = subtable.readUInt16BE(rangeAt);
    for (let code = first; code <= last && code < 0xffff; code++) {
      const listed = range === 0 ? code : subtable.readUInt16BE(rangeAt + range + (code - first) * 2);
      const glyph = listed === 0 ? 0 : (listed + delta) & 0xffff;
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
}

export type Weight = 500 | 600;

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

/** Loads the files of a typeface once. */
function loadFonts(typeface: Typeface): MeasuredFont[] {
  const { name, subsets } = TYPEFACES[typeface];
  const fonts =
    loadedTypefaces.get(typeface) ??
    subsets.flatMap((subset) =>
      readFonts(`${name} ${subset}`, `node_modules/@fontsource/${typeface}/files/${typeface}-${subset}`),
    );
  loadedTypefaces.set(typeface, fonts);
  return fonts;
}

let interFace: Face | undefined;

/** Inter, for Latin, Greek and Cyrillic. It is built once: satori caches parsed fonts by the identity of the list of files. */
const getInterFace = (): Face => (interFace ??= buildFace(loadFonts("inter")));

/**
 * Loads the fonts for all of these texts: Inter, and the few files that have the Chinese, Japanese and Korean
 * characters in them. Those are read for each drawing, because all of them together are about 30 MB.
 */
export const loadFace = (...texts: string[]): Face => loadTypeface("inter", texts);

/** Loads the same with a typeface whose characters are used before those of Inter. */
export function loadTypeface(typeface: Typeface, texts: string[]): Face {
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
  const drawn = Array.from(text.normalize("NFC").replace(/\s+/gu, " "), (character) => {
    const plain = toPlainForm(character, getInterFace());
    if (plain !== null) return plain;
    if (hasGlyph(character, face)) return character;
    return Array.from(character.normalize("NFKC"))
      .filter((part) => hasGlyph(part, face))
      .join("");
  });
  const joined = drawn.join("").replace(/ +/g, " ").trim();
  // Brackets and dashes left over around dropped characters are not a name.
  return /[\p{L}\p{N}]/u.test(joined) ? joined : "";
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
  let em = 0;
  for (const character of text) em += (face.advance(character, weight) ?? 0.6) + tracking;
  return em * size;
}
