import { inflateSync } from "node:zlib";
import { chunksOf, DamagedPng, isIntact, isPng, TEXT_TYPES } from "@/lib/art/drawing/png-chunks";
import { unreadable } from "./refusal";

const damaged = () => unreadable("This PNG is damaged.");

/** Splits at the first zero byte. */
function cut(data: Buffer): [string, Buffer] {
  const zero = data.indexOf(0);
  if (zero < 0) throw damaged();
  return [data.toString("latin1", 0, zero), data.subarray(zero + 1)];
}

function inflated(data: Buffer, most: number): Buffer {
  try {
    return inflateSync(data, { maxOutputLength: most });
  } catch (error) {
    const isBomb = error instanceof RangeError;
    throw isBomb ? unreadable("The text in this PNG is too long.") : damaged();
  }
}

/** Checks the compression method of a text chunk; the standard has only zlib. */
function requireZlib(method: number | undefined): void {
  if (method !== 0) throw damaged();
}

function textBytes(type: string, rest: Buffer, most: number): Buffer {
  if (type === "tEXt") return rest;
  if (type === "zTXt") {
    requireZlib(rest[0]);
    return inflated(rest.subarray(1), most);
  }
  // iTXt: compression flag, compression method, language, and the keyword in that language.
  const [, translated] = cut(rest.subarray(2));
  const [, text] = cut(translated);
  if (rest[0] === 0) return text;
  requireZlib(rest[1]);
  return inflated(text, most);
}

/** Lists the text chunks of a PNG: their types and data. */
function* textsOf(png: Buffer): Generator<{ type: string; data: Buffer }> {
  if (!isPng(png)) throw unreadable("This file is not a PNG.");
  try {
    for (const chunk of chunksOf(png)) {
      if (chunk.type === "IEND") return;
      // Only text chunks are checked: the checksum of the pixels does not matter for the badge.
      if (chunk.type.endsWith("Xt") && !isIntact(chunk)) throw damaged();
      if (TEXT_TYPES.includes(chunk.type)) yield chunk;
    }
  } catch (error) {
    throw error instanceof DamagedPng ? damaged() : error;
  }
}

/**
 * Reads the text of a PNG under a keyword, from its first tEXt, zTXt or iTXt chunk with that keyword; null when there
 * is none. Compressed text is expanded to at most `maxBytes` bytes.
 *
 * @throws BadgeRefused when it is not a PNG, is cut off, has a wrong checksum, or the text is longer
 */
export function pngText(png: Buffer, keyword: string, most: number): string | null {
  for (const { type, data } of textsOf(png)) {
    const [name, rest] = cut(data);
    if (name !== keyword) continue;
    const bytes = textBytes(type, rest, most);
    if (bytes.length > most) throw unreadable("The text in this PNG is too long.");
    // The two older chunk types are Latin-1 by the standard, but many services write UTF-8.
    const text = bytes.toString("utf8");
    return text.includes("\uFFFD") ? bytes.toString("latin1") : text;
  }
  return null;
}
