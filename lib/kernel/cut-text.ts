// What PostgreSQL cannot hold: NUL, and half of a surrogate pair, which has no UTF-8 (jsonb refuses both).
const UNSTORABLE = /[\p{Surrogate}\0]/gu;

/** Returns text that came from outside as the database can hold it: what it cannot hold becomes U+FFFD. */
export const storableText = (text: string): string => text.replace(UNSTORABLE, "\uFFFD");

const isInsidePair = (text: string, at: number): boolean => (text.codePointAt(at - 1) ?? 0) > 0xffff;

/**
 * Cuts text for storage to at most `most` UTF-16 units, as the limits of fields count them, without cutting a
 * character in two. What the database cannot hold becomes U+FFFD.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return storableText(text);
  return storableText(text.slice(0, isInsidePair(text, most) ? most - 1 : most));
}

let segmenter: Intl.Segmenter | undefined;

/** Splits text into what people see as one character: an accented letter, a flag, a family. */
export function graphemesOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/**
 * Cuts text that people see to at most `most` UTF-16 units, at the end of what they see as one character. Only a first
 * character that is longer than that by itself is cut, as `cutText` cuts it.
 */
export function cutShownText(text: string, most: number): string {
  if (text.length <= most) return storableText(text);
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  // The character behind the cut decides whether it belongs to the one before it; the rest of the text does not.
  const end = segmenter.segment(text.slice(0, most + 2)).containing(most)?.index ?? most;
  return cutText(text, end === 0 ? most : end);
}

/** Decodes the first `most` bytes of UTF-8 as text that the database can hold, without cutting a character in two. */
export function cutBytes(bytes: Uint8Array, most: number): string {
  // Streaming leaves out the beginning of a character that the cut parted from its end.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return storableText(decoder.decode(bytes.subarray(0, most), { stream: bytes.length > most }));
}
