import type { Shape } from "./design";

export interface Point {
  x: number;
  y: number;
}

interface Corner extends Point {
  /** Radius in px. 0: a sharp corner. */
  radius: number;
}

/** Side of the canvas in px. All outlines are inside it. */
export const CANVAS = 600;

/** The visual centre of each shape. In a shield it is above the centre of the canvas. */
export const VISUAL_CENTER: Record<Shape, Point> = {
  circle: { x: 300, y: 300 },
  hexagon: { x: 300, y: 300 },
  shield: { x: 300, y: 268 },
  square: { x: 300, y: 300 },
  rosette: { x: 300, y: 300 },
  octagon: { x: 300, y: 300 },
  arch: { x: 300, y: 308 },
};

/** Returns the shape's edge moved inwards by `inset` px, as a closed polyline fine enough to look curved. */
export function outline(shape: Shape, inset: number): Point[] {
  switch (shape) {
    case "circle":
      return polarOutline(() => 288 - inset);
    case "rosette":
      return rosetteOutline(inset);
    case "hexagon":
      return roundAllCorners(regularCorners(6, 296, inset, Math.max(46 - inset, 14)));
    case "octagon":
      return roundAllCorners(regularCorners(8, 280 / Math.cos(Math.PI / 8), inset, Math.max(40 - inset, 14)));
    case "square":
      return roundAllCorners(regularCorners(4, 266 * Math.SQRT2, inset, Math.max(92 - inset, 18)));
    case "arch":
      return roundAllCorners(archCorners(inset));
    case "shield":
      return roundAllCorners(shieldCorners(inset));
  }
}

/** Returns the px that are free on both sides of the middle between two heights (canvas coordinates). */
export function freeWidthBetween(points: Point[], middle: number, top: number, bottom: number): number {
  return 2 * Math.max(0, Math.min(halfWidth(points, middle, top), halfWidth(points, middle, bottom)));
}

function halfWidth(points: Point[], middle: number, y: number): number {
  let left = 0;
  let right = 0;
  points.forEach((a, index) => {
    const b = points[(index + 1) % points.length] ?? a;
    if (a.y > y === b.y > y) return;
    const offset = a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x) - middle;
    if (offset < 0) left = Math.max(left, -offset);
    else right = Math.max(right, offset);
  });
  return Math.min(left, right);
}

/** Returns an SVG path through the points, rounded to a tenth of a px. */
export function toSvgPath(points: Point[], closed = true): string {
  const steps = points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`);
  return `M${steps.join("L")}${closed ? "Z" : ""}`;
}

function polarOutline(radiusAt: (angle: number) => number): Point[] {
  return Array.from({ length: 480 }, (_, index) => {
    const angle = (index / 480) * 2 * Math.PI;
    const radius = radiusAt(angle);
    return { x: 300 + radius * Math.sin(angle), y: 300 - radius * Math.cos(angle) };
  });
}

/** Twenty-four petals that get flatter inwards, so that the inner edge is a circle. */
function rosetteOutline(inset: number): Point[] {
  const depth = Math.max(0, 7 - inset * 0.15);
  return polarOutline((angle) => 281 - inset + depth * Math.cos(24 * angle));
}

/**
 * Corners of a polygon with a corner (6 sides) or an edge (4, 8) on top. Edges are parallel to the outer ones at
 * every inset.
 */
function regularCorners(sides: number, circumradius: number, inset: number, radius: number): Corner[] {
  const reach = circumradius - inset / Math.cos(Math.PI / sides);
  const turn = sides === 6 ? 0 : Math.PI / sides;
  return Array.from({ length: sides }, (_, index) => {
    const angle = turn + (index / sides) * 2 * Math.PI;
    return { x: 300 + reach * Math.sin(angle), y: 300 - reach * Math.cos(angle), radius };
  });
}

/** A heater shield: straight sides down to the shoulder, then two arcs with fixed centres that meet at the tip. */
function shieldCorners(inset: number): Corner[] {
  const width = 254 - inset;
  const shoulder = 236;
  const centre = -112;
  const radius = width - centre;
  const steps = 20;
  const sweep = Math.acos(-centre / radius);
  const side = Array.from({ length: steps }, (_, index) => {
    const angle = (index / steps) * sweep;
    return { x: centre + radius * Math.cos(angle), y: shoulder + radius * Math.sin(angle) };
  });
  const tip = { x: 300, y: shoulder + radius * Math.sin(sweep), radius: Math.max(34 - inset * 0.4, 10) };
  const top = 30 + inset;
  const corner = Math.max(54 - inset, 14);
  return [
    { x: 300 + width, y: top, radius: corner },
    ...side.map(({ x, y }) => ({ x: 300 + x, y, radius: 0 })),
    tip,
    ...side.toReversed().map(({ x, y }) => ({ x: 300 - x, y, radius: 0 })),
    { x: 300 - width, y: top, radius: corner },
  ];
}

/** A doorway: half a circle on top of two straight sides. */
function archCorners(inset: number): Corner[] {
  const reach = 252 - inset;
  const springing = 266;
  const bottom = 586 - inset;
  const corner = Math.max(74 - inset, 16);
  const steps = 60;
  const vault = Array.from({ length: steps + 1 }, (_, index) => {
    const angle = Math.PI + (index / steps) * Math.PI;
    return { x: 300 + reach * Math.cos(angle), y: springing + reach * Math.sin(angle), radius: 0 };
  });
  return [
    ...vault,
    { x: 300 + reach, y: bottom, radius: corner },
    { x: 300 - reach, y: bottom, radius: corner },
  ];
}

function roundAllCorners(corners: Corner[]): Point[] {
  return corners.flatMap((corner, index) => {
    if (corner.radius === 0) return [corner];
    const before = corners.at(index - 1) ?? corner;
    const after = corners[(index + 1) % corners.length] ?? corner;
    return roundCorner(corner, before, after);
  });
}

function roundCorner(corner: Corner, before: Point, after: Point): Point[] {
  const start = unitVector(corner, before);
  const end = unitVector(corner, after);
  const half = Math.acos(start.x * end.x + start.y * end.y) / 2;
  const reach = corner.radius / Math.tan(half);
  const from = { x: corner.x + start.x * reach, y: corner.y + start.y * reach };
  const to = { x: corner.x + end.x * reach, y: corner.y + end.y * reach };
  const axis = unitVector({ x: 0, y: 0 }, { x: start.x + end.x, y: start.y + end.y });
  const distance = corner.radius / Math.sin(half);
  const centre = { x: corner.x + axis.x * distance, y: corner.y + axis.y * distance };
  return arcPoints(centre, from, to);
}

function arcPoints(centre: Point, from: Point, to: Point): Point[] {
  const radius = Math.hypot(from.x - centre.x, from.y - centre.y);
  const first = Math.atan2(from.y - centre.y, from.x - centre.x);
  const turn = Math.atan2(to.y - centre.y, to.x - centre.x) - first;
  // Take the shorter direction: a corner never turns by more than half a circle.
  const sweep = turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
  return Array.from({ length: 25 }, (_, index) => {
    const angle = first + (index / 24) * sweep;
    return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
  });
}

function unitVector(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
}
