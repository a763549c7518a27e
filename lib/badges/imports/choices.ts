/** Choices for forms, as plain data: importing the schemas would bring zod into the browser. */

/** The fields that a column of a file can have. The names are those of `IssueInput` where it has the field. */
export const IMPORT_FIELDS = [
  "recipient_email",
  "issued_to_first_name",
  "issued_to_last_name",
  "issued_to",
  "issued_to_middle_name",
  "issued_at",
  "expires_at",
  "issuer_earner_id",
  "locale",
  "country_name",
  "state_or_province",
  "evidence_url",
  "evidence_name",
  "issuer_earner_group_external_id",
  "issuer_earner_group_name",
  "suppress_badge_notification_email",
  "badge_template",
] as const;

export type ImportFieldName = (typeof IMPORT_FIELDS)[number];

/** The labels of the fields on screens and in sample files. */
export const FIELD_LABELS: Record<ImportFieldName, string> = {
  recipient_email: "E-mail address",
  issued_to_first_name: "First name",
  issued_to_last_name: "Last name",
  issued_to: "Full name",
  issued_to_middle_name: "Middle name",
  issued_at: "Issued on",
  expires_at: "Expires",
  issuer_earner_id: "Your ID for the earner",
  locale: "Language",
  country_name: "Country",
  state_or_province: "State or province",
  evidence_url: "Evidence links",
  evidence_name: "Evidence title",
  issuer_earner_group_external_id: "Group ID",
  issuer_earner_group_name: "Group name",
  suppress_badge_notification_email: "Do not send an e-mail",
  badge_template: "Badge template",
};

/** Maximum rows of a file, which bound the memory and time of one request. */
export const MAX_ROWS = 10_000;

/** Maximum rows that one request changes. */
export const MAX_SHEET_CHANGES = 1_000;

/** The minutes before badges are issued in which that can be undone: choices of the form, and the longest of the API. */
export const WAIT_MINUTES = [5, 10, 30, 60] as const;
export const DEFAULT_WAIT_MINUTES = 10;
export const MAX_WAIT_MINUTES = 1_440;

/** Returns the name of a column: its heading, or its number (from 1) when it has none. */
export const columnName = (heading: string, index: number): string => heading || `Column ${index + 1}`;
