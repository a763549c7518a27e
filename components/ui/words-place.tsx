/** Where the words of a page without scripts come to stand (words-document.ts). */
export const WordsPlace = () => <div data-words="here" />;
