import { inflateSync } from "node:zlib";
import { readChunks, DamagedPng, isIntact, isPng, TEXT_TYPES } from "@/lib/art/drawing/png-chunks";
import { ambiguousBadge, unreadableBadge } from "./refusal";

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
