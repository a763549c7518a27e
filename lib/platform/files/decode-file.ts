/** Byte order marks and their encodings. A file without one is UTF-8, or else Windows-1252. */
const BYTE_ORDER_MARKS: [mark: number[], encoding: string][] = [
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];

const startsWithMark = (bytes: Uint8Array, mark: number[]): boolean =>
  mark.every((byte, index) => bytes[index] === byte);

const decodeUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** The characters of Windows-1252 from 0x80 to 0x9f, which ISO 8859-1 does not define; a space where there is none. */
const WINDOWS_1252_CHARACTERS = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

// Implemented here, because TextDecoder treats it as ISO 8859-1 in several versions of Node.
const decodeWindows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString("latin1")
    .replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252_CHARACTERS.charAt(character.charCodeAt(0) - 0x80));

/**
 * Decodes a text file as spreadsheets write them: UTF-16 with its byte order mark, UTF-8 with or without one, and
 * anything else as Windows-1252. Null when the file is not text.
 */
export function decodeFile(bytes: Uint8Array): string | null {
  const marked = BYTE_ORDER_MARKS.find(([mark]) => startsWithMark(bytes, mark));
  const text = marked
    ? new TextDecoder(marked[1]).decode(bytes)
    : (decodeUtf8(bytes) ?? decodeWindows1252(bytes));
  return text.includes("\u0000") ? null : text;
}
