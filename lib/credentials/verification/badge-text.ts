import { withoutInertDoctype } from "@/lib/art/drawing/svg-doctype";
import { isPng, readChunks, DamagedPng, isIntact, TEXT_TYPES } from "@/lib/art/drawing/png-chunks";
import { BAKING, type BakedKind } from "@/lib/credentials/open-badges/baking";
import { MAX_DOCUMENT_BYTES, decodeUtf8, readStatement } from "./statement";
import { inflateSync } from "node:zlib";
import { ambiguousBadge, unreadableBadge, BadgeRefused } from "./refusal";
import { SaxesParser } from "saxes";
import { normalizeWebUrl } from "./addresses";
import { assertionId } from "./open-badge";

const KINDS = Object.keys(BAKING) as BakedKind[];
/** Another address of the namespace of credentials, which many images have. */
const NAMESPACES: Record<BakedKind, readonly string[]> = {
  assertion: [BAKING.assertion.namespace, "https://openbadges.org", "http://openbadges.org/"],
  credential: [BAKING.credential.namespace, "https://purl.imsglobal.org/ob/v3p0/", "http://openbadges.org"],
};

/** Real images have few levels. */
const MAX_DEPTH = 100;
/** Real elements have few attributes. One with 700,000 held up the process for seconds. */
const MAX_ATTRIBUTES = 1_000;

/** The element of an SVG that contains a badge. */
type BadgeElement = { kind: BakedKind; text: string; verify: string };

/** Whether the text and the attribute of an element mean the same badge: the assertion, and its URL. */
function isSameBadge(text: string, verify: string): boolean {
  if (text === verify) return true;
  const [statement, address] = [readStatement(text), normalizeWebUrl(verify)];
  const isAddressed = statement?.kind === "document" && address !== null;
  return isAddressed && normalizeWebUrl(assertionId(statement.document)) === address;
}

/** Returns the badge of an element. Throws `BadgeRefused` for one with two: some readers take the attribute, others the text. */
function readElement(element: BadgeElement): string | null {
  const [text, verify] = [element.text.trim(), element.verify.trim()];
  if (text && verify && !isSameBadge(text, verify)) throw ambiguousBadge("verify");
  return text || verify || null;
}

const isBadgeElement = (local: string, uri: string): local is BakedKind =>
  KINDS.some((kind) => kind === local && NAMESPACES[kind].includes(uri));

/**
 * Reads the badge in an SVG ("Badge Baking" of Open Badges 2.0, chapter 5.3.2 of 3.0): the text of the element, or else
 * the URL or token in its `verify` attribute. Null when there is none. No entity is read, and no document type but the inert
 * one that drawing programs write.
 *
 * @throws BadgeRefused when it is not well-formed, the text is longer than `maxLength`, or there are several badges: readers
 *   would read different ones
 */
function readSvgText(svg: string, maxLength: number): string | null {
  const parser = new SaxesParser({ xmlns: true });
  let found: BadgeElement | null = null;
  let isInside = false;
  let depth = 0;
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("doctype", () => {
    throw new Error("A document type is not read.");
  });
  let attributeCount = 0;
  parser.on("opentagstart", () => {
    attributeCount = 0;
  });
  parser.on("attribute", () => {
    attributeCount += 1;
    if (attributeCount > MAX_ATTRIBUTES) throw new Error("Too many attributes.");
  });
  parser.on("opentag", ({ local, uri, attributes }) => {
    depth += 1;
    if (depth > MAX_DEPTH) throw new Error("Too deep.");
    // Readers differ in what the text of an element with other elements is.
    if (isInside) throw ambiguousBadge(local);
    if (!isBadgeElement(local, uri)) return;
    if (found) throw ambiguousBadge(local);
    isInside = true;
    found = { kind: local, text: "", verify: attributes.verify?.value ?? "" };
  });
  parser.on("closetag", () => {
    depth -= 1;
    isInside = false;
  });
  const append = (text: string): void => {
    if (!isInside || !found) return;
    found.text += text;
    if (found.text.length > maxLength) throw new Error("Too long.");
  };
  parser.on("text", append);
  parser.on("cdata", append);
  try {
    parser.write(svg).close();
  } catch (error) {
    if (error instanceof BadgeRefused) throw error;
    throw unreadableBadge("This SVG is damaged, or it is not an image of a badge.");
  }
  return found && readElement(found);
}

const damagedPng = () => unreadableBadge("This PNG is damaged.");

/** Splits at the first zero byte. */
function splitAtZero(data: Buffer): [string, Buffer] {
  const zero = data.indexOf(0);
  if (zero < 0) throw damagedPng();
  return [data.toString("latin1", 0, zero), data.subarray(zero + 1)];
}

function inflateText(data: Buffer, maxBytes: number): Buffer {
  try {
    return inflateSync(data, { maxOutputLength: maxBytes });
  } catch (error) {
    const isBomb = error instanceof RangeError;
    throw isBomb ? unreadableBadge("The text in this PNG is too long.", "too_large") : damagedPng();
  }
}

