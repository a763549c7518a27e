// Characters that PostgreSQL cannot store: NUL, and half of a surrogate pair, which has no UTF-8 (jsonb refuses both).
const UNSTORABLE = /[\p{Surrogate}\0]/gu;

/** Replaces the characters that the database cannot store by U+FFFD. */
export const toStorableText = (text: string): string => text.replace(UNSTORABLE, "\uFFFD");

const isInsideSurrogatePair = (text: string, at: number): boolean => (text.codePointAt(at - 1) ?? 0) > 0xffff;

/**
 * Truncates text for storage to at most `maxLength` UTF-16 units, the unit in which field limits count, without
 * splitting a character. Replaces characters that the database cannot store by U+FFFD.
 */
export function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return toStorableText(text);
  return toStorableText(text.slice(0, isInsideSurrogatePair(text, maxLength) ? maxLength - 1 : maxLength));
}

let segmenter: Intl.Segmenter | undefined;

/** Splits text into graphemes, which people see as one character each: an accented letter, a flag, a family. */
export function splitGraphemes(text: string): string[] {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/**
 * Truncates displayed text to at most `maxLength` UTF-16 units, at the end of a grapheme. Only a first grapheme that is
 * longer by itself is split, as by `truncateText`.
 */
export function truncateAtGrapheme(text: string, maxLength: number): string {
  if (text.length <= maxLength) return toStorableText(text);
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  // The character after the cut decides whether it belongs to the one before it; the rest of the text does not matter.
  const end = segmenter.segment(text.slice(0, maxLength + 2)).containing(maxLength)?.index ?? maxLength;
  return truncateText(text, end === 0 ? maxLength : end);
}

/** Decodes the first `maxLength` bytes of UTF-8 as text that the database can store, without splitting a character. */
export function truncateUtf8(bytes: Uint8Array, maxLength: number): string {
  // Streaming omits the incomplete character at the end.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return toStorableText(decoder.decode(bytes.subarray(0, maxLength), { stream: bytes.length > maxLength }));
}
