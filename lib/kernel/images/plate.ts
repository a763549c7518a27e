import type { Palette } from "./color";
import { emblem } from "./emblem";
import { fitText } from "./fit-text";
import type { FittedText } from "./fit-text";
import { CAP_HEIGHT } from "./fonts";
import type { Face } from "./fonts";
import { CANVAS, MIDDLE, outline, widthBetween } from "./outline";
import type { Shape } from "./outline";
import type { Choices } from "./seeded";
import { textPaths } from "./text-paths";
import type { TextLine } from "./text-paths";

/** Px from the shape's edge that text keeps clear. */
const TEXT_INSET = 88;
const NAME_LEADING = 1.14;
const NAME_HEIGHT = 190;
const EMBLEM = { size: 30, gap: 28 };
const LARGE_EMBLEM = 150;
const ISSUER = { gap: 32, largest: 19, smallest: 15, tracking: 0.12, leading: 1.35 };

/**
 * What stands on the plate, as SVG: a small emblem, the name as large as it fits, the issuer below, stacked about
 * the middle. Without a name (nothing drawable in it) a large emblem takes its place.
 */
export async function drawPlate(
  shape: Shape,
  palette: Palette,
  choices: Choices,
  text: { name: string; issuer: string; face: Face },
): Promise<string> {
  // Without a name there is nothing above the large emblem: it moves up for the issuer below it.
  const lift = text.name === "" && text.issuer !== "" ? 24 : 0;
  const middle = { ...MIDDLE[shape], y: MIDDLE[shape].y - lift };
  const edge = outline(shape, TEXT_INSET);
  const room: Room = (top, bottom) => widthBetween(edge, middle.x, middle.y + top, middle.y + bottom);
  const name = text.name === "" ? undefined : fitName(text.name, room, text.face);
  const block = name ? blockHeight(name) : LARGE_EMBLEM;

  const sign = name
    ? emblem(
        choices,
        { x: middle.x, y: middle.y - block / 2 - EMBLEM.gap - EMBLEM.size / 2 },
        EMBLEM.size,
        palette.quiet,
      )
    : emblem(choices, middle, LARGE_EMBLEM, palette.ink);
  const lines = [...(name ? nameLines(name) : []), ...issuerLines(text, block / 2 + ISSUER.gap, room)];
  const inks = { 500: palette.quiet, 600: palette.ink };
  const placed = lines.map((line) => ({
    ...line,
    x: middle.x,
    baseline: middle.y + line.baseline,
    color: inks[line.weight],
  }));
  return sign + (await textPaths(placed, CANVAS, text.face));
}

/** The px free between two heights that count from the middle of the plate. */
type Room = (top: number, bottom: number) => number;

/** A line whose baseline counts from the middle of the plate. */
type StackedLine = Omit<TextLine, "x" | "color">;

function fitName(name: string, widthBetween: Room, face: Face): FittedText {
  return fitText(name, {
    weight: 600,
    maxSize: 76,
    minSize: 24,
    maxLines: 6,
    leading: NAME_LEADING,
    tracking: -0.015,
    height: NAME_HEIGHT,
    widthBetween,
    face,
  });
}

/** From the top of the first line's capitals to the last baseline: what the eye centres. */
function blockHeight({ lines, size }: FittedText): number {
  return (lines.length - 1) * size * NAME_LEADING + size * CAP_HEIGHT;
}

function nameLines(fitted: FittedText): StackedLine[] {
  const first = -blockHeight(fitted) / 2 + fitted.size * CAP_HEIGHT;
  return fitted.lines.map((text, line) => ({
    text,
    baseline: first + line * fitted.size * NAME_LEADING,
    size: fitted.size,
    weight: 600,
    tracking: -0.015,
  }));
}

/** One line, or two where one would have to be cut. */
function issuerLines(
  { issuer, face }: { issuer: string; face: Face },
  top: number,
  room: Room,
): StackedLine[] {
  if (issuer === "") return [];
  const fit = (maxLines: number) =>
    fitIssuer(issuer, maxLines, face, (from, to) => room(top + from, top + to));
  const single = fit(1);
  const { lines, size } = single.lines[0] === issuer ? single : fit(2);
  return lines.map((text, line) => ({
    text,
    baseline: top + size * (CAP_HEIGHT + line * ISSUER.leading),
    size,
    weight: 500,
    tracking: ISSUER.tracking,
  }));
}

function fitIssuer(issuer: string, maxLines: number, face: Face, room: Room): FittedText {
  const height = maxLines * ISSUER.largest * ISSUER.leading;
  return fitText(issuer, {
    weight: 500,
    maxSize: ISSUER.largest,
    minSize: ISSUER.smallest,
    maxLines,
    leading: ISSUER.leading,
    tracking: ISSUER.tracking,
    height,
    widthBetween: (from, to) => room(from + height / 2, to + height / 2),
    face,
  });
}
