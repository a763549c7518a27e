import { readFileSync } from "node:fs";
import path from "node:path";
import { ICONS } from "./design";
import type { Icon } from "./design";
import type { Point } from "./outline";

/** Lucide draws on a grid of 24 x 24. */
const GRID = 24;
const LINE_PATTERN = /"(path|circle|ellipse|line|polyline|polygon|rect)",\s*\{([^}]*)\}/g;
const ATTRIBUTE_PATTERN = /(\w+):\s*"([^"<>&]*)"/g;

/** One element of an icon's SVG. */
type IconLine = [tag: string, attributes: Record<string, string>];

const cachedLines = new Map<Icon, IconLine[]>();

/**
 * Reads an icon by path instead of import, like the fonts: the module of an icon exports only a component, not its
 * lines.
 */
function readIconLines(icon: Icon): IconLine[] {
  const found = cachedLines.get(icon);
  if (found !== undefined) return found;
  const file = path.join(process.cwd(), `node_modules/lucide-react/dist/esm/icons/${icon}.mjs`);
  const lines = Array.from(
    readFileSync(file, "utf8").matchAll(LINE_PATTERN),
    ([, tag = "", body = ""]): IconLine => {
      const attributes = Array.from(body.matchAll(ATTRIBUTE_PATTERN), ([, name = "", value = ""]) => [
        name,
        value,
      ]);
      return [
        tag,
        Object.fromEntries(attributes.filter(([name]) => name !== "key")) as Record<string, string>,
      ];
    },
  );
  if (lines.length === 0) throw new Error(`The icon ${icon} has no lines`);
  cachedLines.set(icon, lines);
  return lines;
}

/** Lists all icons that a design can have, drawn on a grid of 24 x 24. */
export const listIconLines = (): { name: Icon; lines: IconLine[] }[] =>
  ICONS.map((name) => ({ name, lines: readIconLines(name) }));

const renderElement = ([tag, attributes]: IconLine): string => {
  const pairs = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
  return `<${tag} ${pairs.join(" ")}/>`;
};

/**
 * Draws an icon in one colour, `size` px high, centred at `at`, with lines `weight` units of the grid wide. Returns
 * SVG.
 */
export function renderIcon(
  icon: Icon,
  at: Point,
  size: number,
  { color, weight }: { color: string; weight: number },
): string {
  const scale = size / GRID;
  const [x, y] = [at.x - size / 2, at.y - size / 2];
  // The attribute `color` is for the dots that some icons fill with the current colour.
  return (
    `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})" color="${color}" fill="none" ` +
    `stroke="${color}" stroke-width="${weight}" stroke-linecap="round" stroke-linejoin="round">` +
    `${readIconLines(icon).map(renderElement).join("")}</g>`
  );
}
