// Characters that are not seen change what is: they reverse letters, hide words, and make two names look the same.

const CONTROL = /(?![\t\n\r])\p{Cc}/gu;

/**
 * Characters that are not seen: those by which text changes its direction (Unicode Standard Annex 9), spaces without a width,
 * fillers and annotations. Variation selectors, which choose the form of the character before them, are none.
 */
const INVISIBLE =
  /[\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}\u{E0001}\u{E0002}-\u{E001F}\u{E0080}-\u{E00FF}\u{E01F0}-\u{E0FFF}]/gu;

/** Letters that spell a flag after a black one (Unicode Technical Standard 51, "emoji tag sequence"). Elsewhere they hide text. */
const STRAY_TAG = /(?<!\u{1F3F4}[\u{E0020}-\u{E007F}]{0,7})[\u{E0020}-\u{E007F}]/gu;

/**
 * Joiners where no script needs them. They form words in Persian and Indic scripts, and emoji of several parts, and do nothing
 * between letters of the others.
 */
const STRAY_JOINER =
  /(?<!(?![\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Zinh}])[\p{L}\p{M}]|[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\u20E3])[\u200C\u200D]/gu;

/** Removes characters that are not seen, and control characters other than tabs and line breaks. For text of strangers. */
export const removeInvisible = (text: string): string =>
  text.replace(CONTROL, "").replace(INVISIBLE, "").replace(STRAY_TAG, "").replace(STRAY_JOINER, "");

const escapeCharacter = (character: string): string =>
  String.raw`\u` +
  (character.length === 1
    ? (character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")
    : `{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/** Writes the characters that `removeInvisible` removes as `\u202e`. For text whose every character matters. */
export const escapeInvisible = (text: string): string =>
  [CONTROL, INVISIBLE, STRAY_TAG, STRAY_JOINER].reduce(
    (visible, pattern) => visible.replace(pattern, escapeCharacter),
    text,
  );
