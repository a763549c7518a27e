/** The placeholder that the message of a page without scripts replaces (components/ui/page/message-page.ts). */
export const MessagePlaceholder = () => <div data-words="here" />;
