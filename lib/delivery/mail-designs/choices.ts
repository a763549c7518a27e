/** Choices for forms, as plain data: importing the schemas would bring zod into the browser. */

/** The kinds of mail whose words an organization can change: those about its badges. */
export const DESIGNED_MAILS = ["pending_badge", "replaced_badge", "revoked_badge", "expiring_badge"] as const;
export type DesignedMail = (typeof DESIGNED_MAILS)[number];

export const isDesignedMail = (kind: string): kind is DesignedMail =>
  DESIGNED_MAILS.some((one) => one === kind);

/** The texts of a mail: its subject, its heading, and words that come before the rest. */
export const MAIL_TEXTS = ["subject", "heading", "opening"] as const;
export type MailText = (typeof MAIL_TEXTS)[number];

export const MAX_TEXT_LENGTHS: Record<MailText, number> = { subject: 150, heading: 150, opening: 1_000 };
export const MAX_SENDER_NAME_LENGTH = 80;

const BADGE_PLACEHOLDERS = ["recipient_name", "recipient_first_name", "badge_name", "issuer_name"] as const;
export type Placeholder = (typeof BADGE_PLACEHOLDERS)[number] | "expires_on";

/** What texts can contain in double braces. */
export const PLACEHOLDERS: Record<DesignedMail, readonly Placeholder[]> = {
  pending_badge: BADGE_PLACEHOLDERS,
  replaced_badge: BADGE_PLACEHOLDERS,
  revoked_badge: BADGE_PLACEHOLDERS,
  expiring_badge: [...BADGE_PLACEHOLDERS, "expires_on"],
};

/** Returns how a placeholder is written in a text. */
export const writePlaceholder = (name: string): string => `{{${name}}}`;
