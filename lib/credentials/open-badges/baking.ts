import {
  readChunks,
  DamagedPng,
  TEXT_TYPES,
  writeChunk,
  writePng,
  type Chunk,
} from "@/lib/art/drawing/png-chunks";

/** The keyword of the badge in a PNG. */
export const BAKING_KEYWORD = "openbadges";

/** Builds an iTXt chunk, uncompressed and without a language (ISO/IEC 15948, 11.3.4.5). */
const buildTextChunk = (text: string): Buffer =>
  writeChunk(
    "iTXt",
    Buffer.concat([Buffer.from(`${BAKING_KEYWORD}\0\0\0\0\0`, "latin1"), Buffer.from(text, "utf8")]),
  );

const isBadgeChunk = ({ type, data }: Chunk): boolean =>
  TEXT_TYPES.includes(type) &&
  data.subarray(0, BAKING_KEYWORD.length + 1).equals(Buffer.from(`${BAKING_KEYWORD}\0`));

/**
 * Bakes a text, the URL of an assertion, into a PNG (Open Badges 2.0, "Badge Baking"): one iTXt chunk `openbadges`
 * after the header. Replaces an existing one.
 *
 * @throws DamagedPng when it is not a PNG, or is cut off
 */
export function bakePng(png: Buffer, text: string): Buffer<ArrayBuffer> {
  const [header, ...others] = [...readChunks(png)].filter((chunk) => !isBadgeChunk(chunk));
  if (header?.type !== "IHDR") throw new DamagedPng("This PNG has no header.");
  return writePng([header.whole, buildTextChunk(text), ...others.map(({ whole }) => whole)]);
}
