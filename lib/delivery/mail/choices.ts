/** What the console calls a kind of mail, and in whose name it is sent, with the sender that an organization has chosen. */
type Details = { label: string; sender: "organization" | "installation" };

const MAIL_DETAILS = {
  pending_badge: { label: "Badge issued", sender: "organization" },
  replaced_badge: { label: "Badge replaced", sender: "organization" },
  revoked_badge: { label: "Badge revoked", sender: "organization" },
  expiring_badge: { label: "Badge expires soon", sender: "organization" },
  employee_invitation: { label: "Employee invitation", sender: "organization" },
  member_invitation: { label: "Member invitation", sender: "organization" },
  confirm_email: { label: "E-mail address confirmation", sender: "installation" },
  merge_accounts: { label: "Account merge confirmation", sender: "installation" },
  connect_course: { label: "Course connection", sender: "organization" },
  password: { label: "Password reset", sender: "installation" },
  account_changed: { label: "Account changed", sender: "installation" },
  webhook_failing: { label: "Webhook deliveries failing", sender: "installation" },
  domain_lost: { label: "Domain no longer verified", sender: "installation" },
  notice: { label: "Notice to members", sender: "installation" },
  several: { label: "Several e-mails combined", sender: "organization" },
} satisfies Record<string, Details>;

/** The kinds of mail that the service sends. */
export type MailKind = keyof typeof MAIL_DETAILS;
export const MAIL_KINDS = Object.keys(MAIL_DETAILS) as [MailKind, ...MailKind[]];

/** Returns what the console calls a kind of mail. */
export const mailLabel = (kind: MailKind): string => MAIL_DETAILS[kind].label;

/** Whether mails of this kind are sent in the name of an organization. */
export const isOrganizationMail = (kind: MailKind): boolean => MAIL_DETAILS[kind].sender === "organization";
