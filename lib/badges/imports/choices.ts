/** What a form shows or counts before it judges anything, as data: the schemas bring a large library along. */

/** What a column of a file can be; the names are those of `IssueInput` where it has them. */
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
] as const;

export type ImportFieldName = (typeof IMPORT_FIELDS)[number];

/** What people call the fields of a badge. */
export const FIELD_LABELS: Record<ImportFieldName, string> = {
  recipient_email: "E-mail address",
  issued_to_first_name: "First name",
  issued_to_last_name: "Last name",
  issued_to: "Full name",
  issued_to_middle_name: "Middle name",
  issued_at: "Issued on",
  expires_at: "Expires",
  issuer_earner_id: "Your id of the person",
  locale: "Language",
  country_name: "Country",
  state_or_province: "State or province",
  evidence_url: "Evidence links",
  evidence_name: "Title of the evidence",
  issuer_earner_group_external_id: "Group id",
  issuer_earner_group_name: "Group name",
  suppress_badge_notification_email: "Send no mail",
};

/** The largest file that is taken. */
export const MOST_FILE_BYTES = 10 * 1024 * 1024;

/** A column by its heading, or by its place when it has none. */
export const columnName = (heading: string, place: number): string => heading || `Column ${place + 1}`;
