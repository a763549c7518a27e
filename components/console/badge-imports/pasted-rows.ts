import { columnName, FIELD_LABELS } from "@/lib/badges/imports/choices";
import { parseCopiedCells } from "./sheet/sheet-rows";

const LOOKS_LIKE_DATE = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/;

/** Returns headings for rows without any: people copy the cells of a table without its first row. */
function guessHeadings(cells: string[], email: number): string[] {
  const headings = cells.map((_, index) => columnName("", index));
  headings[email] = FIELD_LABELS.recipient_email;
  const names = cells.flatMap((cell, index) =>
    index === email || cell === "" || /\d/.test(cell) ? [] : [index],
  );
  const labels =
    names.length === 1
      ? [FIELD_LABELS.issued_to]
      : [FIELD_LABELS.issued_to_first_name, FIELD_LABELS.issued_to_last_name];
  labels.forEach((label, place) => {
    const index = names[place];
    if (index !== undefined) headings[index] = label;
  });
  const date = cells.findIndex((cell) => LOOKS_LIKE_DATE.test(cell));
  if (date >= 0) headings[date] = FIELD_LABELS.issued_at;
  return headings;
}

/**
 * Makes a file of rows that were copied from a spreadsheet. Rows whose first one has an e-mail address get headings. The
 * columns can still be chosen by hand.
 */
export function buildPastedFile(text: string): File {
  const [first = []] = parseCopiedCells(text);
  const email = first.findIndex((cell) => cell.includes("@"));
  const content = email < 0 ? text : `${guessHeadings(first, email).join("\t")}\n${text}`;
  return new File([content], "Pasted rows.tsv", { type: "text/tab-separated-values" });
}

/** Whether a text has several cells. */
export const hasSeveralCells = (text: string): boolean => /[\t\n]/.test(text.trim());