/** Checks the compression method of a text chunk; the standard has only zlib. */
function requireZlib(method: number | undefined): void {
  if (method !== 0) throw damagedPng();
}

function decodeTextChunk(type: string, rest: Buffer, maxBytes: number): Buffer {
  if (type === "tEXt") return rest;
  if (type === "zTXt") {
    requireZlib(rest[0]);
    return inflateText(rest.subarray(1), maxBytes);
  }
  // iTXt: compression flag, compression method, language, and the keyword in that language.
  const [, translated] = splitAtZero(rest.subarray(2));
  const [, text] = splitAtZero(translated);
  if (rest[0] === 0) return text;
  requireZlib(rest[1]);
  return inflateText(text, maxBytes);
}

/** Lists the text chunks of a PNG: their types and data. */
function* listTextChunks(png: Buffer): Generator<{ type: string; data: Buffer }> {
  if (!isPng(png)) throw unreadableBadge("This file is not a PNG.");
  try {
    for (const chunk of readChunks(png)) {
      if (chunk.type === "IEND") return;
      // Only text chunks are checked: the checksum of the pixels does not matter for the badge.
      if (chunk.type.endsWith("Xt") && !isIntact(chunk)) throw damagedPng();
      if (TEXT_TYPES.includes(chunk.type)) yield chunk;
    }
  } catch (error) {
    throw error instanceof DamagedPng ? damagedPng() : error;
  }
}

function readTextChunk(type: string, rest: Buffer, maxBytes: number): string {
  const bytes = decodeTextChunk(type, rest, maxBytes);
  if (bytes.length > maxBytes) throw unreadableBadge("The text in this PNG is too long.", "too_large");
  // The two older chunk types are Latin-1 by the standard, but many services write UTF-8.
  const text = bytes.toString("utf8");
  return text.includes("\uFFFD") ? bytes.toString("latin1") : text;
}

/**
 * Reads the text of a PNG under a keyword, from its tEXt, zTXt or iTXt chunk with that keyword; null when there is none.
 * Compressed text is expanded to at most `maxBytes` bytes.
 *
 * @throws BadgeRefused when it is not a PNG, is cut off, has a wrong checksum, or the text is longer; and when several
 *   chunks have the keyword: readers would read different ones
 */
export function readPngText(png: Buffer, keyword: string, maxBytes: number): string | null {
  const found = [...listTextChunks(png)]
    .map(({ type, data }) => ({ type, parts: splitAtZero(data) }))
    .filter(({ parts: [name] }) => name === keyword);
  if (found.length > 1) throw ambiguousBadge(keyword);
  const [chunk] = found;
  return chunk ? readTextChunk(chunk.type, chunk.parts[1], maxBytes) : null;
}

/** What may stand before the first element of an SVG, each with its end. */
const PROLOG = [
  ["<?", "?>"],
  ["<!--", "-->"],
] as const;
/** Real images have one declaration and a comment or two. */
const MAX_PROLOG_PARTS = 20;

/** Returns where the first element of an XML document begins. */
function skipProlog(text: string): number {
  let at = 0;
  for (let part = 0; part < MAX_PROLOG_PARTS; part += 1) {
    at += /^\s*/.exec(text.slice(at, at + 1_000))?.[0].length ?? 0;
    const found = PROLOG.find(([start]) => text.startsWith(start, at));
    const end = found ? text.indexOf(found[1], at + found[0].length) : -1;
    if (!found || end < 0) return at;
    at = end + found[1].length;
  }
  return at;
}

/** Whether a text is an SVG. A JSON document or a web page is none. */
function isSvg(text: string): boolean {
  if (!text.startsWith("<")) return false;
  const start = skipProlog(text);
  return /^<svg[\s>]/.test(text.slice(start, start + 5));
}

/** Reads the badge in a PNG: the credential of Open Badges 3.0 if there is one, otherwise the assertion of 2.0. */
export const readBakedPng = (png: Buffer): string | null =>
  readPngText(png, BAKING.credential.keyword, MAX_DOCUMENT_BYTES) ??
  readPngText(png, BAKING.assertion.keyword, MAX_DOCUMENT_BYTES);

/** Reads the badge in the text of an SVG; null for another text. */
export function readBakedSvg(text: string): string | null {
  const svg = text.startsWith("<") ? withoutInertDoctype(text) : text;
  return isSvg(svg) ? readSvgText(svg, MAX_DOCUMENT_BYTES) : null;
}

/**
 * Reads the badge of a file: the text in a baked PNG or SVG, or the text of the file. Empty when an image has none.
 *
 * @throws BadgeRefused for a damaged image, and for bytes that are no text
 */
export function readBadgeText(file: Buffer): string {
  if (isPng(file)) return readBakedPng(file) ?? "";
  const text = decodeUtf8(file);
  const svg = text.startsWith("<") ? withoutInertDoctype(text) : text;
  return isSvg(svg) ? (readSvgText(svg, MAX_DOCUMENT_BYTES) ?? "") : text;
}
