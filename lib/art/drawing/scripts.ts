/** Scripts whose letters join, stack or change places, with the package of Noto Sans that has them. */
export const SHAPED_SCRIPTS: Record<string, string> = {
  Arabic: "arabic",
  Hebrew: "hebrew",
  Devanagari: "devanagari",
  Bengali: "bengali",
  Gurmukhi: "gurmukhi",
  Gujarati: "gujarati",
  Oriya: "oriya",
  Tamil: "tamil",
  Telugu: "telugu",
  Kannada: "kannada",
  Malayalam: "malayalam",
  Sinhala: "sinhala",
  Thai: "thai",
  Lao: "lao",
  Khmer: "khmer",
  Myanmar: "myanmar",
  Georgian: "georgian",
  Armenian: "armenian",
  Ethiopic: "ethiopic",
};

const OTHER_SCRIPTS = ["Latin", "Greek", "Cyrillic", "Han", "Hiragana", "Katakana", "Hangul", "Bopomofo"];

/** Scripts with a font, characters of all scripts, and the marks that fonts have for letters of any script. */
const DRAWN = new RegExp(
  `[${[...Object.keys(SHAPED_SCRIPTS), ...OTHER_SCRIPTS, "Common"]
    .map((script) => `\\p{Script=${script}}`)
    .join("")}\\u0300\\u0301\\u0303\\u0304\\u0308\\u0309\\u0323\\u0329\\u064b-\\u0655\\u0670]`,
  "u",
);
const EMOJI = /\p{Emoji_Presentation}|\p{Regional_Indicator}/u;

/**
 * Lists the letters, marks and emoji of a name that are left out where it is drawn, each once. For forms: it knows
 * scripts only, not the single characters of the fonts.
 */
export const listUndrawnLetters = (name: string): string[] => [
  ...new Set(
    Array.from(name.normalize("NFC")).filter(
      (character) =>
        EMOJI.test(character) ||
        (/[\p{L}\p{Mn}\p{Me}]/u.test(character) &&
          !DRAWN.test(character) &&
          !/\p{Default_Ignorable_Code_Point}/u.test(character)),
    ),
  ),
];

/** Formats which characters of a text are left out where it is drawn. Empty if none is. */
export const undrawnMessage = (characters: string[]): string => {
  if (characters.length === 0) return "";
  const shown = characters.slice(0, 8).join(" ");
  return characters.length === 1
    ? `“${shown}” is left out on certificates and cards, because no font has it.`
    : `“${shown}${characters.length > 8 ? " …" : ""}” are left out on certificates and cards, because no font has them.`;
};
