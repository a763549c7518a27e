import { toSvgPath } from "./outline";
import type { Point } from "./outline";
import type { Choices } from "./seeded";

const EMBLEMS = ["star", "spark", "chevrons", "diamonds", "orbit", "peaks"] as const;

/** Draws a small sign in one colour, `size` px high, centred at `at`. `choices` decides which one. Returns SVG. */
export function drawEmblem(choices: Choices, at: Point, size: number, color: string): string {
  const half = size / 2;
  const place = (points: Point[]): Point[] =>
    points.map(({ x, y }) => ({ x: at.x + x * half, y: at.y + y * half }));
  const filled = (points: Point[]): string => `<path d="${toSvgPath(place(points))}" fill="${color}"/>`;
  switch (choices.pick(EMBLEMS)) {
    case "star":
      return filled(starPoints(5, 1.08, 0.45));
    case "spark":
      return filled(starPoints(4, 1.1, 0.3));
    case "chevrons":
      return [-0.55, 0.05, 0.65].map((y) => filled(chevronPoints(y))).join("");
    case "diamonds":
      return [-1.5, 0, 1.5].map((x) => filled(diamondPoints(x, x === 0 ? 0.8 : 0.5))).join("");
    case "orbit":
      return drawOrbit(at, half, color);
    case "peaks":
      return filled(peaksPoints());
  }
}

function starPoints(points: number, outer: number, inner: number): Point[] {
  return Array.from({ length: points * 2 }, (_, index) => {
    const angle = (index * Math.PI) / points;
    const radius = index % 2 === 0 ? outer : inner;
    return { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) };
  });
}

function chevronPoints(y: number): Point[] {
  const rise = 0.42;
  const thickness = 0.36;
  return [
    { x: -1, y: y + rise },
    { x: 0, y: y - rise },
    { x: 1, y: y + rise },
    { x: 1, y: y + rise + thickness - 0.05 },
    { x: 0, y: y - rise + thickness },
    { x: -1, y: y + rise + thickness - 0.05 },
  ];
}

function diamondPoints(x: number, radius: number): Point[] {
  return [
    { x, y: -radius },
    { x: x + radius, y: 0 },
    { x, y: radius },
    { x: x - radius, y: 0 },
  ];
}

function peaksPoints(): Point[] {
  return [
    { x: -1.4, y: 0.8 },
    { x: -0.35, y: -0.85 },
    { x: 0.25, y: 0.1 },
    { x: 0.6, y: -0.4 },
    { x: 1.4, y: 0.8 },
  ];
}

function drawOrbit(at: Point, half: number, color: string): string {
  const stroke = half * 0.2;
  return (
    `<circle cx="${at.x}" cy="${at.y}" r="${half - stroke / 2}" fill="none" stroke="${color}" stroke-width="${stroke}"/>` +
    `<circle cx="${at.x}" cy="${at.y}" r="${half * 0.4}" fill="${color}"/>`
  );
}
