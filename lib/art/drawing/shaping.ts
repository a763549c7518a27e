import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import createBidi, { type Bidi } from "bidi-js";
import type { HarfBuzz, HarfBuzzFont } from "harfbuzzjs";
import { type Direction, type FontChooser, type FontRun, toVisibleText, type Weight } from "./script-fonts";
import { toSfnt } from "./woff";

/** An outline in units of its font, and where it stands in em from the start of the baseline, upwards. */
type PlacedGlyph = { outline: string; unitsPerEm: number; x: number; y: number };

/** A line whose letters are joined, stacked and in the order in which they are seen. */
export type ShapedLine = {
  glyphs: PlacedGlyph[];
  /** In em. */
  width: number;
};

/** Shapes lines of the texts that it was created for. */
export type Shaper = {
  /** Returns the visible characters of a text that a font has. */
  keepDrawable: (text: string) => string;
  shape: (line: string, weight: Weight, direction: Direction) => ShapedLine;
};

type LoadedFont = {
  font: HarfBuzzFont;
  unitsPerEm: number;
  /** By the number of the glyph. */
  outlines: Map<number, string>;
  destroy: () => void;
};

const MAX_FONTS = 24;
const loadedFonts = new Map<string, LoadedFont>();

/** Loads a font, or moves it to the end of those that are dropped first. HarfBuzz cannot read WOFF. */
function loadFont(library: HarfBuzz, prefix: string, weight: Weight): LoadedFont {
  const file = `${prefix}-${weight}-normal.woff`;
  const found = loadedFonts.get(file) ?? readFont(library, file);
  loadedFonts.delete(file);
  loadedFonts.set(file, found);
  return found;
}

function readFont(library: HarfBuzz, file: string): LoadedFont {
  const blob = library.createBlob(toSfnt(readFileSync(path.join(process.cwd(), file))));
  const face = library.createFace(blob, 0);
  const font = library.createFont(face);
  const destroy = () => [font, face, blob].forEach((one) => one.destroy());
  return { font, unitsPerEm: face.upem, outlines: new Map(), destroy };
}

/** Frees the fonts that were not used for the longest time. No line is being shaped meanwhile. */
function dropOldFonts(): void {
  for (const [file, font] of loadedFonts) {
    if (loadedFonts.size <= MAX_FONTS) return;
    loadedFonts.delete(file);
    font.destroy();
  }
}

/** A part of a line in one font and one direction. Odd levels are from right to left. */
type LevelRun = { font: string; level: number; start: number; end: number };

function joinRuns(runs: FontRun[], levels: Uint8Array): LevelRun[] {
  const joined: LevelRun[] = [];
  let start = 0;
  for (const { text, font } of runs) {
    const end = start + text.length;
    const level = levels[start] ?? 0;
    const last = joined.at(-1);
    if (last?.font === font && last.level === level) last.end = end;
    else joined.push({ font, level, start, end });
    start = end;
  }
  return joined;
}

/** Puts runs into the order in which they are seen: from the highest level down, each sequence is reversed (UAX #9, L2). */
function toVisualOrder(runs: LevelRun[]): LevelRun[] {
  let ordered = runs;
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    const next: LevelRun[] = [];
    let reversed: LevelRun[] = [];
    for (const run of ordered) {
      if (run.level >= level) reversed.unshift(run);
      else {
        next.push(...reversed, run);
        reversed = [];
      }
    }
    ordered = [...next, ...reversed];
  }
  return ordered;
}

let bidi: Bidi | undefined;

function shapeLine(library: HarfBuzz, runs: FontRun[], weight: Weight, direction: Direction): ShapedLine {
  const text = runs.map((run) => run.text).join("");
  bidi ??= createBidi();
  const { levels } = bidi.getEmbeddingLevels(text, direction);
  const glyphs: PlacedGlyph[] = [];
  let width = 0;
  for (const { font: prefix, level, start, end } of toVisualOrder(joinRuns(runs, levels))) {
    const { font, unitsPerEm, outlines } = loadFont(library, prefix, weight);
    const buffer = library.createBuffer();
    buffer.addText(text, start, end - start);
    buffer.guessSegmentProperties();
    buffer.setDirection(level % 2 === 1 ? "rtl" : "ltr");
    library.shape(font, buffer);
    for (const { g: glyph, ax, dx, dy } of buffer.json()) {
      const outline = outlines.get(glyph) ?? font.glyphToPath(glyph);
      outlines.set(glyph, outline);
      glyphs.push({ outline, unitsPerEm, x: width + dx / unitsPerEm, y: dy / unitsPerEm });
      width += ax / unitsPerEm;
    }
    buffer.destroy();
  }
  return { glyphs, width };
}

/**
 * Loads HarfBuzz, at the first text that needs it. The module is a promise, which `import()` would take for its own, so
 * it is required.
 */
const loadHarfBuzz = (): Promise<HarfBuzz> =>
  createRequire(path.join(process.cwd(), "package.json"))("harfbuzzjs") as Promise<HarfBuzz>;

/** Returns a shaper with these fonts. */
export async function createShaper(fonts: FontChooser): Promise<Shaper> {
  const library = await loadHarfBuzz();
  const shaped = new Map<string, ShapedLine>();
  return {
    keepDrawable: (text) =>
      fonts
        .split(toVisibleText(text))
        .map((run) => run.text)
        .join(""),
    shape: (line, weight, direction) => {
      const key = `${weight} ${direction} ${line}`;
      const found = shaped.get(key);
      if (found) return found;
      dropOldFonts();
      const made = shapeLine(library, fonts.split(toVisibleText(line)), weight, direction);
      shaped.set(key, made);
      return made;
    },
  };
}

/** Where a point is drawn, given in px from the start of the baseline, upwards. */
export type Placement = (x: number, y: number) => { x: number; y: number };

const round = (value: number): string => String(Math.round(value * 100) / 100);

/** Returns the SVG path of a line. Every point is placed by itself, so that a line can follow a curve. */
export function toOutlinePath({ glyphs }: ShapedLine, size: number, place: Placement): string {
  return glyphs
    .map(({ outline, unitsPerEm, x, y }) =>
      outline.replaceAll(/(-?[\d.]+),(-?[\d.]+)/g, (_, pointX: string, pointY: string) => {
        const scale = size / unitsPerEm;
        const point = place(x * size + Number(pointX) * scale, y * size + Number(pointY) * scale);
        return ` ${round(point.x)} ${round(point.y)}`;
      }),
    )
    .join("");
}
