import { truncateAtGrapheme } from "@/lib/kernel/truncate-text";
import { invalidField } from "@/lib/kernel/errors";
import type { Encoding } from "@/lib/platform/files/choices";
import { readCells, type NumberedRow } from "@/lib/platform/files/table";
import { readUploadedText } from "@/lib/platform/files/uploaded-text";
import type { FileRow } from "./check";
import { MAX_ROWS } from "./choices";
import { MAX_COLUMNS } from "./schema";

/** How many values of a column are shown beside its heading, to make clear what it contains. */
const MAX_SAMPLES = 3;
const SAMPLE_LENGTH = 80;

export type FileColumn = { name: string; samples: string[] };
export type ImportFile = { columns: FileColumn[]; rows: FileRow[] };

const invalidFileError = (message: string) => invalidField("file", "invalid_file", message);

const listSamples = (rows: NumberedRow[], index: number): string[] => {
  const values = new Set<string>();
  for (const { cells } of rows) {
    const value = truncateAtGrapheme(cells[index] ?? "", SAMPLE_LENGTH);
    if (value !== "") values.add(value);
    if (values.size === MAX_SAMPLES) break;
  }
  return [...values];
};

/**
 * Counts the columns up to the last one with a heading. Spreadsheets leave columns without heading and value at the
 * end of lines.
 */
const countColumns = (head: string[]): number => head.findLastIndex((name) => name !== "") + 1;

/**
 * Parses an uploaded table: CSV with commas, semicolons or tabs, and any line ends. Throws 422 for a file that is not a
 * table, has no rows, or has more than 10,000 rows or 100 columns, and for one whose encoding has to be chosen.
 */
export function parseImportFile(base64: string, encoding?: Encoding): ImportFile {
  const read = readCells(readUploadedText(base64, encoding), MAX_ROWS);
  if ("errors" in read) throw invalidFileError(Object.values(read.errors).join(" "));
  const width = countColumns(read.head);
  if (width === 0 || read.rows.length === 0) throw invalidFileError("has no rows below the headings");
  if (width > MAX_COLUMNS) throw invalidFileError(`has more than ${MAX_COLUMNS} columns`);
  return {
    columns: read.head.slice(0, width).map((name, index) => ({
      name: truncateAtGrapheme(name, SAMPLE_LENGTH),
      samples: listSamples(read.rows, index),
    })),
    rows: read.rows.map(({ number, cells }) => ({
      number,
      cells: cells.slice(0, width),
      isRagged: cells.slice(width).some((cell) => cell !== ""),
    })),
  };
}
