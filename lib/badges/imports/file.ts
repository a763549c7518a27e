import { truncateAtGrapheme } from "@/lib/kernel/truncate-text";
import { decodeFile } from "@/lib/platform/files/decode-file";
import { invalidField } from "@/lib/kernel/errors";
import { readCells, type NumberedRow } from "@/lib/platform/files/table";
import type { FileRow } from "./check";
import { MAX_FILE_BYTES, MAX_ROWS } from "./choices";
import { MAX_COLUMNS } from "./schema";

/** How many values of a column are shown beside its heading, to make clear what it contains. */
const MAX_SAMPLES = 3;
const SAMPLE_LENGTH = 80;

export type FileColumn = { name: string; samples: string[] };
export type ImportFile = { columns: FileColumn[]; rows: FileRow[] };

const invalidFileError = (message: string) => invalidField("file", "invalid_file", message);

/** Decodes base64 text, standard or URL-safe. Throws 422 for other text. */
function decodeBase64(base64: string): Buffer {
  const compact = base64.replace(/\s+/g, "");
  if (!/^[\w+/-]*={0,2}$/.test(compact)) throw invalidFileError("must be base64 text");
  return Buffer.from(compact, "base64");
}

// A workbook is a ZIP archive (or, before 2007, a compound file). People often send one instead of its CSV.
const isWorkbook = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).equals(Buffer.from("PK\u0003\u0004")) ||
  bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));

function decodeText(bytes: Buffer): string {
  if (bytes.length > MAX_FILE_BYTES) throw invalidFileError("is larger than 10 MB");
  if (isWorkbook(bytes))
    throw invalidFileError("is a spreadsheet workbook. Save it as CSV and choose that file");
  const text = decodeFile(bytes);
  if (text === null) throw invalidFileError("is not a text file. Choose a CSV file");
  return text;
}

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
 * Parses an uploaded table: CSV with commas, semicolons or tabs, any line ends, UTF-8, UTF-16 or Windows-1252. Throws
 * 422 for a file that is not a table, has no rows, or has more than 10,000 rows or 100 columns.
 */
export function parseImportFile(base64: string): ImportFile {
  const read = readCells(decodeText(decodeBase64(base64)), MAX_ROWS);
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
