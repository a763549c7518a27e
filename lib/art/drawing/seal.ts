import { sharp } from "./raster";
import { buildPalette, type Palette } from "./color";
import { loadTypeface, toDrawableText, type Face, type Typeface, BASELINE_IN_LINE, textWidth } from "./fonts";
import { engrave } from "./guilloche";
import { renderIcon } from "./icons";
import { CANVAS, outline, toSvgPath, VISUAL_CENTER, type Point } from "./outline";
import { createChoices } from "./seeded";
import { createElement, type CSSProperties } from "react";
import { satori } from "./vector";
import { splitGraphemes } from "@/lib/kernel/truncate-text";

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
async function drawRimText(rim: RimText): Promise<{ svg: string; share: number }> {
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

export type SealStyle = "rosette" | "stamp" | "ribbon" | "badge";

const MIDDLE: Point = { x: CANVAS / 2, y: CANVAS / 2 };
/** The ends of a ribbon below a seal of this part of the size. */
const RIBBON_SCALE = 0.8;
const BADGE_SIZE = 366;

type SealInput = {
  style: SealStyle;
  color: string;
  /** The name of the organization, around the rim. */
  name: string;
  typeface: Typeface;
  /** The art of the badge, for a seal that shows it. */
  art: Uint8Array;
};

const disc = (radius: number, fill: string) => `<circle cx="300" cy="300" r="${radius}" fill="${fill}"/>`;

const ring = (radius: number, stroke: string, width: number) =>
  `<circle cx="300" cy="300" r="${radius}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;

/** The part of the circle between two dots, and between a dot and the name. */
const DOT_STEP = 0.03;
const DOT_MARGIN = 0.045;

/** Draws dots along the part of the circle that the name leaves free, the same on both sides. */
function drawDots(free: number, radius: number, color: string): string {
  const count = Math.floor((free - 2 * DOT_MARGIN) / DOT_STEP) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const angle = 2 * Math.PI * DOT_STEP * (index - (count - 1) / 2);
    const [x, y] = [MIDDLE.x + radius * Math.sin(angle), MIDDLE.y + radius * Math.cos(angle)];
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="4.5" fill="${color}"/>`;
  }).join("");
}

/** Draws the name around a seal, and dots in the rest of the circle. */
async function drawName(name: string, face: Face, radius: number, color: string): Promise<string> {
  const shown = toDrawableText(name, face).toUpperCase();
  const { svg, share } = await drawRimText({ text: shown, radius, color, largest: 46, smallest: 24, face });
  return svg + drawDots(share === 0 ? 1 + 2 * DOT_MARGIN - DOT_STEP : 1 - share, radius + 15, color);
}

/** A disc with a wavy edge, an engraved rim, the name and a star. */
async function drawRosette(palette: Palette, name: string, face: Face): Promise<string> {
  const edge = { outer: outline("rosette", 8), inner: outline("rosette", 42), middle: VISUAL_CENTER.rosette };
  const lines = engrave("rays", edge, createChoices("seal"))
    .map(({ path, strokeWidth }) => `<path d="${path}" stroke-width="${strokeWidth}"/>`)
    .join("");
  return [
    `<path d="${toSvgPath(outline("rosette", 0))}" fill="${palette.deep}"/>`,
    `<path d="${toSvgPath(outline("rosette", 6))}" fill="${palette.band}"/>`,
    `<g fill="none" stroke="${palette.bandLine}" stroke-linecap="round">${lines}</g>`,
    disc(240, palette.deep),
    disc(235, palette.plate),
    ring(150, palette.quiet, 3),
    await drawName(name, face, 174, palette.ink),
    renderIcon("star", MIDDLE, 150, { color: palette.ink, weight: 1.4 }),
  ].join("");
}

/** The print of a rubber stamp: one colour on the paper. */
async function drawStamp({ quiet }: Palette, name: string, face: Face): Promise<string> {
  return [
    ring(284, quiet, 12),
    ring(264, quiet, 4),
    ring(168, quiet, 4),
    await drawName(name, face, 196, quiet),
    renderIcon("award", MIDDLE, 180, { color: quiet, weight: 1.5 }),
  ].join("");
}

/** The two ends of a ribbon below the middle. */
function drawRibbonEnds({ band, deep }: Palette): string {
  const end = (sign: 1 | -1, fill: string) => {
    const at = (x: number, y: number) => `${300 + sign * x} ${y}`;
    return `<path d="M${at(10, 330)}L${at(150, 330)}L${at(196, 580)}L${at(122, 552)}L${at(70, 596)}Z" fill="${fill}"/>`;
  };
  return end(-1, deep) + end(1, band);
}

async function drawRibbonSeal(palette: Palette, name: string, face: Face): Promise<string> {
  const seal = await drawRosette(palette, name, face);
  const left = (CANVAS * (1 - RIBBON_SCALE)) / 2;
  const placed = `<g transform="translate(${left} 0) scale(${RIBBON_SCALE})">${seal}</g>`;
  return drawRibbonEnds(palette) + placed;
}

/** The art of the badge in a ring with the name. */
const drawBadgeSeal = async ({ band, deep, plate, quiet }: Palette, name: string, face: Face) =>
  [
    disc(290, deep),
    disc(284, band),
    disc(276, plate),
    ring(196, quiet, 3),
    await drawName(name, face, 214, deep),
    disc(194, "#ffffff"),
  ].join("");

function drawStyle({ style, color, name, typeface }: SealInput): Promise<string> {
  const face = loadTypeface(typeface, [name, name.toUpperCase()]);
  const solid = buildPalette(color, "solid");
  const paper = buildPalette(color, "paper");
  switch (style) {
    case "rosette":
      return drawRosette(solid, name, face);
    case "stamp":
      return drawStamp(paper, name, face);
    case "ribbon":
      return drawRibbonSeal(solid, name, face);
    case "badge":
      return drawBadgeSeal(paper, name, face);
  }
}

/**
 * Draws a seal of an organization in its colour, with its name around the rim. A name without any drawable character
 * is left out.
 *
 * @returns a PNG, 600 x 600 px, transparent around the seal.
 */
export async function renderSeal(input: SealInput): Promise<Buffer> {
  const content = await drawStyle(input);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${CANVAS}" height="${CANVAS}" viewBox="0 0 ${CANVAS} ${CANVAS}">${content}</svg>`;
  const seal = sharp(Buffer.from(svg));
  if (input.style !== "badge") return seal.png().toBuffer();
  const art = await sharp(input.art).resize(BADGE_SIZE, BADGE_SIZE, { fit: "inside" }).png().toBuffer();
  return seal
    .composite([{ input: art }])
    .png()
    .toBuffer();
}
