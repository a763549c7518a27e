/** WCAG 2.2 relative luminance and contrast, and accent colours with enough contrast. */

type Rgb = [number, number, number];

const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;
const TEXT_CONTRAST = 4.6;

// The surfaces with the least contrast that accent text appears on: `sunken` in light, `raised` in dark (globals.css).
const LIGHT_SURFACE: Rgb = [0xf0, 0xf0, 0xec];
const DARK_SURFACE: Rgb = [0x2b, 0x2a, 0x26];

const parseHex = (hex: string): Rgb | null => {
  const match = HEX.exec(hex);
  if (!match) return null;
  const [red = 0, green = 0, blue = 0] = match.slice(1).map((pair) => Number.parseInt(pair, 16));
  return [red, green, blue];
};

const toLinear = (channel: number): number => {
  const fraction = channel / 255;
  return fraction <= 0.04045 ? fraction / 12.92 : ((fraction + 0.055) / 1.055) ** 2.4;
};

const relativeLuminance = ([red, green, blue]: Rgb): number =>
  0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);

const contrastRatio = (one: Rgb, other: Rgb): number => {
  const [low = 0, high = 0] = [relativeLuminance(one), relativeLuminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

/** Converts to HSL, each component from 0 to 1. */
function toHsl([r, g, b]: Rgb): [number, number, number] {
  const [red, green, blue] = [r / 255, g / 255, b / 255];
  const [low, high] = [Math.min(red, green, blue), Math.max(red, green, blue)];
  const [lightness, range] = [(low + high) / 2, high - low];
  if (range === 0) return [0, 0, lightness];
  const sixth =
    high === red
      ? (green - blue) / range
      : high === green
        ? 2 + (blue - red) / range
        : 4 + (red - green) / range;
  return [(sixth / 6 + 1) % 1, range / (1 - Math.abs(2 * lightness - 1)), lightness];
}

const fromHsl = (hue: number, saturation: number, lightness: number): Rgb => {
  const amplitude = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): number => {
    const position = (offset + hue * 12) % 12;
    return Math.round(255 * (lightness - amplitude * Math.max(-1, Math.min(position - 3, 9 - position, 1))));
  };
  return [channel(0), channel(8), channel(4)];
};

const toHex = (colour: Rgb): string =>
  `#${colour.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;

/** Darkens or lightens the colour in small steps, without changing its hue, until the contrast suffices. */
function toReadableHex(colour: Rgb, surface: Rgb, step: 0.01 | -0.01): string {
  if (contrastRatio(colour, surface) >= TEXT_CONTRAST) return toHex(colour);
  const [hue, saturation, start] = toHsl(colour);
  for (let lightness = start; lightness > 0 && lightness < 1; lightness += step) {
    const candidate = fromHsl(hue, saturation, lightness);
    if (contrastRatio(candidate, surface) >= TEXT_CONTRAST) return toHex(candidate);
  }
  return step < 0 ? "#000000" : "#ffffff";
}

/** Builds the accents of the light and the dark theme from an organization's colour; null without a valid colour. */
export function buildAccentPair(hex: string | null): { light: string; dark: string } | null {
  const colour = hex === null ? null : parseHex(hex);
  if (!colour) return null;
  return {
    light: toReadableHex(colour, LIGHT_SURFACE, -0.01),
    dark: toReadableHex(colour, DARK_SURFACE, 0.01),
  };
}

/** Suggests matching colours (#rrggbb): the colour itself, a darker and a lighter one, neighbours, the complement. */
export function suggestColours(hex: string): string[] {
  const colour = parseHex(hex);
  if (!colour) return [];
  const [hue, saturation, lightness] = toHsl(colour);
  const variants = [
    [hue, saturation, Math.max(lightness - 0.14, 0.12)],
    [hue, saturation * 0.8, Math.min(lightness + 0.22, 0.85)],
    [(hue + 0.08) % 1, saturation, lightness],
    [(hue + 0.92) % 1, saturation, lightness],
    [(hue + 0.5) % 1, Math.max(saturation, 0.35), lightness],
  ] as const;
  return [...new Set([toHex(colour), ...variants.map((one) => toHex(fromHsl(...one)))])];
}
