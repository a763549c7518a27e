import type { Palette } from "./color";
import type { Shape } from "./design";
import { fitText } from "./fit-text";
import type { FittedText } from "./fit-text";
import { CAP_HEIGHT } from "./fonts";
import type { Face } from "./fonts";
import { CANVAS, VISUAL_CENTER, outline, freeWidthBetween } from "./outline";
import type { Point } from "./outline";
import { isCut, ribbonTop } from "./ribbon";
import { renderTextPaths } from "./text-paths";
import type { TextLine } from "./text-paths";

/** Pixels from the shape's edge that stay free of text. */
const TEXT_INSET = 88;
const NAME = { height: 190, largest: 76, smallest: 24, lines: 6, leading: 1.14, tracking: -0.015 };
const ISSUER = { gap: 30, largest: 19, smallest: 15, tracking: 0.12, leading: 1.35 };
/** Maximum height of the plate's content, which keeps it away from the tapering ends of a shape. */
const STACK_HEIGHT = 292;
const RIBBON_GAP = 22;

/**
 * A sign above the name, or alone on the plate: its SVG, its largest and smallest height beside a name, and its
 * height alone.
 */
export interface Sign {
  draw: (at: Point, size: number, isAlone: boolean) => string;
  largest: number;
  smallest: number;
  alone: number;
  gap: number;
}

/** The content of a plate. An empty text is left out. */
export interface PlateContent {
  sign: Sign | null;
  name: string;
  issuer: string;
  face: Face;
  hasRibbon: boolean;
}

/** Returns the free width in px between two heights of the canvas. */
type FreeWidth = (top: number, bottom: number) => number;

/** An item of the stack: its height, the px to the next item, and its drawing below a given height of the canvas. */
interface StackItem {
  height: number;
  gap: number;
  lines: (top: number) => Omit<TextLine, "x">[];
  svg: (top: number) => string;
}

/**
 * Draws the content of the plate as SVG: the sign, the name as large as it fits, and the issuer, stacked in the
 * middle of the space above a ribbon. `isNameCut` and `isIssuerCut` are true where a text does not fit completely.
 */
export async function drawPlate(
  shape: Shape,
  palette: Palette,
  content: PlateContent,
): Promise<{ svg: string; isNameCut: boolean; isIssuerCut: boolean }> {
  const area = computeTextArea(shape, content.hasRibbon);
  const issuer = fitIssuerLines(content, area);
  const { sign, name } = arrangeSignAndName(content, issuer ? ISSUER.gap + issuerHeight(issuer) : 0, area);
  const blocks = [
    ...(sign ? [buildSignItem(sign, area.middle.x, name === undefined)] : []),
    ...(name ? [buildNameItem(name, palette)] : []),
    ...(issuer ? [buildIssuerItem(issuer, palette)] : []),
  ];
  const { svg, lines } = stackItems(blocks, area.middle);
  return {
    svg: svg + (await renderTextPaths(lines, CANVAS, content.face)),
    isNameCut: isCut(name?.lines ?? [], content.name),
    isIssuerCut: isCut(issuer?.lines ?? [], content.issuer),
  };
}

function stackItems(blocks: StackItem[], middle: Point): { svg: string; lines: TextLine[] } {
  const gaps = blocks.slice(0, -1).reduce((sum, { gap }) => sum + gap, 0);
  let top = middle.y - (blocks.reduce((sum, { height }) => sum + height, 0) + gaps) / 2;
  let svg = "";
  const lines: TextLine[] = [];
  for (const block of blocks) {
    svg += block.svg(top);
    lines.push(...block.lines(top).map((line) => ({ ...line, x: middle.x })));
    top += block.height + block.gap;
  }
  return { svg, lines };
}

const buildSignItem = ({ draw, size, gap }: SizedSign, x: number, isAlone: boolean): StackItem => ({
  height: size,
  gap,
  lines: () => [],
  svg: (top) => draw({ x, y: top + size / 2 }, size, isAlone),
});

const buildNameItem = (fitted: FittedText, { ink }: Palette): StackItem => ({
  height: nameHeight(fitted),
  gap: ISSUER.gap,
  lines: (top) => positionLines(fitted, top, { weight: 600, color: ink, ...NAME }),
  svg: () => "",
});

const buildIssuerItem = (fitted: FittedText, { quiet }: Palette): StackItem => ({
  height: issuerHeight(fitted),
  gap: 0,
  lines: (top) => positionLines(fitted, top, { weight: 500, color: quiet, ...ISSUER }),
  svg: () => "",
});

