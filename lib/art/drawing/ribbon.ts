import type { Palette } from "./color";
import type { Shape } from "./design";
import { fitText } from "./fit-text";
import { CAP_HEIGHT } from "./fonts";
import type { Face } from "./fonts";
import { CANVAS, toSvgPath } from "./outline";
import { renderTextPaths } from "./text-paths";

/** The y coordinate of the middle of the ribbon, where the shape is still wide enough. */
const RIBBON_MIDDLE_Y: Record<Shape, number> = {
  circle: 486,
  rosette: 486,
  hexagon: 448,
  octagon: 486,
  square: 474,
  shield: 408,
  arch: 490,
};

/** Pixels from the middle: half the length and half the height of the band, and the ends of its tails. */
const BAND = { reach: 246, half: 38 };
const TAIL = { from: 206, reach: 293, drop: 20, notch: 24 };
const TEXT = { width: 430, height: 62, largest: 40, smallest: 16, leading: 1.14, tracking: 0.02 };

/** The y coordinate at which the ribbon begins. The content of the plate stays above it. */
export const ribbonTop = (shape: Shape): number => RIBBON_MIDDLE_Y[shape] - BAND.half;

/**
 * Draws a ribbon with text in one or two lines across the lower part of a shape. `isCut` is true where the text does
 * not fit completely.
 */
export async function drawRibbon(
  shape: Shape,
  palette: Palette,
  text: string,
  face: Face,
): Promise<{ svg: string; isCut: boolean }> {
  const y = RIBBON_MIDDLE_Y[shape];
  const { lines, size } = fitText(text, {
    weight: 600,
    maxSize: TEXT.largest,
    minSize: TEXT.smallest,
    maxLines: 2,
    leading: TEXT.leading,
    tracking: TEXT.tracking,
    height: TEXT.height,
    widthBetween: () => TEXT.width,
    face,
  });
  const block = (lines.length - 1) * size * TEXT.leading + size * CAP_HEIGHT;
  const placed = lines.map((line, index) => ({
    text: line,
    x: CANVAS / 2,
    baseline: y - block / 2 + size * (CAP_HEIGHT + index * TEXT.leading),
    size,
    weight: 600 as const,
    tracking: TEXT.tracking,
    color: palette.ribbonInk,
  }));
  return {
    svg: drawBand(y, palette) + (await renderTextPaths(placed, CANVAS, face)),
    isCut: isCut(lines, text),
  };
}

/** Whether fitted lines leave out a part of their text. */
export const isCut = (lines: string[], text: string): boolean =>
  (lines.at(-1) ?? "").endsWith("…") && !text.endsWith("…");

/** Draws the two tails behind, the folds between, and the band in front with a line along each edge. */
function drawBand(y: number, { ribbon, ribbonInk, ribbonShade, deep }: Palette): string {
  const middle = CANVAS / 2;
  const [top, bottom] = [y - BAND.half, y + BAND.half];
  const side = (sign: 1 | -1): string => {
    const at = (reach: number, height: number) => ({ x: middle + sign * reach, y: height });
    const tail = [
      at(TAIL.from, top + TAIL.drop),
      at(TAIL.reach, top + TAIL.drop),
      at(TAIL.reach - TAIL.notch, y + TAIL.drop),
      at(TAIL.reach, bottom + TAIL.drop),
      at(TAIL.from, bottom + TAIL.drop),
    ];
    const fold = [at(BAND.reach, bottom), at(TAIL.from, bottom + TAIL.drop), at(TAIL.from, bottom)];
    return (
      `<path d="${toSvgPath(tail)}" fill="${ribbonShade}" stroke="${deep}" stroke-width="3" stroke-linejoin="round"/>` +
      `<path d="${toSvgPath(fold)}" fill="${deep}" stroke="${deep}" stroke-width="3" stroke-linejoin="round"/>`
    );
  };
  const left = middle - BAND.reach;
  const line = (height: number) =>
    `<path d="M${left} ${height}H${middle + BAND.reach}" stroke="${ribbonInk}" stroke-opacity=".45" stroke-width="1.5"/>`;
  return (
    side(-1) +
    side(1) +
    `<rect x="${left}" y="${top}" width="${2 * BAND.reach}" height="${2 * BAND.half}" fill="${ribbon}" stroke="${deep}" stroke-width="3" stroke-linejoin="round"/>` +
    line(top + 6.5) +
    line(bottom - 6.5)
  );
}
