import { truncateAtGrapheme, toStorableText } from "@/lib/kernel/cut-text";
import { LOCALES } from "@/lib/kernel/locales";
import { FIELD_LABELS, type ImportFieldName } from "./choices";

/** An error of issuing a row, with the value that it is about. */
export type Fault = { field: string; code: string; message: string; value: string };

const SHOWN = 80;
const NAME_LENGTH = 255;
const MOST: Partial<Record<ImportFieldName, number>> = { recipient_email: 254, evidence_url: 2_000 };

/** Quotes a value for a message: on one line, and cut if it is long. */
function quoted(value: string): string {
  const text = value.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return `“${text.length > SHOWN ? `${truncateAtGrapheme(text, SHOWN - 1)}…` : toStorableText(text)}”`;
}

/** For each field: why a value is wrong, and what to enter instead. */
const EXPECTED: Partial<Record<ImportFieldName, { not: string; use: string }>> = {
  recipient_email: { not: "is not an e-mail address", use: "ada@example.org" },
  issued_at: { not: "is not a date", use: "2026-12-31" },
  expires_at: { not: "is not a date", use: "2026-12-31, or never" },
  locale: { not: "is not a supported language", use: LOCALES.join(", ").replace(/, (?=[^,]*$)/, " or ") },
  evidence_url: { not: "is not a web address", use: "https://example.org/certificate" },
  suppress_badge_notification_email: { not: "is neither yes nor no", use: "yes or no" },
};

const isField = (field: string): field is ImportFieldName => field in FIELD_LABELS;

const missing = (field: ImportFieldName): string => {
  const use = EXPECTED[field]?.use;
  return use
    ? `${FIELD_LABELS[field]} is missing. Enter one, for example ${use}.`
    : `${FIELD_LABELS[field]} is missing. Enter it.`;
};

function expirationWords({ code, value }: Fault): string | null {
  const isOwn = value !== "";
  if (code === "before_issued_at") {
    return isOwn
      ? `${quoted(value)} is before the day of issue. Enter a later day, or never.`
      : "The badge expires before the day of issue. Enter a later expiration day, or never.";
  }
  if (code === "out_of_range")
    return `The expiration day is after the year 9999. Enter an earlier day, or never.`;
  return null;
}

function tooLong(field: ImportFieldName, value: string): string {
  return `${quoted(value)} is too long. Enter at most ${MOST[field] ?? NAME_LENGTH} characters.`;
}

function fieldWords(field: ImportFieldName, fault: Fault): string {
  const { code, value } = fault;
  if (field === "expires_at") {
    const words = expirationWords(fault);
    if (words) return words;
  }
  if (value.trim() === "") return missing(field);
  if (code === "too_big") return tooLong(field, value);
  const expected = EXPECTED[field];
  if (expected) return `${quoted(value)} ${expected.not}. Use ${expected.use}.`;
  return `${quoted(value)} has characters that cannot be used. Remove them.`;
}

/**
 * Formats an error of a row for the person who has the file: the value, and what to enter instead. Errors about the
 * whole badge use the sentence from issuing.
 */
export function problemWords(fault: Fault): string {
  const { field, code, message, value } = fault;
  if (code === "duplicate_badge") {
    return `${quoted(value)} already has this badge. Remove the row, or choose to replace the badge or issue another one.`;
  }
  if (field === "evidence_url" && message.startsWith("Too big"))
    return "The cell has too many links. Enter at most 50.";
  if (isField(field)) return fieldWords(field, fault);
  if (code === "template_not_active") return message;
  return "The badge can no longer be issued. It was deleted, or its owner withdrew your permission.";
}

const LONG_DATE = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** Formats how an ambiguous date was read. */
export const readAs = (text: string, iso: string): string =>
  `${quoted(text)} is read as ${LONG_DATE.format(new Date(iso.slice(0, 10)))}.`;

/** Messages for a recipient that is in another row too. */
export const sameRecipient = (email: string, row: number): string =>
  `${quoted(email)} is in row ${row} too. Keep one of the two rows.`;
export const twoBadges = (email: string, row: number): string =>
  `${quoted(email)} is in row ${row} too and gets two badges.`;

/** Messages for a recipient who already has the badge, when the settings of the import allow that. */
export const willReplace = (email: string): string =>
  `${quoted(email)} already has this badge. It will be replaced.`;
export const getsAnother = (email: string): string =>
  `${quoted(email)} already has this badge and gets another one.`;

export const TOO_MANY_CELLS =
  "The row has more cells than there are headings. Put a cell that contains a separator in double quotes.";
