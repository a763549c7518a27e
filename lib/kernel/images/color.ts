/** sRGB as #rrggbb. */
export type Hex = string;

/** A colour in OKLCH: lightness 0..1, chroma 0..0.37, hue in radians. Equal steps look equal, unlike in HSL. */
interface Oklch {
  l: number;
  c: number;
  h: number;
}

/** The flat tones of one piece of art, all derived from one colour. */
export interface Palette {
  /** The outermost line and, on a light plate, the text. */
  deep: Hex;
  /** The raised lines between two areas. */
  metal: Hex;
  /** The ring that carries the pattern, and the pattern's lines on it. */
  band: Hex;
  bandLine: Hex;
  /** The area under the text, the text on it, and quieter marks on it. */
  plate: Hex;
  ink: Hex;
  quiet: Hex;
}

const FALLBACK: Hex = "#2f4f8f";

/**
 * The palette for a brand colour (#rrggbb; anything else gives a fixed blue). `solid` puts the text on the colour
 * itself, `paper` on a pale tint with the colour around it. `ink` on `plate` has a contrast of at least 4.5:1.
 */
export function paletteFrom(color: string, finish: "solid" | "paper"): Palette {
  const base = toOklch(/^#[0-9a-f]{6}$/i.test(color) ? color : FALLBACK);
  return finish === "paper" ? paperPalette(base) : solidPalette(base);
}

function paperPalette(base: Oklch): Palette {
  const band = { ...base, l: clamp(base.l, 0.27, 0.86) };
  const lightBand = band.l > 0.66;
  const deep = tone(base, 0.26, 0.08);
  const plate = tone(base, 0.972, 0.012);
  return {
    deep,
    metal: tone(base, 0.93, 0.03),
    band: fromOklch(band),
    bandLine: lightBand ? tone(base, band.l - 0.3, 0.12) : tone(base, band.l + 0.34, 0.08),
    plate,
    ink: deep,
    quiet: fromOklch(withContrast({ ...base, l: Math.min(base.l, 0.55) }, plate, 4.6, -0.01)),
  };
}

function solidPalette(base: Oklch): Palette {
  return base.l < 0.66 ? darkPlate(base) : lightPlate(base);
}

function darkPlate(base: Oklch): Palette {
  const ink = tone(base, 0.98, 0.012);
  const plate = withContrast({ ...base, l: Math.max(base.l, 0.25) }, ink, 4.5, -0.005);
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

function lightPlate(base: Oklch): Palette {
  const ink = tone(base, 0.25, 0.06);
  const plate = withContrast({ ...base, l: Math.min(base.l, 0.93) }, ink, 5.5, 0.01);
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

/** The WCAG contrast ratio of two colours, 1..21. */
export function contrast(one: Hex, other: Hex): number {
  const a = luminance(one);
  const b = luminance(other);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Moves the lightness by `step` until the colour stands out enough from `against`. */
function withContrast(color: Oklch, against: Hex, ratio: number, step: number): Oklch {
  let moved = color;
  while (contrast(fromOklch(moved), against) < ratio && moved.l > 0.02 && moved.l < 0.99) {
    moved = { ...moved, l: moved.l + step };
  }
  return moved;
}

function tone(base: Oklch, lightness: number, maxChroma: number): Hex {
  return fromOklch({ l: clamp(lightness, 0.12, 0.99), c: Math.min(base.c, maxChroma), h: base.h });
}

function clamp(value: number, low: number, high: number): number {
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

// The matrices are Björn Ottosson's, https://bottosson.github.io/posts/oklab/
function toOklch(hex: Hex): Oklch {
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
function fromOklch(color: Oklch): Hex {
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
