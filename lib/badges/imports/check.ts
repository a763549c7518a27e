import { previewIssues, type IssuePreview } from "@/lib/badges/issued/preview";
import type { DuplicateField } from "@/lib/badges/issued/duplicates";
import type { Author } from "@/lib/access/callers/caller";
import { truncateText } from "@/lib/kernel/truncate-text";
import type { ApiError } from "@/lib/kernel/errors";
import {
  hasBadgeMessage,
  problemMessage,
  sameRecipientMessage,
  getsAnotherMessage,
  TOO_MANY_CELLS_MESSAGE,
  getsTwoBadgesMessage,
  willReplaceMessage,
  type Clash,
} from "./problem-messages";
import { parseRow, toImportField, findErrorValue, type ParsedRow, type RowSettings } from "./parse-row";
import { findRowTemplates } from "./row-templates";
import type { ImportProblem, ROW_STATUSES } from "./schema";
import { findFileDateOrder } from "./spreadsheet-dates";

/** A row of the file, unchanged. Its number is that of the spreadsheet, where the headings are row 1. */
export type FileRow = { number: number; cells: string[]; isRagged: boolean };

/** A row with the result of its check. */
export type CheckedRow = FileRow & {
  status: (typeof ROW_STATUSES)[number];
  recipientEmail: string;
  recipientName: string;
  problems: ImportProblem[];
};

/** Maximum length of the recipient columns, which are shown and searched. The cells have the full text. */
const RECIPIENT_LENGTH = 255;

/** Converts an error of issuing to the problems of a row, with messages for the person who has the file. */
export const toImportProblems = ({ code, message, errors }: ApiError, row: ParsedRow): ImportProblem[] =>
  (errors.length > 0 ? errors : [{ field: "", code, message }]).map((error) => {
    const field = toImportField(error.field);
    const value = findErrorValue(row, error.field);
    return { field, code: error.code, message: problemMessage({ ...error, field, value }) };
  });

/** A problem of a recipient, at the field by which the badges of one person are recognized. */
const recipientProblem = (clash: Clash, code: string, message: string): ImportProblem => ({
  field: clash.field === "issuer_earner_id" ? "issuer_earner_id" : "recipient_email",
  code,
  message,
});

const toClash = (field: DuplicateField, { email, read }: ParsedRow): Clash => ({
  field,
  value: field === "issuer_earner_id" ? (read("issuer_earner_id") ?? "") : email,
});

/** Returns why a row will not be issued. Empty when it will be. */
function buildRowErrors(
  { error, existingField, sameRecipient }: IssuePreview,
  body: ParsedRow,
  rows: FileRow[],
): ImportProblem[] {
  if (!error) return [];
  // Without a template the rules of issuing say only that it is missing.
  if (body.templateProblem)
    return toImportProblems(error, body).filter(({ field }) => field !== "badge_template_id");
  if (error.code !== "duplicate_badge") return toImportProblems(error, body);
  if (existingField) {
    const clash = toClash(existingField, body);
    return [recipientProblem(clash, "duplicate_badge", hasBadgeMessage(clash))];
  }
  if (!sameRecipient) return toImportProblems(error, body);
  const clash = toClash(sameRecipient.field, body);
  const message = sameRecipientMessage(clash, rows[sameRecipient.index]?.number ?? 0);
  return [recipientProblem(clash, "duplicate_in_file", message)];
}

/** Returns the warnings of a row that will be issued. */
function buildRowWarnings(
  { existingField, replaces, sameRecipient }: IssuePreview,
  body: ParsedRow,
  rows: FileRow[],
): ImportProblem[] {
  if (existingField) {
    const clash = toClash(existingField, body);
    return replaces
      ? [recipientProblem(clash, "replaces", willReplaceMessage(clash))]
      : [recipientProblem(clash, "duplicate_badge", getsAnotherMessage(clash))];
  }
  if (!sameRecipient) return [];
  const clash = toClash(sameRecipient.field, body);
  const message = getsTwoBadgesMessage(clash, rows[sameRecipient.index]?.number ?? 0);
  return [recipientProblem(clash, "duplicate_in_file", message)];
}

const tooManyCellsProblem: ImportProblem = {
  field: "",
  code: "too_many_cells",
  message: TOO_MANY_CELLS_MESSAGE,
};

const rowRecipientColumns = ({ email, name }: ParsedRow) => ({
  recipientEmail: truncateText(email, RECIPIENT_LENGTH),
  recipientName: truncateText(name, RECIPIENT_LENGTH),
});

function toCheckedRow(
  row: FileRow,
  body: ParsedRow,
  preview: IssuePreview | undefined,
  checkable: FileRow[],
): CheckedRow {
  if (!preview)
    return { ...row, ...rowRecipientColumns(body), status: "error", problems: [tooManyCellsProblem] };
  const errors = [
    ...(body.templateProblem ? [body.templateProblem] : []),
    ...body.idProblems,
    ...buildRowErrors(preview, body, checkable),
  ];
  if (errors.length > 0) return { ...row, ...rowRecipientColumns(body), status: "error", problems: errors };
  const notes = [...body.notes, ...buildRowWarnings(preview, body, checkable)];
  return {
    ...row,
    ...rowRecipientColumns(body),
    status: notes.length > 0 ? "warning" : "ok",
    problems: notes,
  };
}

/**
 * Checks the rows of a file as if their badges were issued now, in their order: with the schema and rules of every
 * badge, against each other and against existing badges. A row that cannot be issued gets the status "error". A row
 * with warnings only gets "warning" and is issued.
 */
export async function checkRows(
  author: Author,
  settings: RowSettings,
  rows: FileRow[],
): Promise<CheckedRow[]> {
  const templates = await findRowTemplates(author.organizationId, settings, rows);
  const { isMixed } = findFileDateOrder(settings, rows);
  const read = rows.map((row) => ({ row, body: parseRow(row.cells, settings, templates, isMixed) }));
  // In a row with too many cells it is not known which cell belongs to which column.
  const checkable = read.filter(({ row }) => !row.isRagged);
  const checkableRows = checkable.map(({ row }) => row);
  const found = await previewIssues(
    author,
    checkable.map(({ body }) => body.body),
  );
  const previews = new Map(found.map((preview, index) => [checkableRows[index]?.number, preview]));
  return read.map(({ row, body }) => toCheckedRow(row, body, previews.get(row.number), checkableRows));
}
