import { crc32 } from "node:zlib";

// Does not use png-chunks-extract, which allocates whatever an unchecked length says: up to 4 GiB for a file of a few
// bytes.

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Bytes of the length and type before the data of a chunk, and of the checksum after it. */
const FRAME = { head: 8, tail: 4 };

/**
 * A chunk of a PNG (ISO/IEC 15948, clause 5), as views without copies. `whole` is the complete chunk as in the file.
 */
export type Chunk = { type: string; data: Buffer; whole: Buffer };

/** Thrown for bytes that are not a PNG, or for one that is truncated. */
export class DamagedPng extends TypeError {}

/** The types of chunks that contain text under a keyword. */
export const TEXT_TYPES: readonly string[] = ["tEXt", "zTXt", "iTXt"];

/** Whether the bytes begin with the signature of a PNG. */
export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);

/**
 * Reads the chunks of a PNG without checking their checksums. Throws DamagedPng for other bytes and for a truncated
 * PNG.
 */
export function* readChunks(png: Buffer): Generator<Chunk> {
  if (!isPng(png)) throw new DamagedPng("This is not a PNG.");
  let at = SIGNATURE.length;
  while (at < png.length) {
    const length = at + 4 <= png.length ? png.readUInt32BE(at) : 0;
    const end = at + FRAME.head + length + FRAME.tail;
    if (end > png.length) throw new DamagedPng("This PNG is cut off.");
    const whole = png.subarray(at, end);
    const data = whole.subarray(FRAME.head, -FRAME.tail);
    yield { type: whole.toString("latin1", 4, FRAME.head), data, whole };
    at = end;
  }
}

/** Whether the checksum of a chunk is right. */
export const isIntact = ({ whole }: Chunk): boolean =>
  crc32(whole.subarray(4, -FRAME.tail)) === whole.readUInt32BE(whole.length - FRAME.tail);

const encodeUint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** Writes a chunk with its length and checksum. */
export function writeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([encodeUint32(data.length), body, encodeUint32(crc32(body))]);
}

/** Writes a PNG of these chunks. */
export const writePng = (chunks: Buffer[]): Buffer<ArrayBuffer> => Buffer.concat([SIGNATURE, ...chunks]);
