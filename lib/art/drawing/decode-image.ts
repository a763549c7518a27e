import type { Sharp } from "sharp";
import { ApiError } from "@/lib/kernel/errors";
import { requireNoTransaction } from "@/lib/kernel/waits";
import { drawSvg, UndrawnSvg } from "./draw-svg";
import { SaxesParser } from "saxes";
import { withoutInertDoctype } from "./svg-doctype";

/** What the cost of an element depends on. `points` is the number of vertices at which a marker is drawn. */
type CostElement = { name: string; references: string[]; children: CostElement[]; points: number };

/** A filter primitive processes every pixel of its target and costs as much as many outlines. */
const FILTER_COST = 50;
/** libxml2, which reads the file later, rejects a deeper tree. */
const MAX_DEPTH = 256;

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Returns the ids that a text refers to with `url(#id)`. */
const urlReferences = (text: string): string[] =>
  [...text.matchAll(/url\(\s*["']?#([^"')\s]+)/gi)].map(([, id = ""]) => id);

function listReferences(attributes: Record<string, string>): string[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    if (localName(name) === "href") return value.trim().startsWith("#") ? [value.trim().slice(1)] : [];
    return urlReferences(value);
  });
}

/** Returns an upper bound: each vertex of a path or polygon takes at least one number. */
const countPoints = ({ d = "", points = "" }: Record<string, string>): number =>
  (d + points).match(/\d+/g)?.length ?? 1;

type SvgTree = { root: CostElement; byId: Map<string, CostElement>; styles: string[] };

/** Parses the tree of an SVG. Throws for text that is not well-formed XML or nested deeper than 256 elements. */
function parseTree(text: string): SvgTree {
  const document: SvgTree = {
    root: { name: "", references: [], children: [], points: 1 },
    byId: new Map(),
    styles: [],
  };
  const open = [document.root];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    const element = {
      name: localName(name),
      references: listReferences(attributes),
      children: [],
      points: countPoints(attributes),
    };
    open.at(-1)?.children.push(element);
    open.push(element);
    if (open.length > MAX_DEPTH) throw new Error("The elements are nested too deeply.");
    for (const id of [attributes.id, attributes["xml:id"]]) if (id) document.byId.set(id, element);
  });
  const collectStyle = (content: string): void => {
    if (open.at(-1)?.name === "style") document.styles.push(content);
  };
  parser.on("text", collectStyle);
  parser.on("cdata", collectStyle);
  parser.on("closetag", () => void open.pop());
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(text).close();
  return document;
}

/**
 * Counts the elements that are drawn to show an SVG, before anything is drawn. An element counts each time that a
 * `use`, pattern, marker, mask or filter repeats it: a few kilobytes of nested references can amount to billions.
 * References of a style sheet count for every element, because any may match. Returns Infinity for a chain of
 * references longer than 256. Throws for text that is not well-formed XML.
 */
function countDrawnElements(text: string): number {
  const { root, byId, styles } = parseTree(text);
  const styled = styles.flatMap(urlReferences);
  const costs = new Map<CostElement, number>();
  const elementCost = (element: CostElement, depth: number): number => {
    const before = costs.get(element);
    if (before !== undefined) return before;
    if (depth > MAX_DEPTH) return Infinity;
    // No renderer draws circular references: within itself an element counts as nothing.
    costs.set(element, 0);
    let cost = element.name.startsWith("fe") ? FILTER_COST : 1;
    for (const child of element.children) cost += elementCost(child, depth + 1);
    for (const id of element.references) {
      const target = byId.get(id);
      if (target) cost += elementCost(target, depth + 1) * (target.name === "marker" ? element.points : 1);
    }
    costs.set(element, cost);
    return cost;
  };
  const rootCost = elementCost(root, 0);
  const styleCost = styled.reduce((sum, id) => {
    const target = byId.get(id);
    return sum + (target ? elementCost(target, 0) * (target.name === "marker" ? root.points : 1) : 0);
  }, 0);
  // Two cases, because 0 * Infinity is NaN.
  return styleCost === 0 ? rootCost : rootCost + styleCost * rootCost;
}

/** An upload that is not a readable image. `message` is a sentence to show to the person who sent it. */
export class InvalidImage extends Error {
  override readonly name = "InvalidImage";
}

const MAX_BYTES = 10 * 1024 * 1024;
const MAX_PIXELS = 16_000_000;
const MAX_SIDE = 600;
/** Four to one: wide enough for the top of a page on large screens. */
const COVER_SIZE = { width: 1440, height: 360 };
/** Hand-drawn outlines are a few kB. Larger files are traces or attacks, and take the renderer seconds. */
const MAX_SVG_BYTES = 1024 * 1024;
/** As many elements as a file of 1 MB can contain. A file with more drawn elements repeats them by references. */
const MAX_DRAWN_ELEMENTS = 100_000;
const DECODE_SECONDS = 3;
/** From the start of the drawing process to the finished picture. */
const DRAWING_TIMEOUT_MS = 5_000;

