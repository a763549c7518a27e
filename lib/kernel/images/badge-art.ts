import sharp from "sharp";
import { paletteFrom } from "./color";
import type { Palette } from "./color";
import { emblem } from "./emblem";
import { CAP_HEIGHT, drawable } from "./fonts";
import { engrave } from "./guilloche";
import { CANVAS, MIDDLE, SHAPES, outline, pathThrough } from "./outline";
import type { Point, Shape } from "./outline";
import { drawPlate } from "./plate";
import { choicesFrom } from "./seeded";
import type { Choices } from "./seeded";
import { textPaths } from "./text-paths";
import type { TextLine } from "./text-paths";

/** Px from the edge of the shape to the inner edge of the patterned ring, and on to the hairline. */
const RING = { outer: 11, inner: 60 };
const HAIRLINE = 72;
const MONOGRAM = 256;

/**
 * Draws a badge: a shape with an engraved ring around a plate that carries the name and the issuer. Shape, pattern
 * and finish follow from `seed` alone, all tones from `color` (#rrggbb; anything else gives a fixed blue). Text
 * that does not fit is cut with an ellipsis; characters that Inter lacks (CJK, emoji) are left out, and a name
 * without any other gets a large emblem in its place.
 *
 * @returns a PNG, 600 x 600 px, transparent around the shape. Equal input gives equal bytes.
 */
export async function renderBadgeArt(input: {
  name: string;
  issuerName: string;
  color: string;
  seed: string;
}): Promise<Buffer> {
  const choices = choicesFrom(input.seed);
  const shape = choices.pick(SHAPES);
  const palette = paletteFrom(input.color, choices.pick(["solid", "solid", "paper"]));
  const surface = drawSurface(shape, palette, choices);
  const plate = await drawPlate(shape, palette, choices, {
    name: drawable(input.name),
    issuer: drawable(input.issuerName).toUpperCase(),
  });
  return rasterise(surface + plate, CANVAS);
}

/**
 * Draws the first letters of a name's first two words on a rounded tile, for an organization without a photo. A
 * name without drawable letters gets an emblem.
 *
 * @returns a PNG, 256 x 256 px, transparent at the corners. Equal input gives equal bytes.
 */
export async function renderMonogram(input: { name: string; color: string }): Promise<Buffer> {
  const palette = paletteFrom(input.color, "solid");
  const middle = { x: MONOGRAM / 2, y: MONOGRAM / 2 };
  const letters = initials(input.name);
  const size = letters.length > 1 ? 104 : 124;
  const text = await textPaths(letters === "" ? [] : [centred(letters, middle, size, palette.ink)], MONOGRAM);
  const sign = letters === "" ? emblem(choicesFrom(input.name), middle, 96, palette.ink) : text;
  const tile = `<rect width="${MONOGRAM}" height="${MONOGRAM}" rx="56" fill="${palette.plate}"/>`;
  const frame = `<rect x="12" y="12" width="232" height="232" rx="45" fill="none" stroke="${palette.quiet}" stroke-opacity=".4" stroke-width="2"/>`;
  return rasterise(tile + frame + sign, MONOGRAM);
}

function initials(name: string): string {
  const words = drawable(name)
    .split(" ")
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? "")
    .filter((letter) => letter !== "");
  return drawable(words.slice(0, 2).join("").toUpperCase()).slice(0, 2);
}

function centred(text: string, middle: Point, size: number, color: string): TextLine {
  const baseline = middle.y + (CAP_HEIGHT * size) / 2;
  return { text, x: middle.x, baseline, size, weight: 600, color, tracking: -0.02 };
}

/** From the edge inwards, each area painted over the last: rim, raised line, engraved ring, raised line, plate. */
function drawSurface(shape: Shape, palette: Palette, choices: Choices): string {
  const area = (inset: number, fill: string): string =>
    `<path d="${pathThrough(outline(shape, inset))}" fill="${fill}"/>`;
  const engraving = engrave(outline(shape, RING.outer), outline(shape, RING.inner), MIDDLE[shape], choices)
    .map(({ path, strokeWidth }) => `<path d="${path}" stroke-width="${strokeWidth}"/>`)
    .join("");
  return [
    area(0, palette.deep),
    area(5, palette.metal),
    area(8.5, palette.band),
    `<g fill="none" stroke="${palette.bandLine}" stroke-linecap="round" stroke-linejoin="round">${engraving}</g>`,
    area(RING.inner, palette.deep),
    area(RING.inner + 1.5, palette.metal),
    area(RING.inner + 5, palette.plate),
    `<path d="${pathThrough(outline(shape, HAIRLINE))}" fill="none" stroke="${palette.quiet}" stroke-opacity=".55" stroke-width="1.25"/>`,
  ].join("");
}

async function rasterise(content: string, side: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}">${content}</svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();
}
