import { clock } from "@/lib/kernel/clock";
import { normalizeEmailAddress } from "@/lib/kernel/email-address";
import { LOCALES } from "@/lib/kernel/locales";
import { joinNames } from "@/lib/kernel/names";
import type { DuplicateBehavior } from "@/lib/badges/issued/duplicates";
import { IMPORT_FIELDS } from "./choices";
import { splitName } from "./mapping";
import { chooseTemplate, type RowTemplates } from "./row-templates";
import { isShortenedNumber } from "@/lib/platform/files/table";
import {
  dateInMixedFileMessage,
  dateReadAsMessage,
  distantYearMessage,
  shortenedIdMessage,
} from "./problem-messages";
import type { ImportField, ImportMapping, ImportProblem } from "./schema";
import { parseSpreadsheetDate, type DateOrder, type SpreadsheetDate } from "./spreadsheet-dates";

/** Settings for all rows of a file. */
export type RowSettings = {
  badgeTemplateId: string;
  /** Each row has to name its template, instead of getting the one above when it names none. */
  isTemplateFromColumn: boolean;
  mapping: ImportMapping;
  duplicateBehavior: DuplicateBehavior;
  /** `YYYY-MM-DD`, for rows without a date of issue. */
  issuedAt: string;
  /** Otherwise `issuedAt` becomes the day on which the run starts. */
  isIssuedAtChosen: boolean;
  suppressBadgeNotificationEmail: boolean;
  dateOrder: DateOrder;
  isDateOrderChosen: boolean;
};

type CellReader = (field: ImportField) => string | undefined;

/** A parsed row: the body of POST …/badges, a reader of the cells by field, and warnings about ambiguous dates. */
export type ParsedRow = {
  /** Why it is not known which badge the row gets, or null. */
  templateProblem: ImportProblem | null;
  /** IDs that Excel has shortened. The body has none of them. */
  idProblems: ImportProblem[];
  body: Record<string, unknown>;
  read: CellReader;
  notes: ImportProblem[];
  name: string;
  email: string;
};

/** Fields that are read to the letter: a lookalike of an address is none. */
const EXACT_FIELDS: ReadonlySet<ImportField> = new Set([
  "recipient_email",
  "issuer_earner_id",
  "issuer_earner_group_external_id",
]);

/** Creates a reader of cells by field, with composed text (NFC). It returns undefined when the field has no column, or the cell is empty. */
const createCellReader =
  (cells: string[], mapping: ImportMapping): CellReader =>
  (field) => {
    const index = mapping[field];
    const written = index === undefined ? "" : (cells[index] ?? "").trim();
    const text = EXACT_FIELDS.has(field) ? written : written.normalize("NFC");
    return text === "" ? undefined : text;
  };

function parseRecipientNames(read: CellReader): Record<string, string | undefined> {
  const [full, first, last] = [read("issued_to"), read("issued_to_first_name"), read("issued_to_last_name")];
  const middle = read("issued_to_middle_name");
  const parts = full !== undefined && first === undefined && last === undefined ? splitName(full) : null;
  return {
    issued_to: parts ? parts.full : full,
    issued_to_first_name: parts ? parts.first : first,
    issued_to_middle_name: middle,
    issued_to_last_name: parts ? parts.last || undefined : last,
  };
}

const NEVER = new Set(["never", "none", "no", "false", "0"]);
const YES = new Set(["yes", "y", "true", "1", "x"]);
const NO = new Set(["no", "n", "false", "0"]);

const lowerCase = (text: string): string => text.toLowerCase();

/** Parses the yes or no of a cell. Other text is returned unchanged, and the schema rejects it. */
const parseFlag = (text: string): unknown =>
  YES.has(lowerCase(text)) ? true : NO.has(lowerCase(text)) ? false : text;

const parseLocale = (text: string): string =>
  LOCALES.find((locale) => lowerCase(locale) === lowerCase(text.replace("_", "-"))) ?? text;

type DateSettings = Pick<RowSettings, "issuedAt" | "dateOrder" | "isDateOrderChosen"> & {
  /** Some dates of the file have the day first, others the month. */
  isMixed: boolean;
};

/** Says how a date was read if it can be another day; null if it is clear. */
function noteDate(
  field: ImportField,
  text: string,
  date: SpreadsheetDate,
  { dateOrder, isDateOrderChosen, isMixed }: DateSettings,
): ImportProblem | null {
  const isOtherwise = date.order !== null && date.order !== dateOrder;
  if (isMixed && (isOtherwise || (date.isAmbiguous && !isDateOrderChosen)))
    return { field, code: "mixed_date_orders", message: dateInMixedFileMessage(text, date.text) };
  const isUnclear = isDateOrderChosen ? isOtherwise : date.isAmbiguous;
  return isUnclear ? { field, code: "ambiguous_date", message: dateReadAsMessage(text, date.text) } : null;
}

/** The last year of the calendar of the API, which stands for never. */
const LAST_YEAR = 9999;

/** Says the year of a date that is more than 100 years ahead. */
function noteYear(field: ImportField, text: string, date: SpreadsheetDate): ImportProblem | null {
  const year = Number(date.text.slice(0, 4));
  const isDistant = year > clock.now().getUTCFullYear() + 100 && year !== LAST_YEAR;
  return isDistant ? { field, code: "distant_year", message: distantYearMessage(text, date.text) } : null;
}

const parseDateCell = (field: ImportField, text: string, settings: DateSettings) => {
  const date = parseSpreadsheetDate(text, settings.dateOrder);
  const notes = date ? [noteDate(field, text, date, settings), noteYear(field, text, date)] : [];
  return { value: date?.text ?? text, notes: notes.filter((note) => note !== null) };
};