/** What an image is for: a picture of at most 600 x 600 px, or a cover, cropped to 1440 x 360 px. */
export type ImageShape = "picture" | "cover";

type Format = "png" | "jpeg" | "webp" | "gif" | "svg";

const UNREADABLE = "This file could not be read as an image. Use a PNG, JPEG, WebP, GIF or SVG file.";
const TOO_LARGE = "This image is larger than 10 MB. Use a smaller one.";
const TOO_COMPLEX = "This SVG takes too long to draw. Export it as PNG instead.";
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

/**
 * Converts an upload to a PNG that is safe to store and serve: decoded, rotated upright, without metadata or any
 * bytes that are not pixels. An image with a side over 600 px is scaled into a 600 x 600 px square (contain,
 * transparent around it). Smaller images keep their size, except that an SVG is drawn with its longer side at 600 px.
 * Only the first frame of an animation is used.
 *
 * A cover is scaled and cropped to 1440 x 360 px and has at most 256 colours, because photos are large as PNG.
 *
 * `drawingMs` limits how long an SVG may take to draw, by default 5,000 milliseconds.
 *
 * @throws InvalidImage over 10 MiB, over 16 Mpx, damaged, of another format, or an SVG with a document type,
 * entities, references outside itself, more than 100,000 drawn elements, or a drawing that takes too long.
 */
export async function normaliseImage(
  input: Buffer,
  drawingMs = DRAWING_TIMEOUT_MS,
  shape: ImageShape = "picture",
): Promise<Buffer> {
  requireNoTransaction("Decoding an image");
  if (input.length > MAX_BYTES) throw new InvalidImage(TOO_LARGE);
  const format = detectFormat(input);
  if (!format) throw new InvalidImage(UNREADABLE);
  const drawing = format === "svg" ? requireSelfContainedSvg(input) : null;

  try {
    const image = await openImage(drawing ? await rasterizeSvg(drawing, drawingMs, shape) : input);
    const { format: decodedAs, autoOrient } = await image.metadata();
    // The decoder detects the format itself. A file that the two detect differently is crafted.
    if (decodedAs !== (format === "svg" ? "png" : format)) throw new InvalidImage(UNREADABLE);
    const isOversize = Math.max(autoOrient.width, autoOrient.height) > MAX_SIDE;
    return await fit(image.autoOrient(), shape, isOversize)
      .toColourspace("srgb")
      .png({ compressionLevel: 9, palette: shape === "cover" })
      .timeout({ seconds: DECODE_SECONDS })
      .toBuffer();
  } catch (error) {
    throw toInvalidImage(error);
  }
}

function fit(upright: Sharp, shape: ImageShape, isOversize: boolean): Sharp {
  if (shape === "cover") return upright.resize({ ...COVER_SIZE, fit: "cover" });
  return isOversize
    ? upright.resize(MAX_SIDE, MAX_SIDE, { fit: "contain", background: TRANSPARENT })
    : upright;
}

/**
 * Decodes an image sent as text: a data URL (base64 or percent-encoded) or plain base64, standard or URL-safe.
 *
 * @throws InvalidImage when the text is neither, is empty, or decodes to more than 10 MiB.
 */
export function decodeDataUrl(text: string): Buffer {
  // Percent-encoding triples the size at most; anything longer is not worth scanning.
  if (text.length > MAX_BYTES * 3 + 256) throw new InvalidImage(TOO_LARGE);
  const bytes = decodeImageText(text.trim());
  if (bytes.length === 0) throw new InvalidImage("The image is empty.");
  if (bytes.length > MAX_BYTES) throw new InvalidImage(TOO_LARGE);
  return bytes;
}

function decodeImageText(text: string): Buffer {
  if (!/^data:/i.test(text)) return decodeBase64(text);
  const comma = text.indexOf(",");
  if (comma < 0) throw new InvalidImage(UNREADABLE);
  const payload = text.slice(comma + 1);
  if (/;\s*base64\s*$/i.test(text.slice(0, comma))) return decodeBase64(decodePercent(payload));
  return Buffer.from(decodePercent(payload), "utf8");
}

function decodePercent(text: string): string {
  try {
    return text.includes("%") ? decodeURIComponent(text) : text;
  } catch {
    throw new InvalidImage(UNREADABLE);
  }
}

function decodeBase64(text: string): Buffer {
  const compact = text.replace(/\s+/g, "");
  // Buffer.from skips invalid characters. A typo must be an error, not a shorter image.
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(compact)) {
    throw new InvalidImage("The image is not valid base64.");
  }
  return Buffer.from(compact, "base64");
}

