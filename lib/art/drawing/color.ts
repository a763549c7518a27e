import { LIGHT } from "@/lib/kernel/palette";
import type { Finish } from "./design";
import { clamp, contrast, fromOklch, toOklch, tone, withContrast } from "./oklch";
import type { Hex, Oklch } from "./oklch";

/** The flat tones of one piece of art, derived from one colour or two. */
export interface Palette {
  /** The outermost line and, on a light plate, the text. */
  deep: Hex;
  /** The raised lines between two areas. */
  metal: Hex;
  /** The ring with the pattern, and the pattern's lines on it. */
  band: Hex;
  bandLine: Hex;
  /** The area under the text, the text on it, quieter marks on it, and the sign. */
  plate: Hex;
  ink: Hex;
  quiet: Hex;
  sign: Hex;
  /** The ribbon, the text on it, and its shaded side. */
  ribbon: Hex;
  ribbonInk: Hex;
  ribbonShade: Hex;
}

const isHex = (color: string): boolean => /^#[0-9a-f]{6}$/i.test(color);

/** Minimum contrasts of WCAG 2.2, for text and for meaningful graphics. */
const TEXT_CONTRAST = 4.5;
const SIGN_CONTRAST = 3;

/**
 * Builds the palette for a brand colour (#rrggbb, anything else gives the product's accent). `solid` puts the text on the
 * colour itself, `paper` on a pale tint surrounded by the colour, `dark` on a dark shade. The accent colour, if there
 * is one, is used for ring, sign and ribbon. `ink` on `plate` and `ribbonInk` on `ribbon` have a contrast of at least
 * 4.5:1.
 */
export function buildPalette(color: string, finish: Finish, accent: string | null = null): Palette {
  const base = toOklch(isHex(color) ? color : LIGHT.accent);
  const second = accent !== null && isHex(accent) ? toOklch(accent) : null;
  const surface = SURFACES[finish](base);
  return {
    ...surface,
    ...(second ? buildRingColors(second) : {}),
    sign: second ? toVisibleColor(second, surface.plate) : surface.quiet,
    ...buildRibbonColors(ribbonBaseColor(base, second, finish)),
  };
}

type Surface = Omit<Palette, "sign" | "ribbon" | "ribbonInk" | "ribbonShade">;

/** A ribbon of the same colour would not be visible on a solid plate, so it is pale there. */
const ribbonBaseColor = (base: Oklch, second: Oklch | null, finish: Finish): Oklch =>
  second ??
  (finish === "solid"
    ? { ...base, l: base.l < DARK_TEXT_LIGHTNESS ? 0.955 : 0.28, c: Math.min(base.c, 0.05) }
    : base);

const SURFACES: Record<Finish, (base: Oklch) => Surface> = {
  solid: (base) =>
    base.l < DARK_TEXT_LIGHTNESS ? buildSolidDarkSurface(base) : buildSolidLightSurface(base),
  paper: buildPaperSurface,
  dark: buildDarkSurface,
};

/** Colours of at least this OKLCH lightness get dark text. */
const DARK_TEXT_LIGHTNESS = 0.66;

function buildBandColors(base: Oklch): Pick<Palette, "band" | "bandLine"> {
  const band = { ...base, l: clamp(base.l, 0.27, 0.86) };
  const bandLine =
    band.l > DARK_TEXT_LIGHTNESS ? tone(base, band.l - 0.3, 0.12) : tone(base, band.l + 0.34, 0.08);
  return { band: fromOklch(band), bandLine };
}

const buildRingColors = (second: Oklch) => ({ ...buildBandColors(second), metal: tone(second, 0.94, 0.045) });

/** Makes a colour lighter or darker until a sign in it stands out from the plate. */
function toVisibleColor(color: Oklch, plate: Hex): Hex {
  const step = toOklch(plate).l < 0.6 ? 0.01 : -0.01;
  return fromOklch(withContrast({ ...color, l: clamp(color.l, 0.05, 0.95) }, plate, SIGN_CONTRAST, step));
}

