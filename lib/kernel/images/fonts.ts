import { readFileSync } from "node:fs";
import path from "node:path";
import { inflateSync } from "node:zlib";

export type Weight = 500 | 600;

/** One font file in the form satori takes. */
interface FontFile {
  name: string;
  data: Buffer;
  weight: Weight;
  style: "normal";
}

/** Inter's proportions in em (units per em 2048; hhea and OS/2 tables). */
export const CAP_HEIGHT = 0.727;
/** Where the baseline falls in a line box of 1 em: half the leading above the ascender, then the ascender. */
export const BASELINE_IN_LINE = (1 - 0.96875 - 0.2412) / 2 + 0.96875;

const SUBSETS = ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "greek-ext", "vietnamese"];
const WEIGHTS: readonly Weight[] = [500, 600];

interface Loaded {
  files: FontFile[];
  /** Advance widths in em by code point. A code point missing here has no glyph. */
  advances: Record<Weight, Map<number, number>>;
}

let loaded: Loaded | undefined;

/** Read once: satori keeps its parsed fonts by the identity of this array. */
function load(): Loaded {
  if (loaded) return loaded;
  const files = WEIGHTS.flatMap((weight) => SUBSETS.map((subset) => fontFile(subset, weight)));
  const advancesOf = (weight: Weight): Map<number, number> => {
    const ofWeight = files.filter((file) => file.weight === weight);
    // Reversed, so that the first file that has a character decides, as it does in satori.
    return new Map(ofWeight.reverse().flatMap((file) => [...readAdvances(file.data)]));
  };
  loaded = { files, advances: { 500: advancesOf(500), 600: advancesOf(600) } };
  return loaded;
}

function fontFile(subset: string, weight: Weight): FontFile {
  // By path and not by import: bundlers rewrite or drop font imports, and the file is there in every set-up.
  const file = `node_modules/@fontsource/inter/files/inter-${subset}-${weight}-normal.woff`;
  return {
    name: `Inter ${subset}`,
    data: readFileSync(path.join(process.cwd(), file)),
    weight,
    style: "normal",
  };
}

/** The font files, for satori. */
export function interFonts(): FontFile[] {
  return load().files;
}

/** The CSS font-family that walks all subsets. */
export const INTER_FAMILY = SUBSETS.map((subset) => `Inter ${subset}`).join(", ");

/**
 * The text with one space between words and without the characters that Inter cannot draw (CJK, emoji, controls).
 * Compatibility forms (full-width letters, circled digits) become their plain ones.
 */
export function drawable(text: string): string {
  const kept = Array.from(text.normalize("NFC").replace(/\s+/gu, " "), (character) => {
    if (hasGlyph(character)) return character;
    return Array.from(character.normalize("NFKC")).filter(hasGlyph).join("");
  });
  const joined = kept.join("").replace(/ +/g, " ").trim();
  // Brackets and dashes left over around dropped characters are noise, not a name.
  return /[\p{L}\p{N}]/u.test(joined) ? joined : "";
}

function hasGlyph(character: string): boolean {
  const { advances } = load();
  const code = character.codePointAt(0) ?? 0;
  return (
    /[\p{L}\p{N}\p{P}\p{S}\p{M} ]/u.test(character) && advances[500].has(code) && advances[600].has(code)
  );
}

/** The width of a line in px. Kerning is left out: it only ever takes a percent or two off. */
export function textWidth(text: string, size: number, weight: Weight, tracking = 0): number {
  const advances = load().advances[weight];
  let em = 0;
  for (const character of text) em += (advances.get(character.codePointAt(0) ?? 0) ?? 0.6) + tracking;
  return em * size;
}

function readAdvances(woff: Buffer): Map<number, number> {
  const tables = woffTables(woff);
  const unitsPerEm = table(tables, "head").readUInt16BE(18);
  const longMetrics = table(tables, "hhea").readUInt16BE(34);
  const hmtx = table(tables, "hmtx");
  const widths = new Map<number, number>();
  for (const [code, glyph] of readCharacterMap(table(tables, "cmap"))) {
    widths.set(code, hmtx.readUInt16BE(Math.min(glyph, longMetrics - 1) * 4) / unitsPerEm);
  }
  return widths;
}

function table(tables: Map<string, Buffer>, tag: string): Buffer {
  const found = tables.get(tag);
  if (!found) throw new Error(`The font has no ${tag} table`);
  return found;
}

/** WOFF 1.0: a directory of 20-byte entries after a 44-byte header, each table deflated if that made it smaller. */
function woffTables(woff: Buffer): Map<string, Buffer> {
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

/** The format 4 subtable (segments of the basic plane), the one that fontsource's files carry. */
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
