import { isPng } from "@/lib/art/drawing/png-chunks";
import { BAKING } from "@/lib/credentials/open-badges/baking";
import { readPngText } from "./png-text";
import { MAX_DOCUMENT_BYTES, decodeUtf8 } from "./statement";
import { readSvgText } from "./svg-text";

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
export const readBakedSvg = (text: string): string | null =>
  isSvg(text) ? readSvgText(text, MAX_DOCUMENT_BYTES) : null;

/**
 * Reads the badge of a file: the text in a baked PNG or SVG, or the text of the file. Empty when an image has none.
 *
 * @throws BadgeRefused for a damaged image, and for bytes that are no text
 */
export function readBadgeText(file: Buffer): string {
  if (isPng(file)) return readBakedPng(file) ?? "";
  const text = decodeUtf8(file);
  return isSvg(text) ? (readBakedSvg(text) ?? "") : text;
}
