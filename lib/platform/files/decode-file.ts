/** The encodings whose beginning says what they are; without such a mark a file is UTF-8 or, failing that, Windows'. */
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

/** What Windows-1252 has from 0x80 to 0x9f, where ISO 8859-1 has nothing to show; a space where it has nothing either. */
const WINDOWS_1252_CHARACTERS = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

// Written out, because TextDecoder takes it for ISO 8859-1 in several versions of Node.
const decodeWindows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString("latin1")
    .replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252_CHARACTERS.charAt(character.charCodeAt(0) - 0x80));

/**
 * The text of a file that somebody's spreadsheet wrote: UTF-16 with its byte order mark, UTF-8 with or without one, and
 * whatever is no UTF-8 as Windows-1252, which any bytes are. Null for what is no text at all.
 */
export function decodeFile(bytes: Uint8Array): string | null {
  const marked = BYTE_ORDER_MARKS.find(([mark]) => startsWithMark(bytes, mark));
  const text = marked
    ? new TextDecoder(marked[1]).decode(bytes)
    : (decodeUtf8(bytes) ?? decodeWindows1252(bytes));
  return text.includes("\u0000") ? null : text;
}
