/** Line separators, and the characters that reverse the direction of text, which can disguise a name. */
const HIDDEN = /[\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
const LINK = /:\/\/|\bwww\./iu;
const TAG = /<\/?[a-z!][^>]*>/iu;

/** Brings variants of the same character, such as those of full width, to the form that mail programs link. */
const normalize = (text: string): string => text.normalize("NFKC").replace(/\p{Cf}/gu, "");

/** Returns why a text of an organization cannot be in a mail, as the end of a sentence; null if it can. */
export function findWordProblem(text: string): string | null {
  if (HIDDEN.test(text)) return "contains characters that are not allowed";
  const plain = normalize(text);
  if (LINK.test(plain)) return "must not contain links. The e-mail has its own";
  return TAG.test(plain) ? "must not contain HTML" : null;
}

/** Returns why a name cannot be that of a sender: also if it looks like an address. */
export const findSenderNameProblem = (name: string): string | null =>
  findWordProblem(name) ?? (/[@<>]/u.test(normalize(name)) ? "must not contain @, < or >" : null);
