import { sharp } from "./raster";
import { buildPalette } from "./color";
import type { Palette } from "./color";
import type { Design, Pattern, Shape } from "./design";
import { drawEmblem } from "./emblem";
import { toDrawableText, loadFace } from "./fonts";
import { engrave } from "./guilloche";
import { renderIcon } from "./icons";
import { CANVAS, VISUAL_CENTER, outline, toSvgPath } from "./outline";
import { drawPlate } from "./plate";
import type { Sign } from "./plate";
import { drawRibbon } from "./ribbon";
import { createChoices } from "./seeded";
import type { Choices } from "./seeded";

/** Pixels from the edge of the shape to the outer and inner edge of the patterned ring, and to the hairline. */
const RING_INSETS = { outer: 11, inner: 60 };
const HAIRLINE_INSET = 72;

/** The texts of a badge as people entered them. An empty text is not drawn. */
interface Texts {
  name: string;
  issuer: string;
  ribbon: string;
}

/** A text that is not fully drawn: its end is cut, or it has characters that none of our fonts has. */
export interface TextLoss {
  text: keyof Texts;
  kind: "cut" | "not_drawn";
}

// The choices from before badges could be designed, in their old order: a badge keeps its art when it is renamed.
const GENERATED_SHAPES = ["circle", "hexagon", "shield", "square", "rosette"] as const;
const GENERATED_PATTERNS = ["braid", "barleycorn", "rays", "ripples", "scales"] as const;

/**
 * Draws a badge without a design: shape, pattern, finish and emblem depend only on `seed`, all tones on `color`
 * (#rrggbb, anything else gives a fixed blue). A name without any drawable character gets a large emblem in its
 * place.
 *
 * @returns a PNG, 600 x 600 px, transparent around the shape. Equal input gives equal bytes.
 */
export async function renderBadgeArt(input: {
  name: string;
  issuerName: string;
  color: string;
  seed: string;
}): Promise<Buffer> {
  const choices = createChoices(input.seed);
  const shape = choices.pick(GENERATED_SHAPES);
  const palette = buildPalette(input.color, choices.pick(["solid", "solid", "paper"]));
  const pattern = choices.pick(GENERATED_PATTERNS);
  const surface = drawSurface(shape, pattern, palette, choices);
  const texts = { name: input.name, issuer: input.issuerName, ribbon: "" };
  const { svg } = await drawTexts(shape, palette, buildEmblemSign(choices, palette), texts);
  return rasterise(surface + svg);
}

/**
 * Draws a badge from its design, with the names of the template and the issuer if the design shows them. Text that
 * does not fit is cut with an ellipsis. Characters that none of our fonts has (Arabic, Hebrew, emoji) are left out,
 * and a ribbon with no other characters is not drawn. A design that would be empty gets a star.
 *
 * @returns a PNG, 600 x 600 px, transparent around the shape, and the texts that are not fully drawn. Equal input
 * gives equal bytes.
 */
export async function renderDesign(
  design: Design,
  { name, issuerName }: { name: string; issuerName: string },
): Promise<{ png: Buffer; losses: TextLoss[] }> {
  const { shape, pattern, icon } = design;
  const palette = buildPalette(design.color, design.finish, design.accent);
  const texts = {
    name: design.show_name ? name : "",
    issuer: design.show_issuer ? issuerName : "",
    ribbon: design.ribbon,
  };
  const surface = drawSurface(shape, pattern, palette, createChoices(pattern));
  const { svg, losses } = await drawTexts(shape, palette, icon ? buildIconSign(icon, palette) : null, texts);
  return { png: await rasterise(surface + svg), losses };
}

const buildEmblemSign = (choices: Choices, palette: Palette): Sign => ({
  draw: (at, size, isAlone) => drawEmblem(choices, at, size, isAlone ? palette.ink : palette.quiet),
  largest: 30,
  smallest: 30,
  alone: 150,
  gap: 28,
});

const buildIconSign = (icon: NonNullable<Design["icon"]>, palette: Palette): Sign => ({
  draw: (at, size, isAlone) =>
    renderIcon(icon, at, size, { color: palette.sign, weight: isAlone ? 1.2 : 1.5 }),
  largest: 116,
  smallest: 68,
  alone: 196,
  gap: 20,
});

/**
 * Draws from the edge inwards, each area painted over the last: rim, raised line, engraved ring, raised line, plate.
 */
function drawSurface(shape: Shape, pattern: Pattern, palette: Palette, choices: Choices): string {
  const area = (inset: number, fill: string): string =>
    `<path d="${toSvgPath(outline(shape, inset))}" fill="${fill}"/>`;
  const ring = {
    outer: outline(shape, RING_INSETS.outer),
    inner: outline(shape, RING_INSETS.inner),
    middle: VISUAL_CENTER[shape],
  };
  const engraving = engrave(pattern, ring, choices)
    .map(({ path, strokeWidth }) => `<path d="${path}" stroke-width="${strokeWidth}"/>`)
    .join("");
  return [
    area(0, palette.deep),
    area(5, palette.metal),
    area(8.5, palette.band),
    `<g fill="none" stroke="${palette.bandLine}" stroke-linecap="round" stroke-linejoin="round">${engraving}</g>`,
    area(RING_INSETS.inner, palette.deep),
    area(RING_INSETS.inner + 1.5, palette.metal),
    area(RING_INSETS.inner + 5, palette.plate),
    `<path d="${toSvgPath(outline(shape, HAIRLINE_INSET))}" fill="none" stroke="${palette.quiet}" stroke-opacity=".55" stroke-width="1.25"/>`,
  ].join("");
}

const normalizeText = (text: string): string => text.normalize("NFC").replace(/\s+/gu, " ").trim();

/** Whether all of a text is drawn. Characters drawn in another form (full-width letters) count as drawn. */
const isFullyDrawn = (drawn: string, text: string): boolean =>
  drawn.normalize("NFKC") === normalizeText(text).normalize("NFKC");

async function drawTexts(
  shape: Shape,
  palette: Palette,
  sign: Sign | null,
  texts: Texts,
): Promise<{ svg: string; losses: TextLoss[] }> {
  const face = loadFace(texts.name, texts.issuer, texts.ribbon);
  const shown: Texts = {
    name: toDrawableText(texts.name, face),
    issuer: toDrawableText(texts.issuer, face),
    ribbon: toDrawableText(texts.ribbon, face),
  };
  const isEmpty = sign === null && shown.name === "" && shown.issuer === "";
  const hasRibbon = shown.ribbon !== "";
  const plate = await drawPlate(shape, palette, {
    sign: isEmpty ? buildIconSign("star", palette) : sign,
    name: shown.name,
    issuer: shown.issuer.toUpperCase(),
    face,
    hasRibbon,
  });
  const ribbon = hasRibbon ? await drawRibbon(shape, palette, shown.ribbon, face) : { svg: "", isCut: false };
  const isCut: Record<keyof Texts, boolean> = {
    name: plate.isNameCut,
    issuer: plate.isIssuerCut,
    ribbon: ribbon.isCut,
  };
  const losses = (["name", "issuer", "ribbon"] as const).flatMap((text): TextLoss[] => {
    if (!isFullyDrawn(shown[text], texts[text])) return [{ text, kind: "not_drawn" }];
    return isCut[text] ? [{ text, kind: "cut" }] : [];
  });
  return { svg: plate.svg + ribbon.svg, losses };
}

async function rasterise(content: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${CANVAS}" height="${CANVAS}" viewBox="0 0 ${CANVAS} ${CANVAS}">${content}</svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();
}
