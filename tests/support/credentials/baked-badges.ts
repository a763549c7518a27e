import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

const encodeUint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};

/** A PNG chunk with a correct checksum. */
export const buildChunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([encodeUint32(data.length), body, encodeUint32(crc32(body))]);
};

/** The kinds of PNG text chunks; the last one is a compressed iTXt. */
export const TEXT_KINDS = ["tEXt", "zTXt", "iTXt", "iTXt compressed"] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

/** A text chunk, with a language and a translated keyword if its kind has them. */
export function buildTextChunk(kind: TextKind, keyword: string, text: string | Buffer): Buffer {
  const [name, bytes] = [Buffer.from(`${keyword}\0`, "latin1"), Buffer.from(text)];
  if (kind === "tEXt") return buildChunk(kind, Buffer.concat([name, bytes]));
  if (kind === "zTXt") return buildChunk(kind, Buffer.concat([name, Buffer.from([0]), deflateSync(bytes)]));
  const isCompressed = kind === "iTXt compressed";
  const head = Buffer.from([isCompressed ? 1 : 0, 0]);
  const words = Buffer.from("en\0Offene Abzeichen\0", "utf8");
  return buildChunk("iTXt", Buffer.concat([name, head, words, isCompressed ? deflateSync(bytes) : bytes]));
}

const buildHeader = (width: number, height: number): Buffer =>
  buildChunk(
    "IHDR",
    Buffer.concat([encodeUint32(width), encodeUint32(height), Buffer.from([8, 0, 0, 0, 0])]),
  );

/** A PNG of grey pixels with one value, with further chunks before its pixels. */
export function buildPng(chunks: Buffer[] = [], [width, height] = [8, 8], value = 128): Buffer {
  const pixels = Buffer.alloc((width + 1) * height, value);
  for (let row = 0; row < height; row += 1) pixels[row * (width + 1)] = 0;
  const parts = [
    buildHeader(width, height),
    ...chunks,
    buildChunk("IDAT", deflateSync(pixels)),
    buildChunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat([SIGNATURE, ...parts]);
}

/** A badge baked into an image, as a data URL. */
export const bakeToDataUrl = (text: string, kind: TextKind = "iTXt"): string =>
  `data:image/png;base64,${buildPng([buildTextChunk(kind, "openbadges", text)]).toString("base64")}`;

/** A small file that declares 256 million pixels. */
export const buildHugePng = (): Buffer =>
  Buffer.concat([
    SIGNATURE,
    buildHeader(16_000, 16_000),
    buildChunk("IDAT", deflateSync(Buffer.alloc(1024))),
  ]);
