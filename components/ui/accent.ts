/** WCAG 2.2 relative luminance and contrast, and an accent that keeps to them. */

type Rgb = [number, number, number];

const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;
const TEXT_CONTRAST = 4.6;

// The least favourable surfaces that the accent is written on: `sunken` in light, `raised` in dark (globals.css).
const LIGHT_SURFACE: Rgb = [0xf0, 0xf0, 0xec];
const DARK_SURFACE: Rgb = [0x2b, 0x2a, 0x26];

const parse = (hex: string): Rgb | null => {
  const match = HEX.exec(hex);
  if (!match) return null;
  const [red = 0, green = 0, blue = 0] = match.slice(1).map((pair) => Number.parseInt(pair, 16));
  return [red, green, blue];
};

const linear = (channel: number): number => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

const contrast = (one: Rgb, other: Rgb): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

const mix = (from: Rgb, to: number, share: number): Rgb =>
  from.map((channel) => Math.round(channel + (to - channel) * share)) as Rgb;

const toHex = (colour: Rgb): string =>
  `#${colour.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;

/** The colour, darkened or lightened in small steps until text in it can be read on the surface. */
function readable(colour: Rgb, surface: Rgb, towards: 0 | 255): string {
  for (let share = 0; share < 1; share += 0.04) {
    const candidate = mix(colour, towards, share);
    if (contrast(candidate, surface) >= TEXT_CONTRAST) return toHex(candidate);
  }
  return towards === 0 ? "#000000" : "#ffffff";
}

/** An organization's colour as the accents of the light and the dark look; null when there is none. */
export function accentPair(hex: string | null): { light: string; dark: string } | null {
  const colour = hex === null ? null : parse(hex);
  if (!colour) return null;
  return { light: readable(colour, LIGHT_SURFACE, 0), dark: readable(colour, DARK_SURFACE, 255) };
}
