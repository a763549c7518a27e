import { crc32 } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length and type before the data of a chunk, its checksum behind it. */
const FRAME = { head: 8, tail: 4 };
const KEYWORD = "openbadges";
const TEXT_TYPES = ["tEXt", "zTXt", "iTXt"];

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** An iTXt chunk, not compressed, of no language (ISO/IEC 15948, 11.3.4.5). */
function textChunk(text: string): Buffer {
  const data = Buffer.concat([Buffer.from(`${KEYWORD}\0\0\0\0\0`, "latin1"), Buffer.from(text, "utf8")]);
  const body = Buffer.concat([Buffer.from("iTXt", "latin1"), data]);
  return Buffer.concat([word(data.length), body, word(crc32(body))]);
}

const isBadge = (chunk: Buffer): boolean =>
  TEXT_TYPES.includes(chunk.toString("latin1", 4, FRAME.head)) &&
  chunk.subarray(FRAME.head, FRAME.head + KEYWORD.length + 1).equals(Buffer.from(`${KEYWORD}\0`));

/** The chunks of a PNG as they stand in it, none of them copied. */
function chunksOf(png: Buffer): Buffer[] {
  if (!png.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new TypeError("This is no PNG.");
  const chunks: Buffer[] = [];
  let at = SIGNATURE.length;
  while (at < png.length) {
    const end = at + FRAME.head + FRAME.tail + (at + 4 <= png.length ? png.readUInt32BE(at) : 0);
    if (end > png.length) throw new TypeError("This PNG is cut off.");
    chunks.push(png.subarray(at, end));
    at = end;
  }
  return chunks;
}

/**
 * Bakes a text, the address of an assertion, into a PNG (Open Badges 2.0, "Badge Baking"): one iTXt chunk `openbadges`
 * behind the header. One that was there already is replaced.
 *
 * @throws TypeError for what is no PNG, or is cut off
 */
export function bake(png: Buffer, text: string): Buffer<ArrayBuffer> {
  const [header, ...others] = chunksOf(png).filter((chunk) => !isBadge(chunk));
  if (header?.toString("latin1", 4, FRAME.head) !== "IHDR") throw new TypeError("This PNG has no header.");
  return Buffer.concat([SIGNATURE, header, textChunk(text), ...others]);
}
