import sharp from "sharp";
import { paletteFrom } from "./color";
import type { Palette } from "./color";
import { drawable, faceFor } from "./fonts";
import { engrave } from "./guilloche";
import { CANVAS, MIDDLE, SHAPES, outline, pathThrough } from "./outline";
import type { Shape } from "./outline";
import { drawPlate } from "./plate";
import { choicesFrom } from "./seeded";
import type { Choices } from "./seeded";

/** Px from the edge of the shape to the inner edge of the patterned ring, and on to the hairline. */
const RING = { outer: 11, inner: 60 };
const HAIRLINE = 72;

/**
 * Draws a badge: a shape with an engraved ring around a plate that carries the name and the issuer. Shape, pattern
 * and finish follow from `seed` alone, all tones from `color` (#rrggbb; anything else gives a fixed blue). Text
 * that does not fit is cut with an ellipsis; characters that no font of ours has (Arabic, emoji) are left out,
 * and a name without any other gets a large emblem in its place.
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
  const face = faceFor(input.name, input.issuerName);
  const plate = await drawPlate(shape, palette, choices, {
    name: drawable(input.name, face),
    issuer: drawable(input.issuerName, face).toUpperCase(),
    face,
  });
  return rasterise(surface + plate);
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

async function rasterise(content: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${CANVAS}" height="${CANVAS}" viewBox="0 0 ${CANVAS} ${CANVAS}">${content}</svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();
}
