/** Latin and Greek accents, Arabic vowels and Hebrew points. Marks of other scripts change the word. */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f]/g;

const LETTERS: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ł: "l", ı: "i", ς: "σ" };

/**
 * Folds a text that a page searches by itself: small letters without accents. Lists of the database fold by
 * `lib/kernel/search-text.ts`.
 */
export const foldText = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(MARKS, "")
    .toLowerCase()
    .replace(/[ßæœøđłıς]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize("NFC");

/** Returns whether a text has each word of a query, without regard to accents and capitals. */
export function hasWords(text: string, query: string): boolean {
  const folded = foldText(text);
  return foldText(query)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
