/** Every sentence of the mails. A locale has all of them; one without any falls back to English. */
export type Messages = {
  pendingBadge: {
    subject: (issuer: string, badge: string) => string;
    preview: (badge: string, issuer: string) => string;
    title: (name: string) => string;
    issuedBy: (issuer: string) => string;
    action: string;
    choice: string;
    linkBelow: string;
    reason: (issuer: string, address: string) => string;
    notYours: string;
  };
  webhookFailing: {
    subject: (organization: string) => string;
    preview: string;
    title: string;
    fact: (organization: string, since: string) => string;
    consequence: string;
    advice: string;
    action: string;
    reason: (organization: string) => string;
  };
  artOf: (badge: string) => string;
};

const en: Messages = {
  pendingBadge: {
    subject: (issuer, badge) => `${issuer} has issued you a badge: ${badge}`,
    preview: (badge, issuer) => `${badge}, issued by ${issuer}. View it and decide whether to accept it.`,
    title: (name) => `${name}, you have earned a badge`,
    issuedBy: (issuer) => `Issued by ${issuer}`,
    action: "View and accept your badge",
    choice:
      "Nothing is published until you say so. On the page you can accept the badge, accept it privately, or decline it. No account or password is needed.",
    linkBelow: "If the button does not work, open this address in your browser:",
    reason: (issuer, address) => `You received this mail because ${issuer} issued a badge to ${address}.`,
    notYours: "If it was not meant for you, decline it on the page or simply ignore this mail.",
  },
  webhookFailing: {
    subject: (organization) => `Webhook deliveries of ${organization} have failed for five days`,
    preview: "Your receiver has accepted no event for five days. Deliveries are still being retried.",
    title: "Your webhook has failed for five days",
    fact: (organization, since) =>
      `Events of ${organization} have not been accepted at this address since ${since}:`,
    consequence:
      "Nothing is lost yet. Each event is retried once a day for up to 25 days after its first attempt, and every attempt is kept with its answer.",
    advice:
      "Check that the address is reachable over https with a valid certificate, and that it answers with status 200 within 10 seconds. When it works again you can redeliver whatever failed.",
    action: "Look at the deliveries",
    reason: (organization) =>
      `You received this mail because you are the technical contact of ${organization}.`,
  },
  artOf: (badge) => `Badge: ${badge}`,
};

const LOCALES: Record<string, Messages> = { en };

/** The sentences of a locale, with its tag for the mail's `lang`; English where a locale has none. */
export function messagesFor(locale: string): { lang: string; messages: Messages } {
  const messages = LOCALES[locale];
  return messages ? { lang: locale, messages } : { lang: "en", messages: en };
}
