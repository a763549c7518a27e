import iconv from "iconv-lite";
import { detectEncoding, type Reading } from "./detect-encoding";
import type { Encoding } from "./choices";

/** Byte order marks and their encodings. */
const BYTE_ORDER_MARKS: [mark: number[], encoding: string][] = [
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];

/** The encoding that the byte order mark of a file names; undefined for a file without one, and for UTF-8. */
export const findMarkedEncoding = (bytes: Uint8Array): string | undefined =>
  BYTE_ORDER_MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))?.[1];

const decodeUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** An encoding in which a file can be read, with names of the file as they are then. */
export type EncodingChoice = { encoding: Encoding; sample: string };

/** The text of a file, or the encodings it can have; null for a file that is not text. */
export type DecodedFile = { text: string } | { choices: EncodingChoice[] } | null;

/** Lines and cells that a sample shows. */
const SAMPLE_LINES = 3;
const SAMPLE_CELLS = 4;
const SAMPLE_LENGTH = 120;

const listCells = (line: string): string[] =>
  line
    .split(/[,;\t]/)
    .map((cell) => cell.replaceAll('"', "").trim())
    .filter((cell) => /[^\u0020-\u007e]/.test(cell));

/** Shows the readings of a file by the first lines that differ: without them, all readings may look the same. */
export function listChoices(readings: readonly Reading[]): EncodingChoice[] {
  const lines = readings.map(({ text }) => text.split(/\r\n|\n|\r/));
  const [firstLines = []] = lines;
  const differing = firstLines
    .flatMap((line, index) => (lines.every((other) => other[index] === line) ? [] : [index]))
    .slice(0, SAMPLE_LINES);
  return readings.map(({ encoding }, place) => {
    const cells = differing.flatMap((index) => listCells(lines[place]?.[index] ?? ""));
    return { encoding, sample: cells.slice(0, SAMPLE_CELLS).join(" · ").slice(0, SAMPLE_LENGTH) };
  });
}

/** Says to a person without a form that the encoding of a file is not clear, and how it can be read. */
export const describeChoices = (choices: readonly EncodingChoice[]): string =>
  `The encoding of the text is not clear. ${choices
    .map(({ encoding, sample }) => `In ${encoding} it reads “${sample}”.`)
    .join(" ")} Save the file as UTF-8.`;

/** Decodes a file as someone chose; as it is if it is UTF-8 after all. */
function decodeUnmarked(bytes: Buffer, chosen: Encoding | undefined): DecodedFile {
  const utf8 = decodeUtf8(bytes);
  if (utf8 !== null) return { text: utf8 };
  if (chosen) return { text: iconv.decode(bytes, chosen) };
  const detected = detectEncoding(bytes);
  if (!("encoding" in detected))
    return detected.likely.length > 0 ? { choices: listChoices(detected.likely) } : null;
  return { text: iconv.decode(bytes, detected.encoding) };
}

/**
 * Decodes a text file as spreadsheets write them: UTF-16 with its byte order mark, UTF-8 with or without one, or one of
 * `ENCODINGS` (decision 0145). If it is not clear which one, the result is a choice. `chosen` is the choice that was made.
 */
export function decodeFile(bytes: Uint8Array, chosen?: Encoding): DecodedFile {
  // No text contains NUL, except for UTF-16.
  const marked = findMarkedEncoding(bytes);
  if (!marked && bytes.includes(0)) return null;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decoded = marked ? { text: iconv.decode(buffer, marked) } : decodeUnmarked(buffer, chosen);
  return decoded && "text" in decoded && decoded.text.includes("\u0000") ? null : decoded;
}
