import { readFileSync } from "node:fs";
import path from "node:path";
import type { Icon } from "./design";
import type { Point } from "./outline";

/** Lucide draws on a square of 24. */
const GRID = 24;
const SHAPE = /"(path|circle|ellipse|line|polyline|polygon|rect)",\s*\{([^}]*)\}/g;
const ATTRIBUTE = /(\w+):\s*"([^"<>&]*)"/g;

const known = new Map<Icon, string>();

/** By path and not by import, as the fonts: the module of an icon hands out a component alone, not its lines. */
function linesOf(icon: Icon): string {
  const found = known.get(icon);
  if (found !== undefined) return found;
  const file = path.join(process.cwd(), `node_modules/lucide-react/dist/esm/icons/${icon}.mjs`);
  const shapes = Array.from(readFileSync(file, "utf8").matchAll(SHAPE), ([, tag, body = ""]) => {
    const attributes = Array.from(body.matchAll(ATTRIBUTE), ([, name, value]) => [name, value] as const);
    const drawn = attributes.filter(([name]) => name !== "key").map(([name, value]) => `${name}="${value}"`);
    return `<${tag} ${drawn.join(" ")}/>`;
  });
  if (shapes.length === 0) throw new Error(`The icon ${icon} has no lines`);
  known.set(icon, shapes.join(""));
  return shapes.join("");
}

/** An icon of one colour, `size` px high, about `at`, its lines `weight` units of a grid of 24 wide. Returns SVG. */
export function iconPaths(
  icon: Icon,
  at: Point,
  size: number,
  { color, weight }: { color: string; weight: number },
): string {
  const scale = size / GRID;
  const [x, y] = [at.x - size / 2, at.y - size / 2];
  return (
    `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})" fill="none" stroke="${color}" ` +
    `stroke-width="${weight}" stroke-linecap="round" stroke-linejoin="round">${linesOf(icon)}</g>`
  );
}
