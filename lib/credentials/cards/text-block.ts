import { createElement, type CSSProperties, type ReactNode } from "react";
import { fitText } from "@/lib/art/drawing/fit-text";
import type { Face, Weight } from "@/lib/art/drawing/fonts";

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
  const rows = fitted.lines.map((line, key) => createElement("div", { key, style }, line));
  const column: CSSProperties = {
    display: "flex",
    flexDirection: "column",
    alignItems: block.align ?? "flex-start",
    marginTop: block.gap,
  };
  return createElement("div", { key: text, style: column }, rows);
}