type LineStyle = { weight: 500 | 600; color: string; leading: number; tracking: number };

const positionLines = (
  { lines, size }: FittedText,
  top: number,
  { weight, color, leading, tracking }: LineStyle,
): Omit<TextLine, "x">[] =>
  lines.map((text, line) => ({
    text,
    baseline: top + size * (CAP_HEIGHT + line * leading),
    size,
    weight,
    color,
    tracking,
  }));

/** The height from the top of the first line's capitals to the last baseline, by which text looks centred. */
const textHeight = ({ lines, size }: FittedText, leading: number): number =>
  size * ((lines.length - 1) * leading + CAP_HEIGHT);
const nameHeight = (fitted: FittedText): number => textHeight(fitted, NAME.leading);
const issuerHeight = (fitted: FittedText): number => textHeight(fitted, ISSUER.leading);

interface TextArea {
  middle: Point;
  height: number;
  room: FreeWidth;
}

function computeTextArea(shape: Shape, hasRibbon: boolean): TextArea {
  const middle = VISUAL_CENTER[shape];
  const edge = outline(shape, TEXT_INSET);
  const room: FreeWidth = (top, bottom) => freeWidthBetween(edge, middle.x, top, bottom);
  if (!hasRibbon) return { middle, height: STACK_HEIGHT, room };
  const top = Math.min(...edge.map(({ y }) => y)) + 14;
  const bottom = ribbonTop(shape) - RIBBON_GAP;
  return {
    middle: { x: middle.x, y: (top + bottom) / 2 },
    height: Math.min(STACK_HEIGHT, bottom - top),
    room,
  };
}

type SizedSign = Sign & { size: number };

/**
 * Sizes the name as large as it fits with the smallest sign, then the sign as large as the name allows. The position
 * of the name depends on all sizes, and its width on its position, so a few rounds are needed.
 */
function arrangeSignAndName(
  content: PlateContent,
  below: number,
  area: TextArea,
): { sign?: SizedSign; name?: FittedText } {
  const { sign } = content;
  const free = area.height - below;
  if (content.name === "") return sign ? { sign: { ...sign, size: Math.min(sign.alone, free) } } : {};
  if (!sign) return { name: fitName(content, area, { above: 0, below, height: free }) };
  const height = free - sign.smallest - sign.gap;
  let size = sign.smallest;
  let name = fitName(content, area, { above: size + sign.gap, below, height });
  for (let round = 0; round < 2; round++) {
    size = Math.max(sign.smallest, Math.min(sign.largest, free - nameHeight(name) - sign.gap));
    name = fitName(content, area, { above: size + sign.gap, below, height });
  }
  return { sign: { ...sign, size }, name };
}

/** Fits the name into at most `height` px, between the px used above it and below it. */
function fitName(
  { name, face }: PlateContent,
  { middle, room }: TextArea,
  { above, below, height: free }: { above: number; below: number; height: number },
): FittedText {
  const height = Math.min(NAME.height, free);
  const centre = middle.y + (above - below) / 2;
  return fitText(name, {
    weight: 600,
    maxSize: NAME.largest,
    minSize: NAME.smallest,
    maxLines: Math.max(1, Math.min(NAME.lines, Math.floor(height / (NAME.smallest * NAME.leading)))),
    leading: NAME.leading,
    tracking: NAME.tracking,
    height,
    widthBetween: (top, bottom) => room(centre + top, centre + bottom),
    face,
  });
}

/**
 * Fits the issuer into one line, or into two if one would have to be cut. The width is that at its lowest possible
 * position.
 */
function fitIssuerLines({ issuer, face }: PlateContent, area: TextArea): FittedText | undefined {
  if (issuer === "") return undefined;
  const lowest = area.middle.y + area.height / 2;
  const room: FreeWidth = (from, to) => area.room(lowest + from, lowest + to);
  const single = fitIssuer(issuer, 1, face, room);
  return single.lines[0] === issuer ? single : fitIssuer(issuer, 2, face, room);
}

function fitIssuer(issuer: string, maxLines: number, face: Face, room: FreeWidth): FittedText {
  const height = maxLines * ISSUER.largest * ISSUER.leading;
  return fitText(issuer, {
    weight: 500,
    maxSize: ISSUER.largest,
    minSize: ISSUER.smallest,
    maxLines,
    leading: ISSUER.leading,
    tracking: ISSUER.tracking,
    height,
    widthBetween: (from, to) => room(from - height / 2, to - height / 2),
    face,
  });
}