function parseDates(read: CellReader, settings: DateSettings) {
  const [issued, expires] = [read("issued_at"), read("expires_at")];
  const issuedAt = parseDateCell("issued_at", issued ?? settings.issuedAt, settings);
  if (expires === undefined || NEVER.has(lowerCase(expires))) {
    const isNever = expires !== undefined;
    return {
      values: { issued_at: issuedAt.value, ...(isNever ? { expires_at: false } : {}) },
      notes: issuedAt.notes,
    };
  }
  const expiresAt = parseDateCell("expires_at", expires, settings);
  return {
    values: { issued_at: issuedAt.value, expires_at: expiresAt.value },
    notes: [...issuedAt.notes, ...expiresAt.notes],
  };
}

const hostName = (address: string): string => {
  try {
    return new URL(address).hostname || address;
  } catch {
    return address;
  }
};

/**
 * Parses the addresses of a cell, separated by spaces or `|`, to evidence with the given title, or else with the host
 * as title.
 */
function parseEvidence(read: CellReader): { evidence?: unknown[] } {
  const addresses = (read("evidence_url") ?? "").split(/[\s|]+/).filter((part) => part !== "");
  if (addresses.length === 0) return {};
  const name = read("evidence_name");
  return {
    evidence: addresses.map((value) => ({ type: "UrlEvidence", value, name: name ?? hostName(value) })),
  };
}

function parseGroup(read: CellReader): { issuer_earner_group?: unknown } {
  const [id, name] = [read("issuer_earner_group_external_id"), read("issuer_earner_group_name")];
  if (id === undefined && name === undefined) return {};
  return { issuer_earner_group: { external_id: id ?? name, name: name ?? id } };
}

const ID_FIELDS: ImportField[] = ["issuer_earner_id", "issuer_earner_group_external_id"];

/** Lists the IDs that Excel has shortened: different people would get the same one. */
const listShortenedIds = (read: CellReader): ImportProblem[] =>
  ID_FIELDS.flatMap((field) => {
    const id = read(field) ?? "";
    return isShortenedNumber(id)
      ? [{ field, code: "shortened_number", message: shortenedIdMessage(id) }]
      : [];
  });

/** The fields that a function above parses. The text of all others is passed on as it is. */
const PARSED_FIELDS = new Set<ImportField>([
  "issued_to",
  "issued_to_first_name",
  "issued_to_last_name",
  "issued_to_middle_name",
  "issued_at",
  "expires_at",
  "locale",
  "evidence_url",
  "evidence_name",
  "issuer_earner_group_external_id",
  "issuer_earner_group_name",
  "suppress_badge_notification_email",
  "badge_template",
]);
const TEXT_FIELDS = IMPORT_FIELDS.filter((field) => !PARSED_FIELDS.has(field));

/**
 * Builds the request body of a row. It is validated like any other (`IssueInput`). `isMixed` says that some dates of the file
 * have the day first and others the month.
 */
export function parseRow(
  cells: string[],
  settings: RowSettings,
  templates: RowTemplates = new Map(),
  isMixed = false,
): ParsedRow {
  const read = createCellReader(cells, settings.mapping);
  const { id: templateId, problem: templateProblem } = chooseTemplate(
    read("badge_template"),
    settings.isTemplateFromColumn ? null : settings.badgeTemplateId,
    templates,
  );
  const name = parseRecipientNames(read);
  const { values, notes } = parseDates(read, { ...settings, isMixed });
  const [locale, suppressEmail] = [read("locale"), read("suppress_badge_notification_email")];
  const body: Record<string, unknown> = {
    badge_template_id: templateId,
    duplicate_behavior: settings.duplicateBehavior,
    ...Object.fromEntries(TEXT_FIELDS.map((field) => [field, read(field)])),
    ...name,
    ...values,
    locale: locale === undefined ? undefined : parseLocale(locale),
    suppress_badge_notification_email:
      suppressEmail === undefined ? settings.suppressBadgeNotificationEmail : parseFlag(suppressEmail),
    ...parseEvidence(read),
    ...parseGroup(read),
  };
  const idProblems = listShortenedIds(read);
  if (idProblems.some(({ field }) => field === "issuer_earner_id")) delete body.issuer_earner_id;
  const recipientName =
    name.issued_to ??
    joinNames(name.issued_to_first_name, name.issued_to_middle_name, name.issued_to_last_name);
  return {
    templateProblem,
    idProblems,
    body,
    read,
    notes,
    name: recipientName,
    email: normalizeEmailAddress(read("recipient_email") ?? ""),
  };
}

const BODY_FIELDS: [prefix: RegExp, field: ImportField][] = [
  [/^evidence(\.\d+\.name)$/, "evidence_name"],
  [/^evidence\b/, "evidence_url"],
  [/^issuer_earner_group\.external_id$/, "issuer_earner_group_external_id"],
  [/^issuer_earner_group\b/, "issuer_earner_group_name"],
];

/** Returns the field of the mapping for a field of the request body. */
export const toImportField = (field: string): string =>
  BODY_FIELDS.find(([pattern]) => pattern.test(field))?.[1] ?? field;

const valueAtPath = (body: unknown, path: string): unknown =>
  path.split(".").reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], body);

/**
 * Returns the value that an error of the body is about: the cell, or the part of it that became an item of a list.
 */
export function findErrorValue({ body, read }: ParsedRow, path: string): string {
  const isItem = path.startsWith("evidence.");
  const value = (isItem ? undefined : read(toImportField(path) as ImportField)) ?? valueAtPath(body, path);
  return typeof value === "string" ? value : "";
}
