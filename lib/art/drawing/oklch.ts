import {
  converter,
  formatHex,
  modeLrgb,
  modeOklch,
  modeRgb,
  useMode,
  wcagContrast,
  type Oklch,
} from "culori/fn";

/** sRGB as #rrggbb. */
export type Hex = string;

/** A colour in OKLCH: lightness 0..1, chroma 0..0.37, hue in degrees. Equal steps look equal, unlike in HSL. */
export type { Oklch };

// culori/fn supports only the colour spaces that are registered.
[modeRgb, modeLrgb, modeOklch].forEach((mode) => useMode(mode));
const linear = converter("lrgb");
const oklch = converter("oklch");

/** Returns the WCAG contrast ratio of two colours, 1..21. */
export const contrast = (one: Hex, other: Hex): number => wcagContrast(one, other);

/** Changes the lightness by `step` until the colour has the contrast `ratio` with `against`. */
export function withContrast(color: Oklch, against: Hex, ratio: number, step: number): Oklch {
  let moved = color;
  while (contrast(fromOklch(moved), against) < ratio && moved.l > 0.02 && moved.l < 0.99) {
    moved = { ...moved, l: moved.l + step };
  }
  return moved;
}

/** Returns a colour with the hue of `base` at another lightness, with at most `maxChroma`. */
export function tone(base: Oklch, lightness: number, maxChroma: number): Hex {
  return fromOklch({ ...base, l: clamp(lightness, 0.12, 0.99), c: Math.min(base.c, maxChroma) });
}

/** Returns the value, or the limit that it exceeds. */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** Converts an sRGB colour to OKLCH. */
export function toOklch(hex: Hex): Oklch {
  const color = oklch(hex);
  if (!color) throw new TypeError(`${hex} is not a color.`);
  return color;
}

const isDrawable = (color: Oklch): boolean => {
  const { r, g, b } = linear(color);
  return [r, g, b].every((channel) => channel >= -0.0005 && channel <= 1.0005);
};

/**
 * Converts an OKLCH colour to sRGB. Outside sRGB the chroma is reduced, never the lightness: the contrast was
 * computed from it. Does not use culori's `clampChroma`, which allows no rounding: it turns dark colours grey that
 * can be drawn as they are.
 */
export function fromOklch(color: Oklch): Hex {
  let fitting = color;
  while (fitting.c > 0 && !isDrawable(fitting)) {
    fitting = { ...fitting, c: fitting.c < 0.004 ? 0 : fitting.c - 0.004 };
  }
  return formatHex(fitting);
}
