import type { Pattern } from "./design";
import { toSvgPath } from "./outline";
import type { Point } from "./outline";
import type { Choices } from "./seeded";

/** Lines engraved in the ring between two outlines: SVG path data and the width of its stroke in px. */
interface Engraving {
  path: string;
  strokeWidth: number;
}

/** Maps a position along the ring (turns, 0..1) and across it (0 outside, 1 inside) to the canvas. */
type Ring = (along: number, across: number) => Point;

/** Engraves a pattern, varied by `choices`, that follows the shape of the two outlines. */
export function engrave(
  pattern: Pattern,
  { outer, inner, middle }: { outer: Point[]; inner: Point[]; middle: Point },
  choices: Choices,
): Engraving[] {
  const ring = buildRing(outer, inner, middle);
  switch (pattern) {
    case "plain":
      return borders(ring);
    case "braid":
      return braid(ring, choices);
    case "barleycorn":
      return barleycorn(ring, choices);
    case "rays":
      return rays(ring, choices);
    case "ripples":
      return ripples(ring, choices);
    case "scales":
      return scales(ring, choices);
  }
}

/** Sine waves with shifted phases: the security print of bank notes. */
function braid(ring: Ring, choices: Choices): Engraving[] {
  const waves = choices.pick([24, 30, 36]);
  const strands = choices.pick([3, 4, 6]);
  const paths = Array.from({ length: strands }, (_, strand) =>
    closedLine(
      ring,
      (along) => 0.5 + 0.4 * Math.sin(2 * Math.PI * (waves * along + strand / strands)),
      waves * 20,
    ),
  );
  return [{ path: paths.join(""), strokeWidth: 1.5 }, ...borders(ring)];
}

/** Two families of slanted lines that cross: the engine turning of watch cases. */
function barleycorn(ring: Ring, choices: Choices): Engraving[] {
  const count = choices.pick([84, 96, 120]);
  const slant = choices.pick([2.5, 3.5, 4.5]) / count;
  const paths = [slant, -slant].flatMap((lean) =>
    Array.from({ length: count }, (_, index) =>
      openLine(ring, 14, (t) => ({ along: index / count + lean * t, across: 0.06 + 0.88 * t })),
    ),
  );
  return [{ path: paths.join(""), strokeWidth: 1.2 }];
}

/** Ticks of alternating length, as on a bezel. */
function rays(ring: Ring, choices: Choices): Engraving[] {
  const count = choices.pick([96, 120, 144]);
  const rhythm = choices.pick([2, 4, 6]);
  const paths = Array.from({ length: count }, (_, index) => {
    const reach = index % rhythm === 0 ? 0.86 : 0.5;
    return openLine(ring, 1, (t) => ({ along: index / count, across: 0.94 - reach * t }));
  });
  return [{ path: paths.join(""), strokeWidth: 2 }];
}

/** Parallel waves. */
function ripples(ring: Ring, choices: Choices): Engraving[] {
  const waves = choices.pick([24, 32, 40]);
  const rows = choices.pick([5, 6, 7]);
  const paths = Array.from({ length: rows }, (_, row) => {
    const level = 0.17 + (0.66 * row) / (rows - 1);
    return closedLine(ring, (along) => level + 0.1 * Math.sin(2 * Math.PI * waves * along), waves * 16);
  });
  return [{ path: paths.join(""), strokeWidth: 1.5 }];
}

/** Overlapping arches in rows, each half a step off the last. */
function scales(ring: Ring, choices: Choices): Engraving[] {
  const count = choices.pick([40, 48, 56]);
  const rows = 4;
  const paths = Array.from({ length: rows }, (_, row) =>
    closedLine(
      ring,
      (along) => 0.94 - 0.22 * row - 0.24 * Math.abs(Math.sin(Math.PI * (count * along + (row % 2) / 2))),
      count * 16,
    ),
  );
  return [{ path: paths.join(""), strokeWidth: 1.4 }];
}

function borders(ring: Ring): Engraving[] {
  const path = closedLine(ring, () => 0.03, 480) + closedLine(ring, () => 0.97, 480);
  return [{ path, strokeWidth: 1.2 }];
}

