import type { DuplicateField } from "@/lib/badges/issued/duplicates";
import { truncateAtGrapheme, toStorableText } from "@/lib/kernel/truncate-text";
import { LOCALES } from "@/lib/kernel/locales";
import { FIELD_LABELS, type ImportFieldName } from "./choices";

/** An error of issuing a row, with the value that it is about. */
export type RowError = { field: string; code: string; message: string; value: string };

const QUOTE_LENGTH = 80;

/** Quotes a value for a message: on one line, and cut if it is long. */
function quoteValue(value: string): string {
  const text = value.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return `“${text.length > QUOTE_LENGTH ? `${truncateAtGrapheme(text, QUOTE_LENGTH - 1)}…` : toStorableText(text)}”`;
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

const isImportField = (field: string): field is ImportFieldName => field in FIELD_LABELS;

const missingMessage = (field: ImportFieldName): string => {
  const use = EXPECTED[field]?.use;
  return use
    ? `${FIELD_LABELS[field]} is missing. Enter one, for example ${use}.`
    : `${FIELD_LABELS[field]} is missing. Enter it.`;
};

function expirationMessage({ code, value }: RowError): string | null {
  const hasValue = value !== "";
  if (code === "before_issued_at") {
    return hasValue
      ? `${quoteValue(value)} is before the day of issue. Enter a later day, or never.`
      : "The badge expires before the day of issue. Enter a later expiration day, or never.";
  }
  if (code === "out_of_range")
    return `The expiration day is after the year 9999. Enter an earlier day, or never.`;
  return null;
}

/** The limit is in the message of the schema: "Too big: expected string to have <=255 characters". */
function tooLongMessage({ message, value }: RowError): string {
  const [, limit] = /<=(\d+)/.exec(message) ?? [];
  return `${quoteValue(value)} is too long. Enter ${limit ? `at most ${limit}` : "fewer"} characters.`;
}

function fieldMessage(field: ImportFieldName, error: RowError): string {
  const { code, value } = error;
  if (field === "expires_at") {
    const expirationError = expirationMessage(error);
    if (expirationError) return expirationError;
  }
  if (value.trim() === "") return missingMessage(field);
  if (code === "too_big") return tooLongMessage(error);
  const expected = EXPECTED[field];
  if (expected) return `${quoteValue(value)} ${expected.not}. Use ${expected.use}.`;
  return `${quoteValue(value)} has characters that cannot be used. Remove them.`;
}

/**
 * Formats an error of a row for the person who has the file: the value, and what to enter instead. Errors about the
 * whole badge use the sentence from issuing.
 */
export function problemMessage(error: RowError): string {
  const { field, code, message, value } = error;
  if (code === "duplicate_badge") {
    return `${quoteValue(value)} already has this badge. Remove the row, or choose to replace the badge or issue another one.`;
  }
  if (field === "evidence_url" && message.startsWith("Too big"))
    return "The cell has too many links. Enter at most 50.";
  if (isImportField(field)) return fieldMessage(field, error);
  if (code === "template_not_active") return message;
  return "The badge can no longer be issued. It was deleted, or its owner withdrew your permission.";
}

/** Messages for a cell that does not name one badge. */
export const unknownTemplateMessage = (text: string, suggestion: string | null): string =>
  suggestion
    ? `${quoteValue(text)} is not a badge that you can issue. Did you mean ${quoteValue(suggestion)}?`
    : `${quoteValue(text)} is not a badge that you can issue. Use the exact name or the ID of an active badge.`;
export const NO_TEMPLATE_MESSAGE = "The badge is missing. Enter the name or the ID of an active badge.";
export const ambiguousTemplateMessage = (text: string, ids: string[]): string =>
  `${quoteValue(text)} is the name of ${ids.length} badges. Use the ID of one: ${ids.slice(0, 3).join(" or ")}.`;

const LONG_DATE = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** Formats how an ambiguous date was read. */
export const dateReadAsMessage = (text: string, iso: string): string =>
  `${quoteValue(text)} is read as ${LONG_DATE.format(new Date(iso.slice(0, 10)))}.`;

/** A message for a date so far ahead that its year is probably of another calendar, such as the Buddhist one. */
export const distantYearMessage = (text: string, iso: string): string =>
  `${quoteValue(text)} is in the year ${iso.slice(0, 4)}. Check the year.`;

/** Formats how a date was read in a file of which some dates have the day first and others the month. */
export const dateInMixedFileMessage = (text: string, iso: string): string =>
  `${dateReadAsMessage(text, iso)} Some dates of the file have the day first, others the month.`;

/** What a row has in common with another row or with an earlier badge, and its value. */
export type Clash = { field: DuplicateField; value: string };

/** Says which value belongs to whom: an address, another address of the same person, or an ID. */
const sayWhose = ({ field, value }: Clash, has: string, isSame: string): string => {
  if (field === "recipient_email") return `${quoteValue(value)} ${has}`;
  if (field === "user_id") return `${quoteValue(value)} is another address of ${isSame}`;
  return `The ID ${quoteValue(value)} belongs to ${isSame}`;
};

const sayInRow = (clash: Clash, row: number): string =>
  sayWhose(clash, `is in row ${row} too`, `the person in row ${row}`);
const sayHasBadge = (clash: Clash): string =>
  sayWhose(clash, "already has this badge", "a person who already has this badge");

/** Messages for a recipient that is in another row too. */
export const sameRecipientMessage = (clash: Clash, row: number): string =>
  clash.field === "issuer_earner_id"
    ? `${sayInRow(clash, row)}. Correct the ID, or keep one of the two rows.`
    : `${sayInRow(clash, row)}. Keep one of the two rows.`;
export const getsTwoBadgesMessage = (clash: Clash, row: number): string =>
  `${sayInRow(clash, row)}. That person gets two badges.`;

/** Messages for a recipient who already has the badge, as the settings of the import treat them. */
export const hasBadgeMessage = (clash: Clash): string =>
  `${sayHasBadge(clash)}. ${clash.field === "issuer_earner_id" ? "Correct the ID, remove" : "Remove"} the row, or choose to replace the badge or issue another one.`;
export const willReplaceMessage = (clash: Clash): string => `${sayHasBadge(clash)}. It will be replaced.`;
export const getsAnotherMessage = (clash: Clash): string =>
  `${sayHasBadge(clash)}. That person gets another one.`;

/** A message for an ID that Excel has shortened. */
export const shortenedIdMessage = (id: string): string =>
  `${quoteValue(id)} is a long number that Excel has shortened, so digits are missing. Format the column as text in Excel, enter the full ID and save the file again.`;

export const TOO_MANY_CELLS_MESSAGE =
  "The row has more cells than there are headings. Put a cell that contains a separator in double quotes.";
