import {
  readChunks,
  DamagedPng,
  TEXT_TYPES,
  writeChunk,
  writePng,
  type Chunk,
} from "@/lib/art/drawing/png-chunks";

/**
 * Where an image contains a badge: the keyword in a PNG, the namespace in an SVG. An assertion is of Open Badges 2.0
 * ("Badge Baking"), a credential of Open Badges 3.0 (chapter 5.3). The element in an SVG has the same name.
 */
export const BAKING = {
  assertion: { keyword: "openbadges", namespace: "http://openbadges.org" },
  credential: { keyword: "openbadgecredential", namespace: "https://purl.imsglobal.org/ob/v3p0" },
} as const;
export type BakedKind = keyof typeof BAKING;

/** Builds an iTXt chunk, uncompressed and without a language (ISO/IEC 15948, 11.3.4.5). */
const buildTextChunk = (keyword: string, text: string): Buffer =>
  writeChunk(
    "iTXt",
    Buffer.concat([Buffer.from(`${keyword}\0\0\0\0\0`, "latin1"), Buffer.from(text, "utf8")]),
  );

const hasKeyword = ({ type, data }: Chunk, keyword: string): boolean =>
  TEXT_TYPES.includes(type) && data.subarray(0, keyword.length + 1).equals(Buffer.from(`${keyword}\0`));

function splitHeader(chunks: Chunk[]): [header: Chunk, ...others: Chunk[]] {
  const [header, ...others] = chunks;
  if (header?.type !== "IHDR") throw new DamagedPng("This PNG has no header.");
  return [header, ...others];
}

/**
 * Bakes a text into a PNG: the URL of an assertion, or a credential in JSON. It becomes one iTXt chunk after the header.
 * Replaces an existing one of this kind.
 *
 * @throws DamagedPng when it is not a PNG, or is cut off
 */
export function bakePng(png: Buffer, kind: BakedKind, text: string): Buffer<ArrayBuffer> {
  const { keyword } = BAKING[kind];
  const kept = [...readChunks(png)].filter((chunk) => !hasKeyword(chunk, keyword));
  const [header, ...others] = splitHeader(kept);
  return writePng([header.whole, buildTextChunk(keyword, text), ...others.map(({ whole }) => whole)]);
}

/** Escapes the characters of JSON that cannot be in a CDATA section of XML 1.0. They are only possible in its strings. */
const escapeForCdata = (json: string): string =>
  json
    .replaceAll("]]>", String.raw`]]\u003e`)
    .replaceAll(/[\u{FFFE}\u{FFFF}]/gu, (character) => String.raw`\u${character.charCodeAt(0).toString(16)}`);

const escapeAttribute = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/**
 * Builds an SVG that shows a PNG and contains a badge as JSON. `verify` is the URL of an assertion; a credential has its
 * proof inside.
 *
 * @throws DamagedPng when it is not a PNG, or is cut off
 */
export function bakeSvg(png: Buffer, kind: BakedKind, json: string, verify?: string): Buffer<ArrayBuffer> {
  const [{ data }] = splitHeader([...readChunks(png)]);
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const attribute = verify === undefined ? "" : ` verify="${escapeAttribute(verify)}"`;
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:openbadges="${BAKING[kind].namespace}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<openbadges:${kind}${attribute}><![CDATA[${escapeForCdata(json)}]]></openbadges:${kind}>`,
    `<image width="${width}" height="${height}" href="data:image/png;base64,${png.toString("base64")}"/>`,
    "</svg>",
    "",
  ];
  return Buffer.from(lines.join("\n"));
}