function closedLine(ring: Ring, across: (along: number) => number, samples: number): string {
  return toSvgPath(
    Array.from({ length: samples }, (_, index) => ring(index / samples, across(index / samples))),
  );
}

function openLine(ring: Ring, steps: number, at: (t: number) => { along: number; across: number }): string {
  const points = Array.from({ length: steps + 1 }, (_, step) => {
    const { along, across } = at(step / steps);
    return ring(along, across);
  });
  return toSvgPath(points, false);
}

const RESOLUTION = 2880;

/**
 * Maps equal steps along the ring to equal lengths of its outer edge. Otherwise the pattern would bunch up where the
 * edge comes close to the middle. The matching point of the inner edge lies on the line to the middle.
 */
function buildRing(outer: Point[], inner: Point[], middle: Point): Ring {
  const outside = resampleEvenly(rotateToTop(outer, middle));
  const radii = buildRadiusLookup(inner, middle);
  return (along, across) => {
    const turn = (((along % 1) + 1) % 1) * RESOLUTION;
    const index = Math.floor(turn);
    const a = outside[index] ?? middle;
    const b = outside[(index + 1) % RESOLUTION] ?? a;
    const from = { x: a.x + (b.x - a.x) * (turn - index), y: a.y + (b.y - a.y) * (turn - index) };
    const dx = from.x - middle.x;
    const dy = from.y - middle.y;
    const scale = 1 - across * (1 - radii(Math.atan2(dy, dx)) / Math.hypot(dx, dy));
    return { x: middle.x + dx * scale, y: middle.y + dy * scale };
  };
}

/** Rotates the points to begin straight above the middle, so that patterns are symmetric about the vertical. */
function rotateToTop(points: Point[], middle: Point): Point[] {
  const crossing = points.findIndex((a, index) => {
    const b = points[(index + 1) % points.length] ?? a;
    return a.y < middle.y && a.x <= middle.x !== b.x <= middle.x;
  });
  const a = points[crossing];
  const b = points[(crossing + 1) % points.length];
  if (!a || !b) return points;
  const t = (middle.x - a.x) / (b.x - a.x);
  const top = { x: middle.x, y: a.y + t * (b.y - a.y) };
  return [top, ...points.slice(crossing + 1), ...points.slice(0, crossing + 1)];
}

function resampleEvenly(points: Point[]): Point[] {
  const lengths = points.map((a, index) => distance(a, points[(index + 1) % points.length] ?? a));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  let edge = 0;
  let passed = 0;
  return Array.from({ length: RESOLUTION }, (_, index) => {
    const goal = (index / RESOLUTION) * total;
    while (edge < points.length - 1 && passed + (lengths[edge] ?? 0) < goal) {
      passed += lengths[edge] ?? 0;
      edge += 1;
    }
    return pointOnEdge(points, edge, (goal - passed) / (lengths[edge] || 1));
  });
}

function pointOnEdge(points: Point[], edge: number, t: number): Point {
  const a = points[edge] ?? { x: 0, y: 0 };
  const b = points[(edge + 1) % points.length] ?? a;
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(b.x - a.x, b.y - a.y);
}

/** Returns a function from a direction to the distance between the middle and a convex outline. */
function buildRadiusLookup(points: Point[], middle: Point): (angle: number) => number {
  const polar = resampleEvenly(points)
    .map(({ x, y }) => ({
      angle: Math.atan2(y - middle.y, x - middle.x),
      radius: Math.hypot(x - middle.x, y - middle.y),
    }))
    .sort((one, other) => one.angle - other.angle);
  return (angle) => {
    let low = 0;
    let high = polar.length - 1;
    while (low < high) {
      const half = (low + high) >> 1;
      if ((polar[half]?.angle ?? 0) < angle) low = half + 1;
      else high = half;
    }
    const after = polar[low];
    const before = polar[low - 1];
    if (!after || !before || after.angle === before.angle) return after?.radius ?? 0;
    const t = Math.min(1, (angle - before.angle) / (after.angle - before.angle));
    return before.radius + (after.radius - before.radius) * t;
  };
}
