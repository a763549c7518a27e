/** Every sentence of the mails. A locale has all of them; one without any falls back to English. */
export type Messages = {
  pendingBadge: {
    subject: (issuer: string, badge: string) => string;
    preview: (badge: string, issuer: string) => string;
    title: Title;
    action: string;
    choice: string;
    reason: (issuer: string, address: string) => string;
    notYours: string;
  };
  replacedBadge: {
    subject: (issuer: string, badge: string) => string;
    preview: (badge: string, issuer: string) => string;
    title: Title;
    messageOf: (issuer: string) => string;
    action: string;
    choice: string;
    reason: (issuer: string, address: string) => string;
  };
  revokedBadge: {
    subject: (issuer: string, badge: string) => string;
    preview: (badge: string, issuer: string) => string;
    title: Title;
    fact: (issuer: string) => string;
    reasonGiven: string;
    advice: (issuer: string) => string;
    reason: (issuer: string, address: string) => string;
  };
  expiringBadge: {
    subject: (badge: string, date: string) => string;
    preview: (badge: string, date: string) => string;
    title: Title;
    fact: (date: string) => string;
    action: string;
    advice: (issuer: string) => string;
    reason: (issuer: string, address: string) => string;
  };
  employeeInvitation: {
    subject: (organization: string) => string;
    preview: (organization: string) => string;
    title: (name: string | null, organization: string) => string;
    fact: (organization: string) => string;
    choice: string;
    action: string;
    reason: (organization: string, address: string) => string;
    notYours: string;
  };
  memberInvitation: {
    subject: (organization: string) => string;
    preview: (inviter: string, organization: string) => string;
    title: (organization: string) => string;
    fact: (inviter: string, organization: string, role: Role) => string;
    roles: Record<Role, string>;
    until: (date: string) => string;
    action: string;
    reason: (inviter: string, address: string) => string;
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
  confirmEmail: AddressMessages;
  mergeAccounts: AddressMessages;
  artOf: (badge: string) => string;
  issuedBy: (issuer: string) => string;
  linkBelow: string;
};

/** What a member of an organization is. */
type Role = "administrator" | "issuer" | "viewer";

/** A headline that calls the earner by name, when there is one. */
type Title = (name: string) => string;

/** A mail about an address that somebody added to their account. */
export type AddressMessages = {
  sender: string;
  subject: string;
  preview: string;
  title: string;
  fact: (address: string, account: string) => string;
  consequence: string;
  action: string;
  reason: (account: string) => string;
  notYours: string;
};

const en: Messages = {
  pendingBadge: {
    subject: (issuer, badge) => `${issuer} has issued you a badge: ${badge}`,
    preview: (badge, issuer) => `${badge}, issued by ${issuer}. View it and decide whether to accept it.`,
    title: (name) => (name ? `${name}, you have earned a badge` : "You have earned a badge"),
    action: "View and accept your badge",
    choice:
      "Nothing is published until you say so. On the page you can accept the badge, accept it privately, or decline it. No account or password is needed.",
    reason: (issuer, address) => `You received this mail because ${issuer} issued a badge to ${address}.`,
    notYours: "If it was not meant for you, decline it on the page or simply ignore this mail.",
  },
  replacedBadge: {
    subject: (issuer, badge) => `${issuer} has replaced your badge: ${badge}`,
    preview: (badge, issuer) => `${badge}, issued by ${issuer} in place of an earlier badge of yours.`,
    title: (name) => (name ? `${name}, your badge was replaced` : "Your badge was replaced"),
    messageOf: (issuer) => `${issuer} writes:`,
    action: "View your badge",
    choice:
      "The new badge waits for your answer, as the first one did. On the page you can accept it, accept it privately, or decline it.",
    reason: (issuer, address) =>
      `You received this mail because ${issuer} replaced a badge that was issued to ${address}.`,
  },
  revokedBadge: {
    subject: (issuer, badge) => `${issuer} has revoked your badge: ${badge}`,
    preview: (badge, issuer) => `${badge} was withdrawn by ${issuer} and is no longer valid.`,
    title: (name) => (name ? `${name}, your badge was revoked` : "Your badge was revoked"),
    fact: (issuer) =>
      `${issuer} has withdrawn this badge. It no longer certifies anything, and its page says so to everybody who opens it.`,
    reasonGiven: "The reason given:",
    advice: (issuer) => `If you think that this is a mistake, ask ${issuer}: only they can issue it again.`,
    reason: (issuer, address) =>
      `You received this mail because ${issuer} revoked a badge that was issued to ${address}.`,
  },
  expiringBadge: {
    subject: (badge, date) => `Your badge ${badge} expires on ${date}`,
    preview: (badge, date) => `${badge} is valid until ${date}.`,
    title: (name) => (name ? `${name}, your badge expires soon` : "Your badge expires soon"),
    fact: (date) =>
      `It is valid until ${date}. After that its page says that it has expired; what you achieved stays on it.`,
    action: "View your badge",
    advice: (issuer) => `Ask ${issuer} what it takes to renew it.`,
    reason: (issuer, address) =>
      `You received this mail because ${issuer} issued a badge to ${address} that expires within 30 days.`,
  },
  employeeInvitation: {
    subject: (organization) => `${organization} invites you to connect your badges`,
    preview: (organization) => `Decide whether ${organization} may see the badges that you have earned.`,
    title: (name, organization) =>
      name ? `${name}, connect with ${organization}` : `Connect with ${organization}`,
    fact: (organization) =>
      `${organization} would like to see the badges that you have earned: those that it issued to you, and those that you accepted and made public. Private badges from others stay private.`,
    choice:
      "It is your choice. After you sign in you can accept or reject the connection, and leave it later.",
    action: "Sign in and decide",
    reason: (organization, address) =>
      `You received this mail because ${organization} keeps ${address} as the address of an employee.`,
    notYours: "If you do not work there, simply ignore this mail: nothing is shared.",
  },
  memberInvitation: {
    subject: (organization) => `Join ${organization} on its badge console`,
    preview: (inviter, organization) =>
      `${inviter} invites you to work on ${inviter === organization ? "its badges" : `the badges of ${organization}`}.`,
    title: (organization) => `Join ${organization}`,
    fact: (inviter, organization, role) =>
      `${inviter} invites you to become ${role === "viewer" ? "a" : "an"} ${role}${inviter === organization ? "" : ` of ${organization}`}.`,
    roles: {
      administrator:
        "An administrator may do everything: issue badges, connect programs, invite and remove members, change the settings.",
      issuer: "An issuer makes badge templates, issues badges and looks after them.",
      viewer: "A viewer sees badge templates and issued badges, and changes nothing.",
    },
    until: (date) => `The link below holds until ${date}, for you alone.`,
    action: "Look at the invitation",
    reason: (inviter, address) => `You received this mail because ${inviter} entered the address ${address}.`,
    notYours: "If you did not expect it, simply ignore this mail: nothing happens.",
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
  confirmEmail: {
    sender: "Your badges",
    subject: "Confirm this e-mail address",
    preview: "Open the link to show that this address is yours. It holds for two days.",
    title: "Is this address yours?",
    fact: (address, account) => `The account ${account} has added ${address} to its addresses.`,
    consequence:
      "Once you confirm it, badges that are sent to this address appear in that account. Sign in to that account to confirm; the link holds for two days.",
    action: "Confirm this address",
    reason: (account) =>
      `You received this mail because somebody signed in as ${account} named this address.`,
    notYours: "If that was not you, do nothing, and pass this link on to nobody: without it nothing happens.",
  },
  mergeAccounts: {
    sender: "Your badges",
    subject: "Merge your two accounts?",
    preview: "Open the link to bring this account into another one of yours. It holds for two days.",
    title: "Merge this account into another one?",
    fact: (address, account) =>
      `The account ${account} has added ${address}, which belongs to the account that this mail was sent to.`,
    consequence:
      "If both are yours, you can merge them: badges, addresses and memberships of this account move to the other one, and this account ends. It cannot be undone. Sign in to the other account to do it; the link holds for two days.",
    action: "Look at the merge",
    reason: (account) =>
      `You received this mail because somebody signed in as ${account} named an address of this account.`,
    notYours:
      "If that was not you, do nothing, and pass this link on to nobody: whoever has it could take this account over.",
  },
  artOf: (badge) => `Badge: ${badge}`,
  issuedBy: (issuer) => `Issued by ${issuer}`,
  linkBelow: "If the button does not work, open this address in your browser:",
};

const LOCALES: Record<string, Messages> = { en };

/** The sentences of a locale, with its tag for the mail's `lang`; English where a locale has none. */
export function messagesFor(locale: string): { lang: string; messages: Messages } {
  const messages = LOCALES[locale];
  return messages ? { lang: locale, messages } : { lang: "en", messages: en };
}
