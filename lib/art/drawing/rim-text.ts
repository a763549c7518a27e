import { createElement, type CSSProperties } from "react";
import { satori } from "./vector";
import { splitGraphemes } from "@/lib/kernel/truncate-text";
import { BASELINE_IN_LINE, textWidth, type Face } from "./fonts";
import { CANVAS } from "./outline";

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
  const { radius, color, face } = rim;
  const { text, size } = fitAround(rim);
  const length = measure(text, size, face);
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
  return {
    svg: svg.replace(/^<svg[^>]*>/, "").replace(/<\/svg>$/, ""),
    share: length / (2 * Math.PI * radius),
  };
}
