/** Code that reads deeper values can run out of stack. */
const MAX_DEPTH = 32;

// The database stores neither NUL nor half of a pair of surrogates.
const HALF_OF_PAIR = /\p{Surrogate}/u;

const isStorable = (text: string): boolean => !text.includes("\0") && !HALF_OF_PAIR.test(text);

/** Returns a text without what the database cannot store. */
export const toStorable = (text: string): string =>
  text.replace(/\p{Surrogate}/gu, "\uFFFD").replaceAll("\0", "\uFFFD");

/** Returns why a value of another service cannot be stored; null if it can. */
export function describeUnstorable(value: unknown): string | null {
  const open: { part: unknown; depth: number }[] = [{ part: value, depth: 0 }];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { part, depth } = one;
    if (typeof part === "string" && !isStorable(part))
      return "A text has characters that cannot be stored: NUL, or half of a surrogate pair.";
    if (typeof part !== "object" || part === null) continue;
    if (depth >= MAX_DEPTH) return `It is nested more than ${MAX_DEPTH} levels deep.`;
    for (const [name, field] of Object.entries(part))
      open.push({ part: name, depth }, { part: field, depth: depth + 1 });
  }
  return null;
}
