import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};

/** A PNG chunk with a correct checksum. */
export const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([word(data.length), body, word(crc32(body))]);
};

/** The kinds of PNG text chunks; the last one is a compressed iTXt. */
export const TEXT_KINDS = ["tEXt", "zTXt", "iTXt", "iTXt compressed"] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

/** A text chunk, with a language and a translated keyword if its kind has them. */
export function textChunk(kind: TextKind, keyword: string, text: string | Buffer): Buffer {
  const [name, bytes] = [Buffer.from(`${keyword}\0`, "latin1"), Buffer.from(text)];
  if (kind === "tEXt") return chunk(kind, Buffer.concat([name, bytes]));
  if (kind === "zTXt") return chunk(kind, Buffer.concat([name, Buffer.from([0]), deflateSync(bytes)]));
  const isPacked = kind === "iTXt compressed";
  const head = Buffer.from([isPacked ? 1 : 0, 0]);
  const words = Buffer.from("en\0Offene Abzeichen\0", "utf8");
  return chunk("iTXt", Buffer.concat([name, head, words, isPacked ? deflateSync(bytes) : bytes]));
}

const header = (width: number, height: number): Buffer =>
  chunk("IHDR", Buffer.concat([word(width), word(height), Buffer.from([8, 0, 0, 0, 0])]));

/** A PNG of grey pixels with one value, with further chunks before its pixels. */
export function png(chunks: Buffer[] = [], [width, height] = [8, 8], value = 128): Buffer {
  const pixels = Buffer.alloc((width + 1) * height, value);
  for (let row = 0; row < height; row += 1) pixels[row * (width + 1)] = 0;
  const parts = [
    header(width, height),
    ...chunks,
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat([SIGNATURE, ...parts]);
}

/** A badge baked into an image, as a data URL. */
export const baked = (text: string, kind: TextKind = "iTXt"): string =>
  `data:image/png;base64,${png([textChunk(kind, "openbadges", text)]).toString("base64")}`;

/** A small file that declares 256 million pixels. */
export const hugePicture = (): Buffer =>
  Buffer.concat([SIGNATURE, header(16_000, 16_000), chunk("IDAT", deflateSync(Buffer.alloc(1024)))]);
