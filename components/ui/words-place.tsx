/** The placeholder that the message of a page without scripts replaces (words-document.ts). */
export const WordsPlace = () => <div data-words="here" />;
