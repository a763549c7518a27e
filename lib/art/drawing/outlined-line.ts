import { BASELINE_IN_LINE } from "./fonts";
import { type ShapedLine, toOutlinePath } from "./shaping";

/** A shaped line in a box as high as a line of text. Marks and tails reach over the box by `margin`. */
export type OutlinedLine = { path: string; width: number; height: number; margin: number };

/** Signs below and above the letters reach further than those of Latin, by less than this. In em. */
const MARGIN = 0.8;

/** Outlines a line for a page of boxes. `leading` is the height of the box in em. The path begins in its margin. */
export function outlineInBox(line: ShapedLine, size: number, leading: number): OutlinedLine {
  const margin = size * MARGIN;
  const baseline = margin + size * ((leading - 1) / 2 + BASELINE_IN_LINE);
  const path = toOutlinePath(line, size, (right, up) => ({ x: margin + right, y: baseline - up }));
  return { path, width: line.width * size, height: leading * size, margin };
}

/**
 * Returns the place and the size of the drawing of a line, from the corner of its box. librsvg rounds the size of a drawing inside
 * another one, and would move one with fractions.
 */
export const placeDrawing = ({ width, height, margin }: OutlinedLine) => ({
  left: -margin,
  top: -margin,
  width: Math.ceil(width + 2 * margin),
  height: Math.ceil(height + 2 * margin),
});
