import { isPng } from "@/lib/art/drawing/png-chunks";
import { BAKING } from "@/lib/credentials/open-badges/baking";
import { readPngText } from "./png-text";
import { MAX_DOCUMENT_BYTES, decodeUtf8 } from "./statement";
import { readSvgText } from "./svg-text";

/** Whether a text is an SVG. A JSON document or a web page is none. */
const isSvg = (text: string): boolean =>
  /^(?:<\?xml[^>]{0,200}\?>)?\s*(?:<!--[^]{0,2000}?-->\s*)*<svg[\s>]/.test(text);

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
