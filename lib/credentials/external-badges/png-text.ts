import { crc32, inflateSync } from "node:zlib";
import { unreadable } from "./refusal";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length and type before the data of a chunk, its checksum behind it. */
const FRAME = { head: 8, tail: 4 };

type Chunk = { type: string; data: Buffer };

const damaged = () => unreadable("This PNG is damaged.");

/** True for bytes that begin as every PNG does. */
export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);

/** The chunks of a PNG (ISO/IEC 15948, clause 5), none of them copied. */
function* chunksOf(png: Buffer): Generator<Chunk> {
  if (!isPng(png)) throw unreadable("This file is no PNG.");
  let at = SIGNATURE.length;
  while (at + FRAME.head + FRAME.tail <= png.length) {
    const end = at + FRAME.head + png.readUInt32BE(at);
    if (end + FRAME.tail > png.length) throw damaged();
    const type = png.toString("latin1", at + 4, at + FRAME.head);
    if (type === "IEND") return;
    // Only what is read is checked: a checksum over all pixels would say nothing of the badge.
    if (type.endsWith("Xt") && crc32(png.subarray(at + 4, end)) !== png.readUInt32BE(end)) throw damaged();
    yield { type, data: png.subarray(at + FRAME.head, end) };
    at = end + FRAME.tail;
  }
}

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

/** The compression method of a text chunk; the standard knows zlib alone. */
function requireZlib(method: number | undefined): void {
  if (method !== 0) throw damaged();
}

function textBytes(type: string, rest: Buffer, most: number): Buffer {
  if (type === "tEXt") return rest;
  if (type === "zTXt") {
    requireZlib(rest[0]);
    return inflated(rest.subarray(1), most);
  }
  // iTXt: whether it is compressed, how, the language, the keyword in that language.
  const [, translated] = cut(rest.subarray(2));
  const [, text] = cut(translated);
  if (rest[0] === 0) return text;
  requireZlib(rest[1]);
  return inflated(text, most);
}

/**
 * The text that stands in a PNG under a keyword, out of its first tEXt, zTXt or iTXt chunk of that keyword; null when
 * there is none. Compressed text is expanded to `most` bytes and no further.
 *
 * @throws BadgeRefused for what is no PNG or is cut off, for a wrong checksum, and for a longer text
 */
export function pngText(png: Buffer, keyword: string, most: number): string | null {
  for (const { type, data } of chunksOf(png)) {
    if (!["tEXt", "zTXt", "iTXt"].includes(type)) continue;
    const [name, rest] = cut(data);
    if (name !== keyword) continue;
    const bytes = textBytes(type, rest, most);
    if (bytes.length > most) throw unreadable("The text in this PNG is too long.");
    // The two older kinds are Latin-1 by the standard, and UTF-8 as many services write them.
    const text = bytes.toString("utf8");
    return text.includes("\uFFFD") ? bytes.toString("latin1") : text;
  }
  return null;
}
