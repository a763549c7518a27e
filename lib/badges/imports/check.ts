import { previewIssues, type Preview } from "@/lib/badges/issued/preview";
import type { Author } from "@/lib/access/callers/caller";
import { truncateText } from "@/lib/kernel/cut-text";
import type { ApiError } from "@/lib/kernel/errors";
import {
  problemWords,
  sameRecipient,
  getsAnother,
  TOO_MANY_CELLS,
  twoBadges,
  willReplace,
} from "./problem-words";
import { bodyOfRow, fieldOfError, valueOfError, type RowBody, type RowSettings } from "./row-body";
import type { ImportProblem, ROW_STATUSES } from "./schema";

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
const SHOWN = 255;

/** Converts an error of issuing to the problems of a row, with messages for the person who has the file. */
export const problemsOf = ({ code, message, errors }: ApiError, row: RowBody): ImportProblem[] =>
  (errors.length > 0 ? errors : [{ field: "", code, message }]).map((error) => {
    const field = fieldOfError(error.field);
    const value = valueOfError(row, error.field);
    return { field, code: error.code, message: problemWords({ ...error, field, value }) };
  });

const aboutRecipient = (code: string, message: string): ImportProblem => ({
  field: "recipient_email",
  code,
  message,
});

/** Returns why a row will not be issued. Empty when it will be. */
function faultsOf({ error, isHeld, sibling }: Preview, body: RowBody, rows: FileRow[]): ImportProblem[] {
  if (!error) return [];
  const isDoubled = error.code === "duplicate_badge" && !isHeld && sibling !== null;
  if (!isDoubled) return problemsOf(error, body);
  return [aboutRecipient("duplicate_in_file", sameRecipient(body.email, rows[sibling]?.number ?? 0))];
}

/** Returns the warnings of a row that will be issued. */
function notesOf(
  { isHeld, replaces, sibling }: Preview,
  { email }: RowBody,
  rows: FileRow[],
): ImportProblem[] {
  if (replaces) return [aboutRecipient("replaces", willReplace(email))];
  if (isHeld) return [aboutRecipient("duplicate_badge", getsAnother(email))];
  if (sibling === null) return [];
  return [aboutRecipient("duplicate_in_file", twoBadges(email, rows[sibling]?.number ?? 0))];
}

const ragged: ImportProblem = { field: "", code: "too_many_cells", message: TOO_MANY_CELLS };

const recipientOf = ({ email, name }: RowBody) => ({
  recipientEmail: truncateText(email, SHOWN),
  recipientName: truncateText(name, SHOWN),
});

function judged(row: FileRow, body: RowBody, preview: Preview | undefined, whole: FileRow[]): CheckedRow {
  if (!preview) return { ...row, ...recipientOf(body), status: "error", problems: [ragged] };
  const faults = faultsOf(preview, body, whole);
  if (faults.length > 0) return { ...row, ...recipientOf(body), status: "error", problems: faults };
  const notes = [...body.notes, ...notesOf(preview, body, whole)];
  return { ...row, ...recipientOf(body), status: notes.length > 0 ? "warning" : "ok", problems: notes };
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
  const read = rows.map((row) => ({ row, body: bodyOfRow(row.cells, settings) }));
  // In a row with too many cells it is not known which cell belongs to which column.
  const whole = read.filter(({ row }) => !row.isRagged);
  const wholeRows = whole.map(({ row }) => row);
  const found = await previewIssues(
    author,
    whole.map(({ body }) => body.body),
  );
  const previews = new Map(found.map((preview, index) => [wholeRows[index]?.number, preview]));
  return read.map(({ row, body }) => judged(row, body, previews.get(row.number), wholeRows));
}
