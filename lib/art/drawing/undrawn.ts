import { listPrefixes } from "./fonts";
import { createFontChooser, toVisibleText } from "./script-fonts";

/** Latin that every typeface has: a file of names has thousands. */
const PLAIN = /^[\x20-\x7e\u00c0-\u017f]*$/;

/**
 * Lists the characters of a text that are left out where it is drawn, each once: those that no font has. It reads only
 * which characters the fonts have.
 */
export function listUndrawn(text: string): string[] {
  if (PLAIN.test(text)) return [];
  const visible = toVisibleText(text);
  const fonts = createFontChooser(listPrefixes("inter"), visible);
  const hasFont = (part: string): boolean =>
    Array.from(part).every((character) => fonts.split(character).length > 0);
  // What is drawn is the text without some characters, so both are read along each other.
  const drawn = fonts.split(visible).flatMap((run) => Array.from(run.text));
  let next = 0;
  const lost = Array.from(visible).filter((character) => {
    if (drawn[next] !== character) return !hasFont(character.normalize("NFKC"));
    next += 1;
    return false;
  });
  return [...new Set(lost)];
}
