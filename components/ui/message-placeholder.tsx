/** The placeholder that the message of a page without scripts replaces (words-document.ts). */
export const MessagePlaceholder = () => <div data-words="here" />;