async function openImage(input: Buffer): Promise<Sharp> {
  // Loaded for the first image, because it takes 20 MB.
  const { sharp } = await import("./raster");
  // "error" and not "warning": cameras write harmless oddities that only cause warnings, while a truncated file is an
  // error.
  return sharp(input, { limitInputPixels: MAX_PIXELS, failOn: "error" });
}

const rasterizeSvg = (svg: Buffer, ms: number, shape: ImageShape): Promise<Buffer> =>
  drawSvg(svg, { pixels: MAX_PIXELS, side: shape === "cover" ? COVER_SIZE.width : MAX_SIDE, ms });

function detectFormat(input: Buffer): Format | undefined {
  const ascii = input.toString("latin1", 0, 12);
  if (ascii.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (ascii.startsWith("\xff\xd8\xff")) return "jpeg";
  if (ascii.startsWith("RIFF") && ascii.endsWith("WEBP")) return "webp";
  if (ascii.startsWith("GIF87a") || ascii.startsWith("GIF89a")) return "gif";
  return startsLikeSvg(input) ? "svg" : undefined;
}

function startsLikeSvg(input: Buffer): boolean {
  const head = input
    .toString("utf8", 0, 4096)
    .replace(/^\uFEFF/, "")
    .trimStart();
  return head.startsWith("<") && /<svg[\s>]/.test(head);
}

/**
 * Returns an SVG without the document type that drawing programs write. Rejects everything that makes an XML parser fetch or expand. This is an allowlist: references must point into the
 * document (`#id`), or the file is rejected. That excludes embedded images too, because the pixel limit does not
 * apply to them.
 */
function requireSelfContainedSvg(input: Buffer): Buffer {
  if (input.length > MAX_SVG_BYTES)
    throw new InvalidImage("This SVG is larger than 1 MB. Use a PNG instead.");
  const text = withoutInertDoctype(decodeUtf8(input));
  if (/<!\s*(DOCTYPE|ENTITY|ELEMENT|ATTLIST)/i.test(text)) {
    throw new InvalidImage(
      "This SVG contains entities or a document type of its own. Export it again as plain SVG.",
    );
  }
  // These filters take seconds per pixel row. The drop shadows and blurs that drawing tools export are allowed.
  if (/<(?:\w+:)?fe(Turbulence|ConvolveMatrix|Morphology|DiffuseLighting|SpecularLighting)/i.test(text)) {
    throw new InvalidImage("This SVG uses filters that cannot be drawn here. Export it as PNG instead.");
  }
  if (hasOutsideReference(text)) {
    throw new InvalidImage("This SVG refers to other files or embeds images. Export it as PNG instead.");
  }
  if (countElements(text) > MAX_DRAWN_ELEMENTS) throw new InvalidImage(TOO_COMPLEX);
  return Buffer.from(text);
}

function countElements(text: string): number {
  try {
    return countDrawnElements(text);
  } catch (cause) {
    throw new InvalidImage(UNREADABLE, { cause });
  }
}

function hasOutsideReference(text: string): boolean {
  if (/<\?xml-stylesheet|@import|xml:base|<(?:\w+:)?include[\s/>]/i.test(text)) return true;
  const attributes = text.matchAll(/(?:href|\bsrc)\s*=\s*(["'])\s*([^"']*)/gi);
  for (const [, , target = ""] of attributes) if (!target.startsWith("#")) return true;
  const urls = text.matchAll(/url\(\s*(?:["']|&quot;|&apos;|&#3[49];)?\s*(.?)/gi);
  for (const [, first = ""] of urls) if (first !== "#") return true;
  return false;
}

function decodeUtf8(input: Buffer): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(input);
    // An XML declaration may switch the parser to a charset in which the later checks would read a different text.
    const declared = /^\s*<\?xml[^>]*encoding\s*=\s*["']([^"']+)/i.exec(text)?.[1] ?? "utf-8";
    if (!text.includes("\0") && /^(utf-?8|us-ascii)$/i.test(declared)) return text;
  } catch {
    // Falls through to the error for all unreadable files.
  }
  throw new InvalidImage(UNREADABLE);
}

const isPixelLimit = (error: unknown): boolean =>
  error instanceof Error && error.message.includes("pixel limit");

/** Converts an error to the one to show. An ApiError (the service is busy) is not the image's fault and stays. */
function toInvalidImage(error: unknown): Error {
  if (error instanceof InvalidImage || error instanceof ApiError) return error;
  if (error instanceof UndrawnSvg && error.reason === "time") {
    return new InvalidImage(TOO_COMPLEX, { cause: error });
  }
  const hasTooManyPixels = error instanceof UndrawnSvg ? error.reason === "pixels" : isPixelLimit(error);
  const message = hasTooManyPixels
    ? "This image has more than 16 megapixels. Use a smaller one."
    : UNREADABLE;
  return new InvalidImage(message, { cause: error });
}
