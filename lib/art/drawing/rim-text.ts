import { createElement, type CSSProperties } from "react";
import { splitGraphemes } from "@/lib/kernel/truncate-text";
import { BASELINE_IN_LINE, shapeLine, textWidth, type Face } from "./fonts";
import { CANVAS } from "./outline";
import { readDirection } from "./script-fonts";
import { type ShapedLine, toOutlinePath } from "./shaping";
import { satori } from "./vector";

type RimText = { text: string; radius: number; color: string; largest: number; smallest: number; face: Face };

const TRACKING = 0.08;
const WEIGHT = 600;
/** The part of the circle that a text may take, so that its ends do not meet. */
const LONGEST_ARC = 0.86;

const measure = (text: string, size: number, face: Face): number =>
  textWidth(text, size, WEIGHT, { tracking: TRACKING, face });

/** Returns the largest size at which a text fits around the circle, and as much of the text as fits. */
function fitAround({ text, radius, largest, smallest, face }: RimText): { text: string; size: number } {
  const longest = 2 * Math.PI * radius * LONGEST_ARC;
  const size = Math.max(smallest, Math.min(largest, (largest * longest) / measure(text, largest, face)));
  if (measure(text, size, face) <= longest) return { text, size };
  const parts = splitGraphemes(text);
  while (parts.length > 1 && measure(`${parts.join("")}…`, size, face) > longest) parts.pop();
  return { text: `${parts.join("").trim()}…`, size };
}

/**
 * Draws a text around the middle of the canvas, with its middle at the top, as SVG paths. Returns how much of the circle
 * it takes, from 0 to 1.
 */
export async function drawRimText(rim: RimText): Promise<{ svg: string; share: number }> {
  if (rim.text === "") return { svg: "", share: 0 };
  const fitted = fitAround(rim);
  const length = measure(fitted.text, fitted.size, rim.face);
  const line = shapeLine(fitted.text, WEIGHT, rim.face, readDirection(rim.text));
  return {
    svg: line ? bendLine(line, fitted.size, rim) : await drawLetters({ ...rim, ...fitted }, length),
    share: length / (2 * Math.PI * rim.radius),
  };
}

/** Bends the outlines themselves, so that letters that join stay joined. */
function bendLine(line: ShapedLine, size: number, { radius, color }: RimText): string {
  const middle = (line.width * size) / 2;
  const path = toOutlinePath(line, size, (along, up) => {
    const turn = (along - middle) / radius;
    const distance = radius + up;
    return { x: CANVAS / 2 + distance * Math.sin(turn), y: CANVAS / 2 - distance * Math.cos(turn) };
  });
  return `<path d="${path}" fill="${color}"/>`;
}

/** Turns each letter by itself. */
async function drawLetters(
  { text, size, radius, color, face }: RimText & { size: number },
  length: number,
): Promise<string> {
  let along = -length / 2;
  const letters = splitGraphemes(text).map((letter, key) => {
    const width = measure(letter, size, face);
    const turn = (along + width / 2) / radius;
    along += width;
    const top = CANVAS / 2 - radius - size * BASELINE_IN_LINE;
    const style: CSSProperties = {
      position: "absolute",
      display: "flex",
      justifyContent: "center",
      left: 0,
      top,
      width: CANVAS,
      whiteSpace: "pre",
      lineHeight: 1,
      fontFamily: face.family,
      fontSize: size,
      fontWeight: WEIGHT,
      color,
      transform: `rotate(${(turn * 180) / Math.PI}deg)`,
      transformOrigin: `${CANVAS / 2}px ${CANVAS / 2 - top}px`,
    };
    return createElement("div", { key, style }, letter);
  });
  const root = createElement("div", { style: { display: "flex", width: CANVAS, height: CANVAS } }, letters);
  const svg = await satori(root, { width: CANVAS, height: CANVAS, fonts: face.files });
  return svg.replace(/^<svg[^>]*>/, "").replace(/<\/svg>$/, "");
}
