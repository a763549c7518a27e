import {
  chunksOf,
  DamagedPng,
  TEXT_TYPES,
  writeChunk,
  writePng,
  type Chunk,
} from "@/lib/art/drawing/png-chunks";

/** The keyword of the badge in a PNG. */
export const KEYWORD = "openbadges";

/** Builds an iTXt chunk, uncompressed and without a language (ISO/IEC 15948, 11.3.4.5). */
const textChunk = (text: string): Buffer =>
  writeChunk(
    "iTXt",
    Buffer.concat([Buffer.from(`${KEYWORD}\0\0\0\0\0`, "latin1"), Buffer.from(text, "utf8")]),
  );

const isBadge = ({ type, data }: Chunk): boolean =>
  TEXT_TYPES.includes(type) && data.subarray(0, KEYWORD.length + 1).equals(Buffer.from(`${KEYWORD}\0`));

/**
 * Bakes a text, the URL of an assertion, into a PNG (Open Badges 2.0, "Badge Baking"): one iTXt chunk `openbadges`
 * after the header. Replaces an existing one.
 *
 * @throws DamagedPng when it is not a PNG, or is cut off
 */
export function bake(png: Buffer, text: string): Buffer<ArrayBuffer> {
  const [header, ...others] = [...chunksOf(png)].filter((chunk) => !isBadge(chunk));
  if (header?.type !== "IHDR") throw new DamagedPng("This PNG has no header.");
  return writePng([header.whole, textChunk(text), ...others.map(({ whole }) => whole)]);
}
