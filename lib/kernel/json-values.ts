/** More than a mebibyte of records has, and few enough to parse in some ten milliseconds. */
export const MAX_JSON_VALUES = 120_000;

const QUOTE = '"';
const BACKSLASH = 92;

/** Returns the position after the text that begins at `start`, or the end of `json` when it does not end. */
export function skipText(json: string, start: number): number {
  for (let end = json.indexOf(QUOTE, start + 1); end >= 0; end = json.indexOf(QUOTE, end + 1)) {
    let backslashes = 0;
    while (json.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
  }
  return json.length;
}

/**
 * Whether JSON has more than `max` values, without parsing it: each begins after a bracket or a comma outside of texts. A
 * mebibyte of empty lists takes fifty times its memory when it is parsed.
 */
export function hasTooManyValues(json: string, max = MAX_JSON_VALUES): boolean {
  if (json.length <= max) return false;
  let count = 0;
  for (let at = 0; at < json.length && count <= max;) {
    const character = json[at];
    if (character === "[" || character === "{" || character === ",") count += 1;
    at = character === QUOTE ? skipText(json, at) : at + 1;
  }
  return count > max;
}
