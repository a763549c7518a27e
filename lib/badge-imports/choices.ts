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

/** The largest file that is taken. */
export const MOST_FILE_BYTES = 10 * 1024 * 1024;

/** A column by its heading, or by its place when it has none. */
export const columnName = (heading: string, place: number): string => heading || `Column ${place + 1}`;
