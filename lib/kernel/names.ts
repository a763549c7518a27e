/** Matches names in Chinese, Japanese and Korean script, which have the last name first. */
const LAST_NAME_FIRST = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー・々\s]+$/u;

/** Returns whether a name, or a part of one, is written with the last name first. */
export const isLastNameFirst = (name: string): boolean => LAST_NAME_FIRST.test(name);

/**
 * Joins the parts of a person's name that are there: first name, middle name, last name. The last name comes first when all of
 * them are in a script of East Asia (decision 0147).
 */
export function joinNames(...parts: (string | null | undefined)[]): string {
  const names = parts.filter((part): part is string => Boolean(part));
  const last = parts.at(-1);
  return last && names.every(isLastNameFirst) ? [last, ...names.slice(0, -1)].join(" ") : names.join(" ");
}