function buildPaperSurface(base: Oklch): Surface {
  const deep = tone(base, 0.26, 0.08);
  const plate = tone(base, 0.972, 0.012);
  return {
    deep,
    metal: tone(base, 0.93, 0.03),
    ...buildBandColors(base),
    plate,
    ink: deep,
    quiet: fromOklch(withContrast({ ...base, l: Math.min(base.l, 0.55) }, plate, 4.6, -0.01)),
  };
}

function buildDarkSurface(base: Oklch): Surface {
  const plate = tone(base, 0.235, 0.05);
  return {
    deep: tone(base, 0.17, 0.05),
    metal: tone(base, 0.9, 0.045),
    ...buildBandColors({ ...base, l: clamp(base.l, 0.42, 0.82) }),
    plate,
    ink: tone(base, 0.98, 0.012),
    quiet: fromOklch(withContrast({ ...base, l: 0.8, c: Math.min(base.c, 0.11) }, plate, 4.6, 0.01)),
  };
}

/** Returns the colour behind text, adjusted as much as the contrast needs, and the colour of the text. */
function toReadableColors(base: Oklch): { fill: Oklch; ink: Hex } {
  const ink = textColorFor(base);
  return base.l < DARK_TEXT_LIGHTNESS
    ? { fill: withContrast({ ...base, l: Math.max(base.l, 0.25) }, ink, TEXT_CONTRAST, -0.005), ink }
    : { fill: withContrast({ ...base, l: Math.min(base.l, 0.955) }, ink, 5.5, 0.01), ink };
}

const textColorFor = (base: Oklch): Hex =>
  base.l < DARK_TEXT_LIGHTNESS ? tone(base, 0.98, 0.012) : tone(base, 0.25, 0.06);

function buildRibbonColors(base: Oklch): Pick<Palette, "ribbon" | "ribbonInk" | "ribbonShade"> {
  const { fill, ink } = toReadableColors(base);
  return { ribbon: fromOklch(fill), ribbonInk: ink, ribbonShade: tone(fill, fill.l - 0.2, 0.14) };
}

/**
 * Returns the contrast that text would have on a colour, and the colour that is drawn instead. They differ in
 * lightness where the contrast is below 4.5:1.
 */
export function resolveTextBackground(color: Hex): { contrast: number; drawn: Hex } {
  const given = isHex(color) ? color : LIGHT.accent;
  const { fill, ink } = toReadableColors(toOklch(given));
  return { contrast: contrast(ink, given), drawn: fromOklch(fill) };
}

function buildSolidDarkSurface(base: Oklch): Surface {
  const { fill: plate, ink } = toReadableColors(base);
  return {
    deep: tone(plate, plate.l - 0.15, 0.1),
    metal: tone(base, 0.9, 0.045),
    band: tone(plate, plate.l - 0.075, 0.16),
    bandLine: tone(plate, plate.l + 0.24, 0.11),
    plate: fromOklch(plate),
    ink,
    quiet: fromOklch(
      withContrast({ ...plate, l: 0.86, c: Math.min(plate.c, 0.06) }, fromOklch(plate), 4.6, 0.01),
    ),
  };
}

function buildSolidLightSurface(base: Oklch): Surface {
  const { fill, ink } = toReadableColors(base);
  const plate = { ...fill, l: Math.min(fill.l, 0.93) };
  return {
    deep: tone(base, 0.3, 0.07),
    metal: tone(base, 0.97, 0.02),
    band: tone(plate, plate.l - 0.06, 0.17),
    bandLine: tone(plate, plate.l - 0.26, 0.13),
    plate: fromOklch(plate),
    ink,
    quiet: fromOklch(
      withContrast({ ...plate, l: 0.42, c: Math.min(plate.c, 0.09) }, fromOklch(plate), 4.6, -0.01),
    ),
  };
}
