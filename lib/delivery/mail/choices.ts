/** The kinds of mail that the service sends. */
export const MAIL_KINDS = [
  "pending_badge",
  "replaced_badge",
  "revoked_badge",
  "expiring_badge",
  "employee_invitation",
  "member_invitation",
  "confirm_email",
  "merge_accounts",
  "connect_course",
  "password",
  "account_changed",
  "webhook_failing",
  "domain_lost",
  "notice",
  "several",
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Those that are sent in the name of an organization, with the sender that it has chosen. */
const ORGANIZATION_MAILS: readonly MailKind[] = [
  "pending_badge",
  "replaced_badge",
  "revoked_badge",
  "expiring_badge",
  "employee_invitation",
  "member_invitation",
  "connect_course",
  "several",
];

export const isOrganizationMail = (kind: MailKind): boolean => ORGANIZATION_MAILS.includes(kind);
