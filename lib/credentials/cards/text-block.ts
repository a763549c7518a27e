import { createElement, type CSSProperties, type ReactNode } from "react";
import { fitText } from "@/lib/art/drawing/fit-text";
import { type Face, shapeLine, type Weight } from "@/lib/art/drawing/fonts";
import { outlineInBox, type OutlinedLine, placeDrawing } from "@/lib/art/drawing/outlined-line";

/** A text in the largest size, from `size` down to `smallest`, in which it fits into `lines` lines of `width` px. */
export type TextBlock = {
  text: string;
  weight: Weight;
  size: number;
  smallest: number;
  lines: number;
  color: string;
  width: number;
  /** Space above it. */
  gap: number;
  align?: "flex-start" | "center";
};

const LEADING = 1.16;

/** Builds a line as a drawing, for scripts that satori cannot set. */
export function buildOutline(key: number | string, line: OutlinedLine, color: string) {
  const { width, height } = line;
  const { left, top, ...size } = placeDrawing(line);
  const drawing = createElement(
    "svg",
    { ...size, viewBox: `0 0 ${size.width} ${size.height}`, style: { position: "absolute", left, top } },
    createElement("path", { d: line.path, fill: color }),
  );
  return createElement(
    "div",
    { key, style: { display: "flex", position: "relative", width, height } },
    drawing,
  );
}

/** Builds the lines of one text; nothing for an empty one. */
export function buildTextBlock(block: TextBlock, face: Face): ReactNode {
  const { text, weight, size, lines, width } = block;
  if (text === "") return null;
  const fitted = fitText(text, {
    weight,
    maxSize: size,
    minSize: block.smallest,
    maxLines: lines,
    leading: LEADING,
    tracking: 0,
    height: size * LEADING * lines,
    widthBetween: () => width,
    face,
  });
  const style: CSSProperties = {
    display: "flex",
    whiteSpace: "nowrap",
    fontSize: fitted.size,
    fontWeight: weight,
    lineHeight: LEADING,
    color: block.color,
  };
  const rows = fitted.lines.map((line, key) => {
    const shaped = shapeLine(line, weight, face, fitted.direction);
    if (!shaped) return createElement("div", { key, style }, line);
    return buildOutline(key, outlineInBox(shaped, fitted.size, LEADING), block.color);
  });
  const column: CSSProperties = {
    display: "flex",
    flexDirection: "column",
    alignItems: block.align ?? "flex-start",
    marginTop: block.gap,
  };
  return createElement("div", { key: text, style: column }, rows);
}
