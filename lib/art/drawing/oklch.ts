/** sRGB as #rrggbb. */
export type Hex = string;

/** A colour in OKLCH: lightness 0..1, chroma 0..0.37, hue in radians. Equal steps look equal, unlike in HSL. */
export interface Oklch {
  l: number;
  c: number;
  h: number;
}

/** The WCAG contrast ratio of two colours, 1..21. */
export function contrast(one: Hex, other: Hex): number {
  const a = luminance(one);
  const b = luminance(other);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Moves the lightness by `step` until the colour stands out enough from `against`. */
export function withContrast(color: Oklch, against: Hex, ratio: number, step: number): Oklch {
  let moved = color;
  while (contrast(fromOklch(moved), against) < ratio && moved.l > 0.02 && moved.l < 0.99) {
    moved = { ...moved, l: moved.l + step };
  }
  return moved;
}

/** The hue of a colour at another lightness, its chroma no more than that. */
export function tone(base: Oklch, lightness: number, maxChroma: number): Hex {
  return fromOklch({ l: clamp(lightness, 0.12, 0.99), c: Math.min(base.c, maxChroma), h: base.h });
}

/** The value, or the limit that it is beyond. */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

type Triple = [number, number, number];

function channels(hex: Hex): Triple {
  const value = Number.parseInt(hex.slice(1), 16);
  return [linear(value >> 16), linear((value >> 8) & 255), linear(value & 255)];
}

function linear(byte: number): number {
  const v = byte / 255;
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
}

function luminance(hex: Hex): number {
  const [r, g, b] = channels(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** What an sRGB colour is in OKLCH. */
// The matrices are Björn Ottosson's, https://bottosson.github.io/posts/oklab/
export function toOklch(hex: Hex): Oklch {
  const [r, g, b] = channels(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: Math.atan2(bb, a),
  };
}

function toLinear({ l, c, h }: Oklch): Triple {
  const a = c * Math.cos(h);
  const b = c * Math.sin(h);
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ];
}

/** Outside sRGB the chroma gives way, never the lightness: contrast was computed from it. */
export function fromOklch(color: Oklch): Hex {
  let c = color.c;
  let rgb = toLinear({ ...color, c });
  while (c > 0 && rgb.some((v) => v < -0.0005 || v > 1.0005)) {
    c = c < 0.004 ? 0 : c - 0.004;
    rgb = toLinear({ ...color, c });
  }
  return `#${rgb.map(byteHex).join("")}`;
}

function byteHex(value: number): string {
  const v = clamp(value, 0, 1);
  const encoded = v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, "0");
}
