import { createElement } from "react";
import type { CSSProperties } from "react";
import { satori } from "./vector";
import { BASELINE_IN_LINE } from "./fonts";
import type { Face, Weight } from "./fonts";

/** A line of text centred at `x` (px) with its baseline at `baseline` (px). All its characters must be drawable. */
export interface TextLine {
  text: string;
  x: number;
  baseline: number;
  size: number;
  weight: Weight;
  color: string;
  /** Extra space after each letter, in em. */
  tracking?: number;
}

/** Converts lines of text to SVG paths on a square canvas, which need no font to be shown. */
export async function renderTextPaths(lines: TextLine[], canvas: number, face: Face): Promise<string> {
  if (lines.length === 0) return "";
  const boxes = lines.map((line, key) =>
    createElement("div", { key, style: lineStyle(line, canvas, face) }, line.text),
  );
  const root = createElement("div", { style: { display: "flex", width: canvas, height: canvas } }, boxes);
  const svg = await satori(root, { width: canvas, height: canvas, fonts: face.files });
  return svg.replace(/^<svg[^>]*>/, "").replace(/<\/svg>$/, "");
}

function lineStyle(
  { x, baseline, size, weight, color, tracking = 0 }: TextLine,
  canvas: number,
  face: Face,
): CSSProperties {
  return {
    position: "absolute",
    display: "flex",
    justifyContent: "center",
    // The space after the last letter is invisible. Half of it moves the line back to the middle.
    left: x - canvas / 2 + (tracking * size) / 2,
    top: baseline - size * BASELINE_IN_LINE,
    width: canvas,
    whiteSpace: "nowrap",
    lineHeight: 1,
    fontFamily: face.family,
    fontSize: size,
    fontWeight: weight,
    letterSpacing: tracking * size,
    color,
  };
}
