import { previewIssues, type Preview } from "@/lib/badges/issued/preview";
import type { Author } from "@/lib/access/callers/caller";
import { cutText } from "@/lib/kernel/cut-text";
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

/** A row of the file as it was written; its number is that of the spreadsheet, in which the headings are row 1. */
export type FileRow = { number: number; cells: string[]; isRagged: boolean };

/** What the check says of a row. */
export type CheckedRow = FileRow & {
  status: (typeof ROW_STATUSES)[number];
  recipientEmail: string;
  recipientName: string;
  problems: ImportProblem[];
};

/** What is shown and searched of a recipient; the cells keep the rest. */
const SHOWN = 255;

/** An error of issuing, as the problems of a row: in words for the person who has the file. */
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

/** Why a row is not issued; none when it is. */
function faultsOf({ error, isHeld, sibling }: Preview, body: RowBody, rows: FileRow[]): ImportProblem[] {
  if (!error) return [];
  const isDoubled = error.code === "duplicate_badge" && !isHeld && sibling !== null;
  if (!isDoubled) return problemsOf(error, body);
  return [aboutRecipient("duplicate_in_file", sameRecipient(body.email, rows[sibling]?.number ?? 0))];
}

/** What is worth knowing of a row that is issued. */
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
  recipientEmail: cutText(email, SHOWN),
  recipientName: cutText(name, SHOWN),
});

function judged(row: FileRow, body: RowBody, preview: Preview | undefined, whole: FileRow[]): CheckedRow {
  if (!preview) return { ...row, ...recipientOf(body), status: "error", problems: [ragged] };
  const faults = faultsOf(preview, body, whole);
  if (faults.length > 0) return { ...row, ...recipientOf(body), status: "error", problems: faults };
  const notes = [...body.notes, ...notesOf(preview, body, whole)];
  return { ...row, ...recipientOf(body), status: notes.length > 0 ? "warning" : "ok", problems: notes };
}

/**
 * Checks the rows of a file as if their badges were issued now, in their order: by the same schema and rules as any
 * badge, against each other and against what is issued already. A row with a fault is an error and is not issued;
 * what is only worth knowing makes it a warning.
 */
export async function checkRows(
  author: Author,
  settings: RowSettings,
  rows: FileRow[],
): Promise<CheckedRow[]> {
  const read = rows.map((row) => ({ row, body: bodyOfRow(row.cells, settings) }));
  // Of one that has too many cells nobody knows which belongs where.
  const whole = read.filter(({ row }) => !row.isRagged);
  const wholeRows = whole.map(({ row }) => row);
  const found = await previewIssues(
    author,
    whole.map(({ body }) => body.body),
  );
  const previews = new Map(found.map((preview, index) => [wholeRows[index]?.number, preview]));
  return read.map(({ row, body }) => judged(row, body, previews.get(row.number), wholeRows));
}
